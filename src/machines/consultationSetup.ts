import { type ActorRefFrom, assign, enqueueActions, sendParent, setup } from 'xstate';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId, PrescriptionId, RequestId } from '../../contract/ids.ts';
import type { Failure } from '../../contract/operation.ts';
import type { SidePanel } from '../domain/desk.ts';
import { type FinishBlocker, mayFinishAnyway } from '../domain/finish.ts';
import type { Reply } from '../domain/outgoing.ts';
import type { ConsultationKey } from '../domain/owner.ts';
import { placeholderActor } from './actors.ts';
import { prescriptionMachine } from './prescription.ts';
import { recordMachine } from './record.ts';

/** An ending that can still be undone: when it becomes final, and what the patient will read. */
export type Finishing = { readonly at: number; readonly summary: string };

/** `accept`: take the patient at once, as "Accept" on a waiting row does. */
export type ConsultationInput = {
  readonly key: ConsultationKey;
  readonly order: ConsultOrder | null;
  readonly accept: boolean;
  readonly finishing: Finishing | null;
};

/** Losing the race to a colleague is an outcome, not an error. */
export type AcceptOutcome =
  | { readonly outcome: 'accepted'; readonly order: ConsultOrder }
  | { readonly outcome: 'takenByAnother'; readonly doctorName: string | null }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export type FinishOutcome =
  | { readonly outcome: 'finished'; readonly order: ConsultOrder }
  | { readonly outcome: 'failed'; readonly failure: Failure };

/** A check that could not be made stops the ending: nothing unsigned or unsent may slip through a bad link. */
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
  /** The request id of the first prescription; null until that is opened. */
  readonly requestId: RequestId | null;
  readonly panel: SidePanel | null;
  /** An ending is announced or being carried out. */
  readonly isEnding: boolean;
  readonly summary: string;
  /** Who was faster, once this consultation is lost. */
  readonly doctorName: string | null;
  readonly blockers: readonly FinishBlocker[];
  /** What went wrong last, to be shown in the pane. */
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
  | { type: 'reply.written'; reply: Reply }
  /** The panel that the consultation's pane shows. */
  | { type: 'panel.shown'; panel: SidePanel | null }
  | { type: 'prescription.changed'; id: PrescriptionId; version: number }
  | { type: 'finish.requested'; summary: string }
  | { type: 'finish.confirmed' }
  | { type: 'finish.cancelled' }
  | { type: 'finish.undone' }
  /** In another window of the same doctor. */
  | { type: 'finish.announced'; finishing: Finishing }
  | { type: 'finish.withdrawn' }
  | { type: 'retry.requested' };

/** What a consultation reports to the workspace that spawned it. */
export type ConsultationFinished = { readonly type: 'consultation.finished'; readonly orderId: OrderId };

/** How a consultation that could not be had ends: its pane closes by itself. */
export type ConsultationOutput = {
  readonly outcome: 'takenByAnother';
  readonly orderId: OrderId;
  readonly doctorName: string | null;
};

/** The words that the consultation machine is written in. */
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
    /** Fixes the moment at which the ending becomes final, and keeps it on this machine, so that a reload does not lose it. */
    announce: placeholderActor<Finishing, Announced>('announce'),
    /** Resolves when the given moment has come, by the platform's clock. */
    moment: placeholderActor<void, number>('moment'),
    finish: placeholderActor<FinishOutcome, Known & { summary: string }>('finish'),
    record: recordMachine,
    prescription: prescriptionMachine,
  },
  actions: {
    /** Puts a reply into the outbox; the composition root provides it. */
    deliver: (_, _reply: { key: ConsultationKey; reply: Reply }) => {},
    /** Forgets an announced ending that was undone or carried out; the composition root provides it. */
    dropFinishing: (_, _key: ConsultationKey) => {},
    /** Lets the other windows know that an announced ending was undone; the composition root provides it. */
    announceWithdrawal: (_, _key: ConsultationKey) => {},
    explain: assign((_, failure: Failure | null) => ({ failure })),
    keepOrder: assign(({ context }, order: ConsultOrder) => ({
      order: context.order && context.order.version > order.version ? context.order : order,
      accept: false,
      failure: null,
    })),
    keepBlockers: assign((_, found: BlockersOutcome) => ({
      blockers: found.outcome === 'found' ? found.blockers : [],
      failure: found.outcome === 'failed' ? found.failure : null,
    })),
    keepFinishing: assign((_, finishing: Finishing | null) => ({ finishing })),
    keepSummary: assign((_, summary: string) => ({ summary })),
    keepWinner: assign((_, doctorName: string | null) => ({ doctorName })),
    /** Assigns a new `requestId`; the composition root provides it. */
    createRequestId: assign({ requestId: null }),
    keepPanel: assign((_, panel: SidePanel | null) => ({ panel })),
    /** Starts the machine of the panel that the pane shows, unless it runs already. */
    openPanel: assign(({ context, spawn }) => {
      const { key, order, panel, record, prescription, requestId } = context;
      if (!order) return {};
      const { orderId } = key;
      const input = { orderId, patientId: order.patient.id };
      if (panel === 'record' && !record) return { record: spawn('record', { id: `record:${orderId}`, input }) };
      if (panel !== 'prescription' || prescription || !requestId) return {};
      const id = `prescription:${orderId}`;
      return { prescription: spawn('prescription', { id, input: { ...input, requestId } }) };
    }),
    noteEnding: assign({ isEnding: true }),
    forgetEnding: assign({ isEnding: false }),
    /** Reports to the workspace that an announced ending has been carried out. */
    reportFinished: enqueueActions(({ context, enqueue }) => {
      const finished: ConsultationFinished = { type: 'consultation.finished', orderId: context.key.orderId };
      if (context.isEnding) enqueue(sendParent(finished));
    }),
    forwardToPrescription: enqueueActions(({ context, enqueue }, news: { id: PrescriptionId; version: number }) => {
      if (context.prescription) enqueue.sendTo(context.prescription, { type: 'status.changed', ...news });
    }),
  },
  guards: {
    hasStatus: ({ context }, status: number) => context.order?.status === status,
    hasOrder: ({ context }) => context.order !== null,
    wantsPatient: ({ context }) => context.accept && context.order?.status === OrderStatus.awaiting,
    isEnding: ({ context }) => context.finishing !== null && context.order?.status === OrderStatus.active,
    /** News that is older than what is known changes nothing. */
    isOther: ({ context: { order } }, { status, version }: Pick<ConsultOrder, 'status' | 'version'>) =>
      order === null || (version >= order.version && status !== order.status),
    isFree: (_, found: BlockersOutcome) => found.outcome === 'found' && found.blockers.length === 0,
    isBlocked: (_, found: BlockersOutcome) => found.outcome === 'found' && found.blockers.length > 0,
    mayFinishAnyway: ({ context }) => mayFinishAnyway(context.blockers),
  },
});

/** What every consultation starts from. */
export const firstContext = (input: ConsultationInput): ConsultationContext => ({
  ...input,
  requestId: null,
  panel: null,
  isEnding: false,
  summary: input.finishing?.summary ?? '',
  doctorName: null,
  blockers: [],
  failure: null,
  record: null,
  prescription: null,
});
