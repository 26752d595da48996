import { type ActorRefFrom, assign, enqueueActions, or, sendParent, setup, stateIn } from 'xstate';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { Failure } from '../../contract/operation.ts';
import type {
  AcceptOutcome,
  BlockersOutcome,
  ConsultationFinished,
  ConsultationInput,
  ConsultationOutput,
  FinishOutcome,
  LoadOutcome,
} from '../domain/consultation.ts';
import { type FinishBlocker, type Finishing, mayFinishAnyway } from '../domain/finish.ts';
import type { Reply } from '../domain/outgoing.ts';
import type { ConsultationKey } from '../domain/owner.ts';
import type { SidePanel } from '../domain/paneLayout.ts';
import type { RecordNews } from '../domain/record.ts';
import type { RxNews } from '../domain/rxNews.ts';
import { endedAs, placeholderActor } from './actors.ts';
import { prescriptionMachine } from './prescription.ts';
import { recordMachine } from './record.ts';

type Context = ConsultationInput & {
  readonly panel: SidePanel | null;
  /** True from the announcement of an ending until it is undone or final. */
  readonly announcedHere: boolean;
  readonly summary: string;
  /** The colleague who accepted the patient first. */
  readonly doctorName: string | null;
  readonly blockers: readonly FinishBlocker[];
  /** The latest failure, shown in the pane. */
  readonly failure: Failure | null;
  readonly record: ActorRefFrom<typeof recordMachine> | null;
  readonly prescription: ActorRefFrom<typeof prescriptionMachine> | null;
};

type Known = { readonly key: ConsultationKey; readonly order: ConsultOrder | null };
type Announced = { readonly key: ConsultationKey; readonly summary: string };

type ConsultationEvent =
  | { type: 'accept.requested' }
  | { type: 'order.refreshed'; order: ConsultOrder }
  | { type: 'order.changed'; status: number; version: number; time: number }
  | { type: 'order.taken'; doctorName: string | null }
  | { type: 'order.left' }
  | ({ type: 'record.changed' } & RecordNews)
  | { type: 'reply.written'; reply: Reply }
  /** The pane shows this side panel, or none. */
  | { type: 'panel.shown'; panel: SidePanel | null }
  | ({ type: 'prescription.changed' } & RxNews)
  /** Statements about the patient changed. */
  | { type: 'facts.changed' }
  | { type: 'finish.requested'; summary: string }
  | { type: 'finish.confirmed' }
  | { type: 'finish.cancelled' }
  | { type: 'finish.undone' }
  /** Announced in another tab of the same doctor. */
  | { type: 'finish.announced'; finishing: Finishing }
  | { type: 'finish.undoneElsewhere' }
  | { type: 'retry.requested' };

