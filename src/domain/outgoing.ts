import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Delivery } from './timeline.ts';

/** A message the doctor has written, from sending until the platform's copy arrives. */
export type Outgoing = {
  readonly clientMessageId: ClientMessageId;
  readonly conversationId: ConversationId;
  readonly type: number;
  /** JSON text of the type's content. */
  readonly content: string;
  readonly writtenAt: number;
  readonly delivery: Delivery;
  /** Its seq once the platform has acknowledged it. */
  readonly seq: number | null;
};

/** A message to send: type and content. */
export type Reply = { readonly type: number; readonly content: string };

/** Changes of own messages: being sent, or deleted before sending. */
export type OutgoingChange =
  | { readonly kind: 'changed'; readonly outgoing: Outgoing }
  | { readonly kind: 'dropped'; readonly conversationId: ConversationId; readonly clientMessageId: ClientMessageId };

/** Ids rise with time, so their order is the order of writing. */
export const byWriting = (a: Outgoing, b: Outgoing): number =>
  a.clientMessageId < b.clientMessageId ? -1 : a.clientMessageId > b.clientMessageId ? 1 : 0;

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** Backoff before the next attempt: doubled each time up to 30 s, with jitter from `random` in [0, 1). */
export const pauseMs = (attempts: number, random: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10)) * (0.5 + random / 2);

/** Number of rate-limit waits before a message counts as failed. */
export const mostWaits = 5;

/** Wait after a rate limit: what the platform asks for, up to 30 s, with a little jitter. */
export const waitMs = (retryAfterMs: number, random: number): number =>
  Math.min(longestPauseMs, Math.max(firstPauseMs, retryAfterMs)) * (1 + random / 4);
