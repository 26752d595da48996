import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Outgoing } from '../domain/outgoing.ts';
import type { DeliveryActor } from './delivery.ts';

export const outgoingOf = (actor: DeliveryActor): Outgoing => actor.getSnapshot().context.outgoing;

/** The messages on their way: by their ids, and per conversation in the order of writing. */
export function createLanes() {
  const deliveries = new Map<ClientMessageId, DeliveryActor>();
  const lanes = new Map<ConversationId, readonly DeliveryActor[]>();

  const of = (conversationId: ConversationId): readonly DeliveryActor[] => lanes.get(conversationId) ?? [];

  return {
    of,
    get: (id: ClientMessageId) => deliveries.get(id),
    all: (): readonly DeliveryActor[] => [...deliveries.values()],
    conversations: (): readonly ConversationId[] => [...lanes.keys()],
    queue(actor: DeliveryActor) {
      const { conversationId, clientMessageId } = outgoingOf(actor);
      const lane = of(conversationId);
      const after = lane.findLastIndex((other) => outgoingOf(other).clientMessageId < clientMessageId);
      lanes.set(conversationId, lane.toSpliced(after + 1, 0, actor));
      deliveries.set(clientMessageId, actor);
    },
    remove(actor: DeliveryActor, id: ClientMessageId, conversationId: ConversationId) {
      const lane = of(conversationId).filter((other) => other !== actor);
      if (lane.length > 0) lanes.set(conversationId, lane);
      else lanes.delete(conversationId);
      deliveries.delete(id);
    },
    /** The first one of a conversation that has not failed; the others wait for it. */
    first: (conversationId: ConversationId) =>
      of(conversationId).find((actor) => !actor.getSnapshot().hasTag('failed')),
    stop() {
      for (const actor of deliveries.values()) actor.stop();
      deliveries.clear();
      lanes.clear();
    },
  };
}