const consultation = setup({
  types: {
    input: {} as ConsultationInput,
    context: {} as Context,
    events: {} as ConsultationEvent,
    output: {} as ConsultationOutput,
    tags: {} as 'writable' | 'busy',
  },
  actors: {
    load: placeholderActor<LoadOutcome, ConsultationKey>('load'),
    accept: placeholderActor<AcceptOutcome, Known>('accept'),
    findBlockers: placeholderActor<BlockersOutcome, ConsultationKey>('findBlockers'),
    /** Decides when the ending becomes final and stores it locally, so that it survives a reload. */
    announce: placeholderActor<Finishing, Announced>('announce'),
    /** Resolves at the given time (epoch ms of the platform). */
    waitUntil: placeholderActor<void, number>('waitUntil'),
    finish: placeholderActor<FinishOutcome, Known & { summary: string }>('finish'),
    record: recordMachine,
    prescription: prescriptionMachine,
  },
  actions: {
    /** Puts a reply into the outbox; the composition root provides it. */
    deliver: (_, _reply: { key: ConsultationKey; reply: Reply }) => {},
    /** Deletes the stored ending; the composition root provides it. */
    deleteFinishing: (_, _key: ConsultationKey) => {},
    /** Notifies the other tabs that the ending was undone; the composition root provides it. */
    announceUndo: (_, _key: ConsultationKey) => {},
    setFailure: assign((_, failure: Failure | null) => ({ failure })),
    setOrder: assign(({ context }, order: ConsultOrder) => ({
      order: context.order && context.order.version > order.version ? context.order : order,
      accept: false,
      failure: null,
    })),
    setBlockers: assign((_, found: BlockersOutcome) => ({
      blockers: found.outcome === 'found' ? found.blockers : [],
      failure: found.outcome === 'failed' ? found.failure : null,
    })),
    setFinishing: assign((_, finishing: Finishing | null) => ({ finishing })),
    setSummary: assign((_, summary: string) => ({ summary })),
    setWinner: assign((_, doctorName: string | null) => ({ doctorName })),
    setPanel: assign((_, panel: SidePanel | null) => ({ panel })),
    /** Starts the machine of the shown record, unless it already runs. */
    openRecord: assign(({ context: { key, order, panel, record }, spawn }) => {
      if (!order || panel !== 'record' || record) return {};
      const input = { orderId: key.orderId, patientId: order.patient.id };
      return { record: spawn('record', { id: `record:${key.orderId}`, input }) };
    }),
    /**
     * Starts the prescription's machine when its panel is shown or there is a prescription, whose tab says what was found
     * since. It runs once.
     */
    openPrescription: assign(({ context, spawn }, isThere: boolean) => {
      const { key, order, panel, prescription } = context;
      const isWanted = isThere || panel === 'prescription' || (order?.prescriptionIds ?? []).length > 0;
      if (!order || !isWanted || prescription) return {};
      const input = { orderId: key.orderId };
      return { prescription: spawn('prescription', { id: `prescription:${key.orderId}`, input }) };
    }),
    startFinishing: assign({ announcedHere: true }),
    stopFinishing: assign({ announcedHere: false }),
    /** Reports to the workspace that an announced ending is final. */
    reportFinished: enqueueActions(({ context, enqueue }) => {
      const finished: ConsultationFinished = { type: 'consultation.finished', orderId: context.key.orderId };
      if (context.announcedHere) enqueue(sendParent(finished));
    }),
    recheckPrescription: enqueueActions(({ context, enqueue }) => {
      if (context.prescription) enqueue.sendTo(context.prescription, { type: 'facts.changed' });
    }),
    forwardToRecord: enqueueActions(({ context, enqueue }, news: RecordNews) => {
      if (context.record) enqueue.sendTo(context.record, { type: 'stored.changed', ...news });
    }),
    forwardToPrescription: enqueueActions(({ context, enqueue }, change: RxNews) => {
      if (context.prescription) enqueue.sendTo(context.prescription, { type: 'status.changed', ...change });
    }),
  },
  guards: {
    hasStatus: ({ context }, status: number) => context.order?.status === status,
    hasOrder: ({ context }) => context.order !== null,
    wantsPatient: ({ context }) => context.accept && context.order?.status === OrderStatus.awaiting,
    hasPendingFinish: ({ context }) => context.finishing !== null && context.order?.status === OrderStatus.active,
    /** Ignores events that are older than the known version. */
    isOther: ({ context: { order } }, { status, version }: Pick<ConsultOrder, 'status' | 'version'>) =>
      order === null || (version >= order.version && status !== order.status),
    isFree: (_, found: BlockersOutcome) => found.outcome === 'found' && found.blockers.length === 0,
    isBlocked: (_, found: BlockersOutcome) => found.outcome === 'found' && found.blockers.length > 0,
    mayFinishAnyway: ({ context }) => mayFinishAnyway(context.blockers),
  },
});

type At = { context: Context };
type Ended<T> = { event: { output: T } };
type WithOrder = LoadOutcome | AcceptOutcome | FinishOutcome;

