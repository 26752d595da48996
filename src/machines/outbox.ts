import { NEVER } from 'rxjs';
import { and, assign, enqueueActions, fromEventObservable, not, setup, stateIn } from 'xstate';
import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { DraftKey } from '../domain/drafts.ts';
import { byWriting, type OutboxMessage, type Outgoing } from '../domain/outgoing.ts';
import { placeholderActor } from './actors.ts';
import { type DeliveryEvent, type DeliveryInput, type DeliveryRef, deliveryMachine } from './delivery.ts';
import { awaitsTurn, hasFailed, isBeingStored, outgoingIn } from './selectors/delivery.ts';

/** `owns`: this tab is the leader and sends for all tabs. `ready`: the link is up and all missed messages are fetched. */
export type SendPermission = { readonly owns: boolean; readonly ready: boolean };

type PermissionChanged = { type: 'permission.changed'; permission: SendPermission };
type MessageWritten = { type: 'message.written'; outgoing: Outgoing; draft: DraftKey | null };
type PeerPosted = { type: 'peer.posted'; message: OutboxMessage };
/** An earlier page or another tab may have left more unsent messages in the storage. */
type UnsentFound = { type: 'unsent.found' };

/** Deliveries of each conversation in the order of writing. */
type Queues = Readonly<Record<ConversationId, readonly DeliveryRef[]>>;

type Context = {
  readonly permission: SendPermission;
  readonly queues: Queues;
  /** Finished ids, latest last. Late storage reads must not resurrect them. */
  readonly finished: readonly ClientMessageId[];
};

/** More than one storage read can return. */
const rememberedFinished = 2_000;
const mayOpen = and(['maySend', not(stateIn({ unsent: { reading: 'blocking' } }))]);

const withFinished = (finished: readonly ClientMessageId[], id: ClientMessageId) => [
  ...finished.slice(1 - rememberedFinished),
  id,
];

const deliveryId = (id: ClientMessageId) => `delivery.${id}` as const;

const queueOf = (queues: Queues, id: ConversationId): readonly DeliveryRef[] => queues[id] ?? [];

const deliveriesIn = (queues: Queues): readonly DeliveryRef[] => Object.values(queues).flat();

const findDelivery = (queues: Queues, id: ClientMessageId): DeliveryRef | undefined =>
  deliveriesIn(queues).find((delivery) => delivery.id === deliveryId(id));

/** Message ids rise in the order of writing, so they give the place in the queue. */
function withDelivery(queues: Queues, delivery: DeliveryRef): Queues {
  const { conversationId } = outgoingIn(delivery);
  const queue = queueOf(queues, conversationId);
  const before = queue.findLastIndex((other) => other.id < delivery.id);
  return { ...queues, [conversationId]: queue.toSpliced(before + 1, 0, delivery) };
}

function withoutDelivery(queues: Queues, delivery: DeliveryRef): Queues {
  const { conversationId } = outgoingIn(delivery);
  const queue = queueOf(queues, conversationId).filter((other) => other !== delivery);
  const { [conversationId]: _, ...others } = queues;
  return queue.length === 0 ? others : { ...others, [conversationId]: queue };
}

/**
 * Deliveries whose turn it is: the first of each conversation. A failed message delays nothing; one being sent delays
 * the rest of its conversation.
 */
const nextInTurn = (queues: Queues): readonly DeliveryRef[] =>
  Object.values(queues).flatMap((queue) => {
    const first = queue.find((delivery) => !hasFailed(delivery.getSnapshot()));
    return first && awaitsTurn(first.getSnapshot()) ? [first] : [];
  });

const idOf = (message: OutboxMessage): ClientMessageId =>
  message.kind === 'written' ? message.outgoing.clientMessageId : message.clientMessageId;

const storedInputs = (unsent: readonly Outgoing[]): readonly DeliveryInput[] =>
  [...unsent].sort(byWriting).map((outgoing) => ({ outgoing, draft: null, isStoredLocally: true }));

