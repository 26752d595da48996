import type { Delivery } from './timeline.ts';

/** What is learnt about an own message on its way. */
export type DeliveryNews =
  | { readonly type: 'sending' }
  /** Too many at once: it has to wait. */
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
 * How far an own message has come, after one more piece of news in whatever order it arrives. What the platform has
 * stored is never unsent again; only the doctor's retry leads from "failed" back into the queue.
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

/** How far a stored message has come, by the patient's positions. */
export const deliveryAt = (seq: number, deliveredUpTo: number, readUpTo: number): Delivery =>
  seq <= readUpTo ? read : seq <= deliveredUpTo ? delivered : sent;
