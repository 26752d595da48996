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

/** `storing`: being written to this machine. `ready`: waiting to be sent. `busy`: being sent. */
export type DeliveryPhase = 'storing' | 'ready' | 'busy' | 'failed' | 'sent' | 'discarded';

type QueuedMessage = { readonly outgoing: Outgoing; readonly phase: DeliveryPhase };

/** Unsent messages of each conversation in the order of writing. */
export type ConversationQueues = Readonly<Record<ConversationId, readonly QueuedMessage[]>>;

export const queueOf = (queues: ConversationQueues, id: ConversationId): readonly QueuedMessage[] => queues[id] ?? [];

export const allQueued = (queues: ConversationQueues): readonly QueuedMessage[] => Object.values(queues).flat();

export const findQueued = (queues: ConversationQueues, id: ClientMessageId): QueuedMessage | undefined =>
  allQueued(queues).find(({ outgoing }) => outgoing.clientMessageId === id);

/** Message ids rise in the order of writing, so they give the place in the queue. */
export function enqueued(queues: ConversationQueues, outgoing: Outgoing): ConversationQueues {
  const queue = queueOf(queues, outgoing.conversationId);
  const before = queue.findLastIndex((other) => other.outgoing.clientMessageId < outgoing.clientMessageId);
  const item: QueuedMessage = { outgoing, phase: 'storing' };
  return { ...queues, [outgoing.conversationId]: queue.toSpliced(before + 1, 0, item) };
}

/** The queues after one message changed; sent and discarded messages leave them. */
export function withPhase(queues: ConversationQueues, outgoing: Outgoing, phase: DeliveryPhase): ConversationQueues {
  const { conversationId, clientMessageId } = outgoing;
  const isOver = phase === 'sent' || phase === 'discarded';
  const queue = queueOf(queues, conversationId).flatMap((item) => {
    if (item.outgoing.clientMessageId !== clientMessageId) return [item];
    return isOver ? [] : [{ outgoing, phase }];
  });
  const { [conversationId]: _, ...others } = queues;
  return queue.length === 0 ? others : { ...others, [conversationId]: queue };
}

/** The next message of each conversation: a failed message holds up nothing, a busy one everything behind it. */
export const nextInTurn = (queues: ConversationQueues): readonly ClientMessageId[] =>
  Object.values(queues).flatMap((queue) => {
    const first = queue.find(({ phase }) => phase !== 'failed');
    return first?.phase === 'ready' ? [first.outgoing.clientMessageId] : [];
  });