const outbox = setup({
  types: {
    context: {} as Context,
    events: {} as
      | PermissionChanged
      | PeerPosted
      | UnsentFound
      | { type: `xstate.snapshot.delivery.${string}` }
      | { type: `xstate.done.actor.delivery.${string}`; actorId: string }
      | MessageWritten
      | { type: 'retry.requested'; id: ClientMessageId }
      | { type: 'discard.requested'; id: ClientMessageId }
      | { type: 'echo.received'; id: ClientMessageId; seq: number },
  },
  actors: {
    permission: fromEventObservable<PermissionChanged, void>(() => NEVER),
    peers: fromEventObservable<PeerPosted, void>(() => NEVER),
    unsentFound: fromEventObservable<UnsentFound, void>(() => NEVER),
    readUnsent: placeholderActor<readonly Outgoing[]>('readUnsent'),
    delivery: deliveryMachine,
  },
  actions: {
    spawnDeliveries: assign({
      queues: ({ context: { queues, finished }, spawn }, inputs: readonly DeliveryInput[]) =>
        inputs.reduce((all, input) => {
          const id = input.outgoing.clientMessageId;
          if (findDelivery(all, id) || finished.includes(id)) return all;
          return withDelivery(all, spawn('delivery', { id: deliveryId(id), input, syncSnapshot: true }));
        }, queues),
    }),
    forgetDelivery: enqueueActions(({ context: { queues, finished }, enqueue }, actorId: string) => {
      const delivery = deliveriesIn(queues).find(({ id }) => id === actorId);
      if (!delivery) return;
      enqueue.assign({
        queues: withoutDelivery(queues, delivery),
        finished: withFinished(finished, outgoingIn(delivery).clientMessageId),
      });
      enqueue.stopChild(delivery);
    }),
    noteFinished: assign(({ context }, id: ClientMessageId) => ({ finished: withFinished(context.finished, id) })),
    grantTurns: enqueueActions(({ context, enqueue }) => {
      for (const delivery of nextInTurn(context.queues)) enqueue.sendTo(delivery, { type: 'turn.granted' });
    }),
    endPauses: enqueueActions(({ context, enqueue }) => {
      for (const delivery of deliveriesIn(context.queues)) enqueue.sendTo(delivery, { type: 'link.restored' });
    }),
    revokeTurns: enqueueActions(({ context, enqueue }) => {
      for (const delivery of deliveriesIn(context.queues)) enqueue.sendTo(delivery, { type: 'turn.revoked' });
    }),
    /** A message that is still being stored gets a new turn when this tab may send again. */
    revokeEarlyTurns: enqueueActions(({ context, enqueue }) => {
      for (const delivery of deliveriesIn(context.queues))
        if (isBeingStored(delivery.getSnapshot())) enqueue.sendTo(delivery, { type: 'turn.revoked' });
    }),
    setPermission: assign((_, permission: SendPermission) => ({ permission })),
    toDelivery: enqueueActions(({ context, enqueue }, { id, event }: { id: ClientMessageId; event: DeliveryEvent }) => {
      const delivery = findDelivery(context.queues, id);
      if (delivery) enqueue.sendTo(delivery, event);
    }),
  },
  guards: {
    maySend: ({ context: { permission } }) => permission.owns && permission.ready,
    takesOver: ({ context }, permission: SendPermission) => permission.owns && !context.permission.owns,
    isOwner: (_, permission: SendPermission) => permission.owns,
    wasWritten: (_, message: OutboxMessage) => message.kind === 'written',
    isKnown: ({ context }, message: OutboxMessage) => findDelivery(context.queues, idOf(message)) !== undefined,
    isOver: (_, message: OutboxMessage) =>
      message.kind === 'discarded' || (message.kind === 'reported' && message.report.seq !== null),
  },
  delays: { patience: 5_000 },
});

const permissionOf = ({ event }: { event: PermissionChanged }) => event.permission;
const messageOf = ({ event }: { event: PeerPosted }) => event.message;

function inputOf({ event: { message } }: { event: PeerPosted }): readonly DeliveryInput[] {
  return message.kind === 'written' ? [{ outgoing: message.outgoing, draft: null, isStoredLocally: true }] : [];
}