const loaded = endedAs<LoadOutcome>();
const accepted = endedAs<AcceptOutcome>();
const finished = endedAs<FinishOutcome>();
const ofKey = ({ context: { key } }: At) => key;
/** Deletes the stored ending once it is final or undone. */
const deleteFinishing = { type: 'deleteFinishing', params: ofKey } as const;
const clearFinishing = { type: 'setFinishing', params: null } as const;
/** Stores the failure of a request, so that the pane can show it. */
const setFailure = {
  type: 'setFailure',
  params: ({ event: { output } }: Ended<WithOrder>) => (output.outcome === 'failed' ? output.failure : null),
} as const;
/** Stores the order that the platform returned. */
const setOrder = {
  type: 'setOrder',
  params: ({ event: { output } }: Ended<WithOrder>) => {
    if (!('order' in output)) throw new Error(`no order comes with ${output.outcome}`);
    return output.order;
  },
} as const;
const foundBlockers = ({ event }: Ended<BlockersOutcome>) => event.output;
const setBlockers = { type: 'setBlockers', params: foundBlockers } as const;
const setWinner = {
  type: 'setWinner',
  params: ({ event }: { event: { doctorName: string | null } }) => event.doctorName,
} as const;
const setPanel = {
  type: 'setPanel',
  params: ({ event }: { event: { panel: SidePanel | null } }) => event.panel,
} as const;
const openPanel = ['openRecord', { type: 'openPrescription', params: false }] as const;
const forward = {
  type: 'forwardToPrescription',
  params: ({ event: { type: _, ...news } }: { event: { type: string } & RxNews }) => news,
} as const;
const asBefore = '#consultation.active';
const droppable = { 'finish.cancelled': asBefore } as const;
const isNow = (status: number) => ({ type: 'hasStatus', params: status }) as const;
/** The order stopped waiting while it was being accepted: by this accept, or because it was cancelled or timed out. */
const hasLeft = or([stateIn({ accepting: 'left' }), stateIn({ finishing: { ending: 'left' } })]);
const heard = { 'order.changed': {} } as const;

/** Ending a consultation: check for blockers, announce the ending, allow undo for a while, then end it on the platform. */
const finishing = consultation.createStateConfig({
  initial: 'checking',
  states: {
    checking: {
      on: droppable,
      invoke: {
        id: 'findBlockers',
        src: 'findBlockers',
        input: ofKey,
        onDone: [
          { guard: { type: 'isFree', params: foundBlockers }, target: 'announcing', actions: setBlockers },
          { guard: { type: 'isBlocked', params: foundBlockers }, target: 'confirming', actions: setBlockers },
          { target: asBefore, actions: setBlockers },
        ],
        onError: asBefore,
      },
    },
    confirming: {
      on: { ...droppable, 'finish.confirmed': { guard: 'mayFinishAnyway', target: 'announcing' } },
    },
    announcing: {
      entry: 'startFinishing',
      tags: 'busy',
      invoke: {
        id: 'announce',
        src: 'announce',
        input: ({ context: { key, summary } }) => ({ key, summary }),
        onDone: { target: 'undoable', actions: { type: 'setFinishing', params: ({ event }) => event.output } },
        onError: asBefore,
      },
    },
    undoable: {
      entry: 'startFinishing',
      on: {
        'finish.undone': {
          target: asBefore,
          actions: [deleteFinishing, { type: 'announceUndo', params: ofKey }, clearFinishing],
        },
        'finish.undoneElsewhere': { target: asBefore, actions: clearFinishing },
      },
      invoke: {
        id: 'waitUntil',
        src: 'waitUntil',
        input: ({ context }) => context.finishing?.at ?? 0,
        onDone: 'ending',
        onError: 'ending',
      },
    },
    ending: {
      tags: 'busy',
      initial: 'asking',
      states: { asking: { on: { 'order.left': 'left', 'order.changed': 'left' } }, left: { on: heard } },
      invoke: {
        id: 'finish',
        src: 'finish',
        input: ({ context: { key, order, summary } }) => ({ key, order, summary }),
        onDone: [
          {
            guard: finished.is('finished'),
            target: '#consultation.sorting',
            actions: [setOrder, deleteFinishing, clearFinishing],
          },
          { guard: hasLeft, target: '#consultation.loading', actions: [setFailure, deleteFinishing, clearFinishing] },
          { target: asBefore, actions: [setFailure, deleteFinishing, clearFinishing] },
        ],
        onError: { target: asBefore, actions: [deleteFinishing, clearFinishing] },
      },
    },
  },
});

