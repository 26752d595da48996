import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Outgoing } from './outgoing.ts';

/** `storing`: being written to this machine. `ready`: waiting to be sent. `busy`: being sent. */
export type DeliveryPhase = 'storing' | 'ready' | 'busy' | 'failed' | 'sent' | 'discarded';

export type QueuedMessage = { readonly outgoing: Outgoing; readonly phase: DeliveryPhase };

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