function relayed({ event: { message } }: { event: PeerPosted }): { id: ClientMessageId; event: DeliveryEvent } {
  const id = idOf(message);
  return message.kind === 'reported'
    ? { id, event: { type: 'peer.reported', report: message.report } }
    : { id, event: { type: 'peer.discarded' } };
}

const takeover = { guard: { type: 'takesOver', params: permissionOf }, target: 'reading', reenter: true } as const;

/**
 * The doctor's messages that the platform has not stored yet. Each conversation sends one at a time, in the order of
 * writing, so that a stuck message delays only its own conversation. A refused message delays nothing.
 */
export const outboxMachine = outbox.createMachine({
  id: 'outbox',
  context: { permission: { owns: false, ready: false }, queues: {}, finished: [] },
  type: 'parallel',
  invoke: [
    { id: 'permission', src: 'permission' },
    { id: 'peers', src: 'peers' },
    { id: 'unsentFound', src: 'unsentFound' },
  ],
  states: {
    sending: {
      initial: 'closed',
      on: {
        'permission.changed': [
          {
            guard: { type: 'isOwner', params: permissionOf },
            actions: { type: 'setPermission', params: permissionOf },
          },
          { actions: [{ type: 'setPermission', params: permissionOf }, 'revokeTurns'] },
        ],
        'message.written': {
          actions: {
            type: 'spawnDeliveries',
            params: ({ event: { outgoing, draft } }) => [{ outgoing, draft, isStoredLocally: false }],
          },
        },
        'peer.posted': [
          { guard: { type: 'wasWritten', params: messageOf }, actions: { type: 'spawnDeliveries', params: inputOf } },
          { guard: { type: 'isKnown', params: messageOf }, actions: { type: 'toDelivery', params: relayed } },
          {
            guard: { type: 'isOver', params: messageOf },
            actions: { type: 'noteFinished', params: ({ event }) => idOf(event.message) },
          },
        ],
        'retry.requested': {
          actions: { type: 'toDelivery', params: ({ event: { id } }) => ({ id, event: { type: 'retry.requested' } }) },
        },
        'discard.requested': {
          actions: {
            type: 'toDelivery',
            params: ({ event: { id } }) => ({ id, event: { type: 'discard.requested' } }),
          },
        },
        'echo.received': {
          actions: {
            type: 'toDelivery',
            params: ({ event: { id, seq } }) => ({ id, event: { type: 'echo.received', seq } }),
          },
        },
        'xstate.done.actor.delivery.*': { actions: { type: 'forgetDelivery', params: ({ event }) => event.actorId } },
      },
      states: {
        closed: { always: { guard: mayOpen, target: 'open' } },
        open: {
          entry: ['endPauses', 'grantTurns'],
          exit: 'revokeEarlyTurns',
          always: { guard: not(mayOpen), target: 'closed' },
          on: {
            // The first message of a conversation has its turn before it is stored, and is then sent at once.
            'xstate.snapshot.delivery.*': { actions: 'grantTurns' },
            'xstate.done.actor.delivery.*': {
              actions: [{ type: 'forgetDelivery', params: ({ event }) => event.actorId }, 'grantTurns'],
            },
          },
        },
      },
    },
    /** Restores unsent messages of an earlier page, which are sent before new ones. */
    unsent: {
      initial: 'reading',
      states: {
        reading: {
          initial: 'blocking',
          states: {
            blocking: { after: { patience: 'overdue' } },
            /** Storage has not answered in time: new messages are sent without waiting for it. */
            overdue: {},
          },
          invoke: {
            id: 'readUnsent',
            src: 'readUnsent',
            onDone: {
              target: 'idle',
              actions: { type: 'spawnDeliveries', params: ({ event }) => storedInputs(event.output) },
            },
            onError: 'idle',
          },
          on: {
            'unsent.found': { target: 'reading', reenter: true },
            'permission.changed': takeover,
          },
        },
        idle: {
          on: {
            'unsent.found': 'reading',
            'permission.changed': takeover,
          },
        },
      },
    },
  },
});