/** One patient's consultation, from waiting to closed. While it is active, its record and its prescription start with their panel. */
export const consultationMachine = consultation.createMachine({
  id: 'consultation',
  context: ({ input }) => ({
    ...input,
    panel: null,
    announcedHere: false,
    summary: input.finishing?.summary ?? '',
    doctorName: null,
    blockers: [],
    failure: null,
    record: null,
    prescription: null,
  }),
  initial: 'opening',
  on: {
    'order.refreshed': [
      {
        guard: { type: 'isOther', params: ({ event }) => event.order },
        target: '.sorting',
        actions: { type: 'setOrder', params: ({ event }) => event.order },
      },
      { actions: { type: 'setOrder', params: ({ event }) => event.order } },
    ],
    'order.changed': { guard: { type: 'isOther', params: ({ event }) => event }, target: '.loading' },
    // Stored in every state, so that the panel's machine starts once the consultation is active.
    'panel.shown': { actions: setPanel },
    'facts.changed': { actions: 'recheckPrescription' },
    'record.changed': {
      actions: { type: 'forwardToRecord', params: ({ event: { type: _, ...news } }) => news },
    },
    'prescription.changed': { actions: forward },
  },
  states: {
    opening: { always: [{ guard: 'hasOrder', target: 'sorting' }, { target: 'loading' }] },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        input: ofKey,
        onDone: [
          { guard: loaded.is('loaded'), target: 'sorting', actions: setOrder },
          { target: 'unreachable', actions: setFailure },
        ],
        onError: 'unreachable',
      },
    },
    sorting: {
      always: [
        { guard: 'wantsPatient', target: 'accepting' },
        { guard: isNow(OrderStatus.awaiting), target: 'awaiting' },
        { guard: 'hasPendingFinish', target: 'finishing.undoable' },
        { guard: isNow(OrderStatus.active), target: 'active' },
        { target: 'closed' },
      ],
    },
    unreachable: { on: { 'retry.requested': 'loading' } },
    awaiting: {
      on: {
        'accept.requested': 'accepting',
        // The order was cancelled or timed out: load it to find out which.
        'order.left': 'loading',
        'order.taken': { target: 'lost', actions: setWinner },
      },
    },
    accepting: {
      tags: 'busy',
      on: { 'order.taken': { target: 'lost', actions: setWinner } },
      initial: 'asking',
      states: { asking: { on: { 'order.left': 'left', 'order.changed': 'left' } }, left: { on: heard } },
      invoke: {
        id: 'accept',
        src: 'accept',
        input: ({ context: { key, order } }) => ({ key, order }),
        onDone: [
          { guard: accepted.is('accepted'), target: 'sorting', actions: setOrder },
          {
            guard: accepted.is('takenByAnother'),
            target: 'lost',
            actions: {
              type: 'setWinner',
              params: accepted.params('takenByAnother', ({ doctorName }) => doctorName),
            },
          },
          { guard: hasLeft, target: 'loading', actions: setFailure },
          { target: 'awaiting', actions: setFailure },
        ],
        onError: [{ guard: hasLeft, target: 'loading' }, { target: 'awaiting' }],
      },
    },
    active: {
      tags: 'writable',
      entry: ['stopFinishing', ...openPanel],
      on: {
        'reply.written': {
          actions: { type: 'deliver', params: ({ context: { key }, event: { reply } }) => ({ key, reply }) },
        },
        'panel.shown': { actions: [setPanel, ...openPanel] },
        'prescription.changed': { actions: [{ type: 'openPrescription', params: true }, forward] },
        'finish.requested': {
          target: 'finishing',
          actions: { type: 'setSummary', params: ({ event }) => event.summary },
        },
        'finish.announced': {
          target: 'finishing.undoable',
          actions: [
            { type: 'setSummary', params: ({ event }) => event.finishing.summary },
            { type: 'setFinishing', params: ({ event }) => event.finishing },
          ],
        },
      },
    },
    finishing,
    closed: { entry: [deleteFinishing, clearFinishing, 'reportFinished', 'stopFinishing'] },
    lost: { type: 'final' },
  },
  output: ({ context }) => ({
    outcome: 'takenByAnother',
    orderId: context.key.orderId,
    doctorName: context.doctorName,
  }),
});

export type Consultation = ActorRefFrom<typeof consultationMachine>;
