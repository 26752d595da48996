import { NEVER } from 'rxjs';
import { and, assign, enqueueActions, fromEventObservable, not, setup, stateIn } from 'xstate';
import type { ClientMessageId } from '../../contract/ids.ts';
import type { DraftKey } from '../domain/drafts.ts';
import type { OutboxMessage } from '../domain/outgoing.ts';
import {
  allQueued,
  byWriting,
  type ConversationQueues,
  enqueued,
  findQueued,
  nextSendable,
  type Outgoing,
  type OutgoingChange,
  withPhase,
} from '../domain/outgoing.ts';
import { placeholderActor } from './actors.ts';
import { type DeliveryChanged, type DeliveryEvent, type DeliveryInput, deliveryMachine } from './delivery.ts';

/** `owns`: this tab is the leader and sends for all tabs. `ready`: the link is up and all missed messages are fetched. */
export type SendPermission = { readonly owns: boolean; readonly ready: boolean };

type GateChanged = { type: 'gate.changed'; gate: SendPermission };
type MessageWritten = { type: 'message.written'; outgoing: Outgoing; draft: DraftKey | null };
type PeerPosted = { type: 'peer.posted'; message: OutboxMessage };
/** An earlier page or another tab may have left more unsent messages in the storage. */
type UnsentFound = { type: 'unsent.found' };

type Context = {
  readonly gate: SendPermission;
  readonly queues: ConversationQueues;
  /** Finished ids, latest last. Late storage reads must not resurrect them. */
  readonly finished: readonly ClientMessageId[];
};

/** More than one storage read can return. */
const rememberedFinished = 2_000;
const closed: SendPermission = { owns: false, ready: false };
const mayOpen = and(['isGateOpen', not(stateIn({ unsent: { reading: 'blocking' } }))]);

const withFinished = (finished: readonly ClientMessageId[], id: ClientMessageId) => [
  ...finished.slice(1 - rememberedFinished),
  id,
];

const idOf = (message: OutboxMessage): ClientMessageId =>
  message.kind === 'written' ? message.outgoing.clientMessageId : message.clientMessageId;

const storedInputs = (unsent: readonly Outgoing[]): readonly DeliveryInput[] =>
  [...unsent].sort(byWriting).map((outgoing) => ({ outgoing, draft: null, isStored: true }));

const outbox = setup({
  types: {
    context: {} as Context,
    events: {} as
      | GateChanged
      | PeerPosted
      | UnsentFound
      | DeliveryChanged
      | MessageWritten
      | { type: 'retry.requested'; id: ClientMessageId }
      | { type: 'discard.requested'; id: ClientMessageId }
      | { type: 'echo.received'; id: ClientMessageId; seq: number },
    emitted: {} as { type: 'outgoing.changed'; change: OutgoingChange },
  },
  actors: {
    gate: fromEventObservable<GateChanged, void>(() => NEVER),
    peers: fromEventObservable<PeerPosted, void>(() => NEVER),
    unsentFound: fromEventObservable<UnsentFound, void>(() => NEVER),
    readUnsent: placeholderActor<readonly Outgoing[]>('readUnsent'),
    delivery: deliveryMachine,
  },
  actions: {
    spawnDeliveries: enqueueActions(({ context, enqueue }, inputs: readonly DeliveryInput[]) => {
      let { queues } = context;
      for (const input of inputs) {
        const { outgoing } = input;
        const id = outgoing.clientMessageId;
        if (findQueued(queues, id) || context.finished.includes(id)) continue;
        queues = enqueued(queues, outgoing);
        enqueue.emit({ type: 'outgoing.changed', change: { kind: 'changed', outgoing } });
        enqueue.spawnChild('delivery', { id, input });
      }
      enqueue.assign({ queues });
    }),
    noteDelivery: enqueueActions(({ context, enqueue }, { outgoing, phase }: DeliveryChanged) => {
      const { clientMessageId: id, conversationId } = outgoing;
      const known = findQueued(context.queues, id);
      enqueue.assign({ queues: withPhase(context.queues, outgoing, phase) });
      if (known?.outgoing !== outgoing)
        enqueue.emit({ type: 'outgoing.changed', change: { kind: 'changed', outgoing } });
      if (phase !== 'sent' && phase !== 'discarded') return;
      const dropped: OutgoingChange = { kind: 'dropped', conversationId, clientMessageId: id };
      if (phase === 'discarded') enqueue.emit({ type: 'outgoing.changed', change: dropped });
      enqueue.assign({ finished: withFinished(context.finished, id) });
      enqueue.stopChild(id);
    }),
    noteFinished: assign(({ context }, id: ClientMessageId) => ({ finished: withFinished(context.finished, id) })),
    grantTurns: enqueueActions(({ context, enqueue }) => {
      for (const id of nextSendable(context.queues)) enqueue.sendTo(id, { type: 'turn.granted' });
    }),
    endPauses: enqueueActions(({ context, enqueue }) => {
      for (const { outgoing } of allQueued(context.queues))
        enqueue.sendTo(outgoing.clientMessageId, { type: 'link.restored' });
    }),
    revokeTurns: enqueueActions(({ context, enqueue }) => {
      for (const { outgoing } of allQueued(context.queues))
        enqueue.sendTo(outgoing.clientMessageId, { type: 'turn.revoked' });
    }),
    /** A message that is still being stored gets a new turn when the gate opens again. */
    revokeEarlyTurns: enqueueActions(({ context, enqueue }) => {
      for (const { outgoing, phase } of allQueued(context.queues))
        if (phase === 'storing') enqueue.sendTo(outgoing.clientMessageId, { type: 'turn.revoked' });
    }),
    setGate: assign((_, gate: SendPermission) => ({ gate })),
    toDelivery: enqueueActions(({ context, enqueue }, { id, event }: { id: ClientMessageId; event: DeliveryEvent }) => {
      if (findQueued(context.queues, id)) enqueue.sendTo(id, event);
    }),
  },
  guards: {
    isGateOpen: ({ context: { gate } }) => gate.owns && gate.ready,
    takesOver: ({ context }, gate: SendPermission) => gate.owns && !context.gate.owns,
    isOwner: (_, gate: SendPermission) => gate.owns,
    wasWritten: (_, message: OutboxMessage) => message.kind === 'written',
    isKnown: ({ context }, message: OutboxMessage) => findQueued(context.queues, idOf(message)) !== undefined,
    isOver: (_, message: OutboxMessage) =>
      message.kind === 'discarded' || (message.kind === 'reported' && message.report.seq !== null),
  },
  delays: { patience: 5_000 },
});

