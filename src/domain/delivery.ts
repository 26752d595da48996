import type { Delivery } from './timeline.ts';

/** Events in the delivery of an own message. */
export type DeliveryNews =
  | { readonly type: 'sending' }
  /** The rate limit was reached: the message waits. */
  | { readonly type: 'held' }
  | { readonly type: 'stored' }
  | { readonly type: 'delivered' }
  | { readonly type: 'read' }
  | ({ readonly type: 'refused' } & Omit<Extract<Delivery, { state: 'failed' }>, 'state'>)
  | { readonly type: 'retried' };

const rank = { queued: 0, sending: 1, held: 1, failed: 2, sent: 3, delivered: 4, read: 5 } as const;

const atLeast = (current: Delivery, state: 'sent' | 'delivered' | 'read'): Delivery =>
  rank[current.state] >= rank[state] ? current : { state };

/**
 * The delivery state after one more event, in whatever order events arrive. A stored message never becomes unsent
 * again; only the doctor's retry leads from "failed" back into the queue.
 */
export function advance(current: Delivery, news: DeliveryNews): Delivery {
  switch (news.type) {
    case 'sending':
      return rank[current.state] <= rank.held ? { state: 'sending' } : current;
    case 'held':
      return rank[current.state] <= rank.held ? { state: 'held' } : current;
    case 'stored':
      return atLeast(current, 'sent');
    case 'delivered':
      return atLeast(current, 'delivered');
    case 'read':
      return atLeast(current, 'read');
    case 'refused':
      if (rank[current.state] >= rank.failed) return current;
      return { state: 'failed', why: news.why, message: news.message, retryAfterMs: news.retryAfterMs };
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
