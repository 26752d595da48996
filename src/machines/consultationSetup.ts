import { type ActorRefFrom, assign, enqueueActions, sendParent, setup } from 'xstate';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId, RequestId } from '../../contract/ids.ts';
import type { Failure } from '../../contract/operation.ts';
import type { SidePanel } from '../domain/desk.ts';
import { type FinishBlocker, mayFinishAnyway } from '../domain/finish.ts';
import type { Reply } from '../domain/outgoing.ts';
import type { ConsultationKey } from '../domain/owner.ts';
import { placeholderActor } from './actors.ts';
import { prescriptionMachine } from './prescription.ts';
import type { RxNews } from './prescriptionSetup.ts';
import { recordMachine } from './record.ts';
import type { RecordNews } from './recordSetup.ts';

/** An ending that can still be undone: when it becomes final (epoch ms of the platform), and the summary for the patient. */
export type Finishing = { readonly at: number; readonly summary: string };

/** `accept`: accept the patient immediately, as "Accept" on a waiting row does. */
export type ConsultationInput = {
  readonly key: ConsultationKey;
  readonly order: ConsultOrder | null;
  readonly accept: boolean;
  readonly finishing: Finishing | null;
};

/** `takenByAnother` is an expected outcome, not an error: a colleague accepted the patient first. */
export type AcceptOutcome =
  | { readonly outcome: 'accepted'; readonly order: ConsultOrder }
  | { readonly outcome: 'takenByAnother'; readonly doctorName: string | null }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export type FinishOutcome =
  | { readonly outcome: 'finished'; readonly order: ConsultOrder }
  | { readonly outcome: 'failed'; readonly failure: Failure };

/** A failed check stops the ending, so that a bad link never hides unsigned or unsent work. */
export type BlockersOutcome =
  | { readonly outcome: 'found'; readonly blockers: readonly FinishBlocker[] }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export type LoadOutcome =
  | { readonly outcome: 'loaded'; readonly order: ConsultOrder }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export type ConsultationContext = {
  readonly key: ConsultationKey;
  readonly order: ConsultOrder | null;
  readonly accept: boolean;
  readonly finishing: Finishing | null;
  /** Idempotency key of the first prescription; null until the consultation is active. */
  readonly requestId: RequestId | null;
  readonly panel: SidePanel | null;
  /** True from the announcement of an ending until it is undone or final. */
  readonly isFinishing: boolean;
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

export type ConsultationEvent =
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

/** What a consultation reports to the workspace that spawned it. */
export type ConsultationFinished = { readonly type: 'consultation.finished'; readonly orderId: OrderId };

/** The output when a colleague accepted the patient first; the workspace then closes the pane. */
export type ConsultationOutput = {
  readonly outcome: 'takenByAnother';
  readonly orderId: OrderId;
  readonly doctorName: string | null;
};

/** Types, actors, actions and guards of the consultation machine. */
export const consultation = setup({
  types: {
    input: {} as ConsultationInput,
    context: {} as ConsultationContext,
    events: {} as ConsultationEvent,
    output: {} as ConsultationOutput,
    tags: {} as 'writable' | 'busy' | 'readOnly',
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
    /** Assigns a new `requestId`; the composition root provides it. */
    createRequestId: assign({ requestId: null }),
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
      const { key, order, panel, prescription, requestId } = context;
      const isWanted = isThere || panel === 'prescription' || (order?.prescriptionIds ?? []).length > 0;
      if (!order || !isWanted || prescription || !requestId) return {};
      const input = { orderId: key.orderId, patientId: order.patient.id, requestId };
      return { prescription: spawn('prescription', { id: `prescription:${key.orderId}`, input }) };
    }),
    startFinishing: assign({ isFinishing: true }),
    stopFinishing: assign({ isFinishing: false }),
    /** Reports to the workspace that an announced ending is final. */
    reportFinished: enqueueActions(({ context, enqueue }) => {
      const finished: ConsultationFinished = { type: 'consultation.finished', orderId: context.key.orderId };
      if (context.isFinishing) enqueue(sendParent(finished));
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
    isFinishing: ({ context }) => context.finishing !== null && context.order?.status === OrderStatus.active,
    /** Ignores events that are older than the known version. */
    isOther: ({ context: { order } }, { status, version }: Pick<ConsultOrder, 'status' | 'version'>) =>
      order === null || (version >= order.version && status !== order.status),
    isFree: (_, found: BlockersOutcome) => found.outcome === 'found' && found.blockers.length === 0,
    isBlocked: (_, found: BlockersOutcome) => found.outcome === 'found' && found.blockers.length > 0,
    mayFinishAnyway: ({ context }) => mayFinishAnyway(context.blockers),
  },
});

export const firstContext = (input: ConsultationInput): ConsultationContext => ({
  ...input,
  requestId: null,
  panel: null,
  isFinishing: false,
  summary: input.finishing?.summary ?? '',
  doctorName: null,
  blockers: [],
  failure: null,
  record: null,
  prescription: null,
});
