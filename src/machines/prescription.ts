import { type ActorRefFrom, and, not, stateIn } from 'xstate';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { draftFrom, emptyDraft, type RxDraft } from '../domain/rxDraft.ts';
import { endedAs } from './actors.ts';
import {
  type CancelOutcome,
  type Checked,
  type LoadedPrescription,
  type PrescriptionContext,
  prescription,
  type RxNews,
  type SubmitOutcome,
} from './prescriptionSetup.ts';

type At = { context: PrescriptionContext };
type Ended<T> = { event: { output: T } };

const ofDraft = ({ context: { orderId, draft } }: At) => ({ orderId, draft });
/** The prescription under review, as a draft that the checks can read. */
const ofIssued = ({ context: { orderId, draft, latest } }: At) => ({
  orderId,
  draft: latest ? draftFrom(latest, draft.requestId, { id: latest.id, version: latest.version }) : draft,
});
const storeDraft = { type: 'storeDraft', params: ofDraft } as const;
const deleteDraft = { type: 'deleteDraft', params: ({ context: { orderId } }: At) => ({ orderId }) } as const;
const write = { type: 'write', params: ({ event }: { event: { draft: RxDraft } }) => event.draft } as const;
const take = { type: 'take', params: ({ event }: Ended<LoadedPrescription>) => event.output } as const;
/** The text that was not sent stays on this machine, and the screen offers it beside the prescription. */
const takeLatest = {
  type: 'take',
  params: ({ event }: Ended<LoadedPrescription>) => ({ latest: event.output.latest, draft: null }),
} as const;
const loaded = (type: 'isSent' | 'isIssued') =>
  ({ type, params: ({ event }: Ended<LoadedPrescription>) => event.output }) as const;
const noteChecks = { type: 'noteChecks', params: ({ event }: Ended<Checked>) => event.output } as const;
const notChecked = { type: 'noteChecks', params: { available: false, hits: [] } } as const;
const noteSubmit = { type: 'noteSubmit', params: ({ event }: Ended<SubmitOutcome>) => event.output } as const;
const noteCancel = { type: 'noteCancel', params: ({ event }: Ended<CancelOutcome>) => event.output } as const;
const news = ({ event: { type: _, ...told } }: { event: { type: string } & RxNews }) => told;
const isNews = { type: 'isNews', params: news } as const;
const want = { type: 'want', params: news } as const;
/** What to load: the known prescription, unless the news is about another one of the order. */
const idOf = (latest: PrescriptionContext['latest'], wanted: RxNews | null) =>
  latest && (wanted === null || wanted.id === latest.id) ? latest.id : null;
const submitted = endedAs<SubmitOutcome>();
const refusedBy = (level: 'block' | 'warn') =>
  ({ type: 'isRefusedBy', params: ({ event }: Ended<SubmitOutcome>) => ({ outcome: event.output, level }) }) as const;
const checkedAs = (type: 'isUnavailable' | 'isBlocked' | 'needsReason') =>
  ({ type, params: ({ event }: Ended<Checked>) => event.output }) as const;
/** A late answer of the pharmacy about a drug checks a confirmed prescription again, without asking the doctor again. */
const checkAgain = {
  'draft.changed': {
    guard: and([
      not(stateIn('#prescription.drafting.checking.only')),
      { type: 'isSameOrder', params: ({ event }: { event: { draft: RxDraft } }) => event.draft },
    ]),
    target: '#prescription.drafting.checking.submitNext',
    reenter: true,
    actions: [write, storeDraft],
  },
} as const;
const isConfirmed = stateIn('#prescription.drafting.checking.submitNext');
const isNow = (status: number) => ({ type: 'hasStatus', params: status }) as const;

const startAnew = {
  'prescription.started': { target: '#prescription.drafting', actions: [write, storeDraft] },
} as const;
const cancellable = {
  'cancel.requested': {
    target: '#prescription.cancelling',
    actions: { type: 'setReason', params: ({ event }: { event: { reason: string } }) => event.reason },
  },
} as const;

