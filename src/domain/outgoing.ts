import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Refusal, Stored } from '../../contract/im.ts';
import type { Delivery } from './message.ts';

/** Changes of the delivery state of an own message. */
export type DeliveryStateChange =
  | { readonly type: 'sending' }
  /** The rate limit was reached: the message waits. */
  | { readonly type: 'rateLimited' }
  | { readonly type: 'stored' }
  | { readonly type: 'delivered' }
  | { readonly type: 'read' }
  | ({ readonly type: 'refused' } & Omit<Extract<Delivery, { state: 'failed' }>, 'state'>)
  | { readonly type: 'retried' };

const rank = { queued: 0, sending: 1, rateLimited: 1, failed: 2, sent: 3, delivered: 4, read: 5 } as const;

const atLeast = (current: Delivery, state: 'sent' | 'delivered' | 'read'): Delivery =>
  rank[current.state] >= rank[state] ? current : { state };

/**
 * The delivery state after one more event, in whatever order events arrive. A stored message never becomes unsent
 * again; only the doctor's retry leads from "failed" back into the queue.
 */
export function advance(current: Delivery, event: DeliveryStateChange): Delivery {
  switch (event.type) {
    case 'sending':
      return rank[current.state] <= rank.rateLimited ? { state: 'sending' } : current;
    case 'rateLimited':
      return rank[current.state] <= rank.rateLimited ? { state: 'rateLimited' } : current;
    case 'stored':
      return atLeast(current, 'sent');
    case 'delivered':
      return atLeast(current, 'delivered');
    case 'read':
      return atLeast(current, 'read');
    case 'refused':
      if (rank[current.state] >= rank.failed) return current;
      return { state: 'failed', why: event.why, message: event.message, retryAfterMs: event.retryAfterMs };
    case 'retried':
      return current.state === 'failed' ? { state: 'queued' } : current;
  }
}

const sent: Delivery = { state: 'sent' };
const delivered: Delivery = { state: 'delivered' };
const read: Delivery = { state: 'read' };

/** Delivery state of a stored message, from the patient's positions. */
export const deliveryAt = (seq: number, deliveredUpTo: number, readUpTo: number): Delivery =>
  seq <= readUpTo ? read : seq <= deliveredUpTo ? delivered : sent;

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
export const maxWaits = 5;

/** Wait after a rate limit: what the platform asks for, up to 30 s, with a little jitter. */
export const waitMs = (retryAfterMs: number, random: number): number =>
  Math.min(longestPauseMs, Math.max(firstPauseMs, retryAfterMs)) * (1 + random / 4);

/** What another tab reports about a message. */
export type Report = Pick<Outgoing, 'delivery' | 'seq'>;

/** Messages between the tabs of one doctor about unsent messages. */
export type OutboxMessage =
  | { readonly kind: 'written'; readonly outgoing: Outgoing }
  | { readonly kind: 'reported'; readonly clientMessageId: ClientMessageId; readonly report: Report }
  | { readonly kind: 'discarded'; readonly clientMessageId: ClientMessageId };

/**
 * Result of storing a message locally; it is sent whatever the result. One that is not `kept` is held in memory until
 * the page closes, and the screen shows a warning.
 */
export type StoreOutcome = 'kept' | 'volatile' | 'failed';

/** `unread`: what is typed is stored, but earlier values cannot be read now. */
export type StorageState = StoreOutcome | 'unread';

/** No answer is not a refusal: the message may be stored, and sending it again is safe. */
export type TransmitOutcome =
  | { readonly outcome: 'stored'; readonly stored: Pick<Stored, 'seq'> }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'unanswered' };

/** The message after a delivery event. */
export const advanced = (outgoing: Outgoing, event: DeliveryStateChange, seq = outgoing.seq): Outgoing => ({
  ...outgoing,
  delivery: advance(outgoing.delivery, event),
  seq,
});