const gateOf = ({ event }: { event: GateChanged }) => event.gate;
const messageOf = ({ event }: { event: PeerPosted }) => event.message;

const written = ({ event: { outgoing, draft } }: { event: MessageWritten }): readonly DeliveryInput[] => [
  { outgoing, draft, isStored: false },
];

function inputOf({ event: { message } }: { event: PeerPosted }): readonly DeliveryInput[] {
  return message.kind === 'written' ? [{ outgoing: message.outgoing, draft: null, isStored: true }] : [];
}

function relayed({ event: { message } }: { event: PeerPosted }): { id: ClientMessageId; event: DeliveryEvent } {
  const id = idOf(message);
  return message.kind === 'reported'
    ? { id, event: { type: 'peer.reported', report: message.report } }
    : { id, event: { type: 'peer.discarded' } };
}

const takeover = { guard: { type: 'takesOver', params: gateOf }, target: 'reading', reenter: true } as const;

/**
 * The doctor's messages that the platform has not stored yet. Each conversation sends one at a time, in the order of
 * writing, so that a stuck message delays only its own conversation. A refused message delays nothing.
 */
export const outboxMachine = outbox.createMachine({
  id: 'outbox',
  context: { gate: closed, queues: {}, finished: [] },
  type: 'parallel',
  invoke: [
    { id: 'gate', src: 'gate' },
    { id: 'peers', src: 'peers' },
    { id: 'unsentFound', src: 'unsentFound' },
  ],
  states: {
    sending: {
      initial: 'closed',
      on: {
        'gate.changed': [
          { guard: { type: 'isOwner', params: gateOf }, actions: { type: 'setGate', params: gateOf } },
          { actions: [{ type: 'setGate', params: gateOf }, 'revokeTurns'] },
        ],
        'message.written': { actions: { type: 'spawnDeliveries', params: written } },
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
        'delivery.changed': { actions: { type: 'noteDelivery', params: ({ event }) => event } },
      },
      states: {
        closed: { always: { guard: mayOpen, target: 'open' } },
        open: {
          entry: ['endPauses', 'grantTurns'],
          exit: 'revokeEarlyTurns',
          always: { guard: not(mayOpen), target: 'closed' },
          on: {
            // The first message of a conversation has its turn before it is stored, and is then sent at once.
            'message.written': { actions: [{ type: 'spawnDeliveries', params: written }, 'grantTurns'] },
            'delivery.changed': { actions: [{ type: 'noteDelivery', params: ({ event }) => event }, 'grantTurns'] },
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
            'gate.changed': takeover,
          },
        },
        idle: {
          on: {
            'unsent.found': 'reading',
            'gate.changed': takeover,
          },
        },
      },
    },
  },
});