/** One order's prescription: written, checked, submitted once and reviewed. It is valid only after an auditor approves it. */
export const prescriptionMachine = prescription.createMachine({
  id: 'prescription',
  context: ({ input: { orderId, patientId, requestId } }) => ({
    orderId,
    patientId,
    draft: emptyDraft(requestId),
    latest: null,
    checked: null,
    missing: [],
    lineErrors: [],
    message: null,
    cancelReason: '',
    wanted: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { orderId } }) => ({ orderId, id: null }),
        onDone: [
          { guard: loaded('isSent'), target: 'issued', actions: [takeLatest, deleteDraft] },
          { guard: loaded('isIssued'), target: 'issued', actions: takeLatest },
          { target: 'drafting', actions: take },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: { after: { backoff: 'loading' }, on: { 'retry.requested': 'loading' } },
    drafting: {
      tags: 'writable',
      initial: 'unchecked',
      on: {
        'draft.changed': { target: 'drafting', reenter: true, actions: [write, storeDraft] },
        'submit.requested': [{ guard: 'isComplete', target: '.checking.submitNext' }, { actions: 'setMissing' }],
        'save.requested': 'savingDraft',
        'draft.discarded': { guard: 'hasIssued', target: 'issued', actions: [deleteDraft, 'empty'] },
        'status.changed': { guard: isNews, actions: 'askLatest' },
        'xstate.done.actor.latest': {
          actions: { type: 'seeLatest', params: ({ event }) => event.output },
        },
        'xstate.error.actor.latest': {},
        'facts.changed': { guard: 'hasLines', target: '.checking', reenter: true },
      },
      states: {
        unchecked: {
          after: { quiet: { guard: 'hasLines', target: 'checking' } },
          on: { 'check.requested': { guard: 'hasLines', target: 'checking' } },
        },
        checking: {
          initial: 'only',
          states: { only: {}, submitNext: {} },
          on: checkAgain,
          invoke: {
            id: 'check',
            src: 'check',
            input: ofDraft,
            onDone: [
              { guard: checkedAs('isUnavailable'), target: 'unavailable', actions: noteChecks },
              { guard: checkedAs('isBlocked'), target: 'blocked', actions: noteChecks },
              { guard: checkedAs('needsReason'), target: 'needsReason', actions: noteChecks },
              { guard: isConfirmed, target: 'askingStock', actions: noteChecks },
              { target: 'ready', actions: noteChecks },
            ],
            onError: { target: 'unavailable', actions: notChecked },
          },
        },
        askingStock: {
          tags: 'sending',
          on: checkAgain,
          invoke: {
            id: 'stock',
            src: 'stock',
            input: ofDraft,
            onDone: [
              {
                guard: { type: 'isStockChanged', params: ({ event }) => event.output },
                target: 'unchecked',
                actions: [{ type: 'noteStocks', params: ({ event }) => event.output }, storeDraft],
              },
              { target: '#prescription.submitting' },
            ],
            // The platform checks the stock again when it stores the prescription.
            onError: '#prescription.submitting',
          },
        },
        ready: {},
        needsReason: {},
        blocked: {},
        unavailable: { on: { 'retry.requested': 'checking' } },
      },
    },
    savingDraft: {
      tags: 'busy',
      invoke: {
        id: 'saveDraft',
        src: 'submit',
        input: ({ context: { orderId, draft } }) => ({ orderId, draft, submit: false }),
        onDone: [
          { guard: submitted.is('stored'), target: 'drafting', actions: [noteSubmit, storeDraft, 'announceSaved'] },
          { guard: submitted.is('changed'), target: 'issued', actions: noteSubmit },
          { target: 'drafting', actions: noteSubmit },
        ],
        onError: 'drafting',
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context: { orderId, draft } }) => ({ orderId, draft, submit: true }),
        onDone: [
          { guard: submitted.is('stored'), target: 'issued', actions: [noteSubmit, deleteDraft] },
          { guard: submitted.is('changed'), target: 'issued', actions: [noteSubmit] },
          { guard: refusedBy('block'), target: 'drafting.blocked', actions: noteSubmit },
          { guard: refusedBy('warn'), target: 'drafting.needsReason', actions: noteSubmit },
          { target: 'drafting', actions: noteSubmit },
        ],
        onError: 'unconfirmed',
      },
    },
    unconfirmed: {
      tags: 'busy',
      after: { backoff: 'submitting' },
      on: { 'retry.requested': 'submitting' },
    },
    issued: {
      tags: 'issued',
      initial: 'sorting',
      on: {
        'status.changed': { guard: isNews, target: 'refreshing', actions: want },
        'language.changed': 'refreshing',
      },
      states: {
        sorting: {
          always: [
            { guard: isNow(PrescriptionStatus.pending), target: 'pendingReview' },
            { guard: isNow(PrescriptionStatus.rejected), target: 'rejected' },
            { guard: isNow(PrescriptionStatus.approved), target: 'approved' },
            { guard: isNow(PrescriptionStatus.voided), target: 'cancelled' },
            { guard: isNow(PrescriptionStatus.expired), target: 'expired' },
            { target: 'other' },
          ],
        },
        pendingReview: {
          initial: 'known',
          on: { ...cancellable, 'facts.changed': '.rechecking' },
          states: {
            known: {},
            rechecking: {
              invoke: {
                id: 'recheck',
                src: 'check',
                input: ofIssued,
                onDone: { target: 'known', actions: noteChecks },
                onError: { target: 'known', actions: notChecked },
              },
            },
          },
        },
        rejected: { on: { ...cancellable, ...startAnew } },
        approved: { on: { ...cancellable, ...startAnew } },
        cancelled: { on: startAnew },
        expired: { on: startAnew },
        other: { on: startAnew },
      },
    },
    refreshing: {
      tags: ['issued', 'busy'],
      on: {
        'status.changed': { guard: isNews, actions: want },
        'language.changed': { target: 'refreshing', reenter: true },
      },
      invoke: {
        id: 'refresh',
        src: 'load',
        input: ({ context: { orderId, latest, wanted } }) => ({ orderId, id: idOf(latest, wanted) }),
        onDone: [
          {
            guard: { type: 'isOvertaken', params: ({ event }) => event.output },
            target: 'refreshing',
            reenter: true,
            actions: [take, 'forgetWanted'],
          },
          { target: 'issued', actions: [take, 'forgetWanted'] },
        ],
        onError: { target: 'issued', actions: 'forgetWanted' },
      },
    },
    cancelling: {
      tags: ['issued', 'busy'],
      invoke: {
        id: 'cancel',
        src: 'cancel',
        input: ({ context: { latest, cancelReason } }) => ({ rx: latest, reason: cancelReason }),
        onDone: { target: 'issued', actions: noteCancel },
        onError: 'issued',
      },
    },
  },
});

export type PrescriptionActor = ActorRefFrom<typeof prescriptionMachine>;
