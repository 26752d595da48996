import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Delivery } from './timeline.ts';

/** A message the doctor has written, from the moment of "send" until the platform's copy has come back. */
export type Outgoing = {
  readonly clientMessageId: ClientMessageId;
  readonly conversationId: ConversationId;
  readonly type: number;
  /** The JSON text of the type's content. */
  readonly content: string;
  readonly writtenAt: number;
  readonly delivery: Delivery;
  /** Its place once the platform has acknowledged it. */
  readonly seq: number | null;
};

/** What the doctor sends: a kind of message and its content. */
export type Reply = { readonly type: number; readonly content: string };

/** What happens to own messages: one is on its way, or was deleted before it was sent. */
export type OutgoingChange =
  | { readonly kind: 'changed'; readonly outgoing: Outgoing }
  | { readonly kind: 'dropped'; readonly conversationId: ConversationId; readonly clientMessageId: ClientMessageId };

/** Ids are made in rising order, so the order of writing is the order of ids. */
export const byWriting = (a: Outgoing, b: Outgoing): number =>
  a.clientMessageId < b.clientMessageId ? -1 : a.clientMessageId > b.clientMessageId ? 1 : 0;

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** The pause before the next attempt: doubled each time up to half a minute, and spread by `random` in [0, 1). */
export const pauseMs = (attempts: number, random: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10)) * (0.5 + random / 2);

/** How often one message waits because there are too many, before it is said not to have been sent. */
export const mostWaits = 5;

/** How long a message waits when the platform takes no more: as long as that says, up to half a minute, and a little spread. */
export const waitMs = (retryAfterMs: number, random: number): number =>
  Math.min(longestPauseMs, Math.max(firstPauseMs, retryAfterMs)) * (1 + random / 4);
