import { type ActorRefFrom, and, assertEvent, assign, emit, not, setup, spawnChild, stateIn, stopChild } from 'xstate';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../contract/http/prescription.ts';
import type { OrderId, PrescriptionId } from '../../contract/ids.ts';
import {
  afterLoad,
  afterSubmit,
  type CancelOutcome,
  type Checked,
  hasIssued,
  isIssued,
  isSent,
  type LoadedPrescription,
  refusalIn,
  type SubmitOutcome,
  type Verdict,
  verdictOn,
} from '../domain/rxAnswers.ts';
import { asReviewed, dueInLines, emptyDraft, isComplete, type RxDraft } from '../domain/rxDraft.ts';
import { blankForm, type RxForm } from '../domain/rxForm.ts';
import { isSameOrder } from '../domain/rxLines.ts';
import { afterSeen, type HeardNews, hearing, idToRefresh, isUnasked, type RxNews, silence } from '../domain/rxNews.ts';
import { isStockChanged, type Stocks, withStocks } from '../domain/rxStock.ts';
import { endedAs, outputOf, placeholderActor } from './actors.ts';

type PrescriptionContext = RxForm & {
  readonly orderId: OrderId;
  readonly latest: Rx | null;
  readonly heard: HeardNews;
  /** Whether the patient's facts changed after the latest checks began. */
  readonly factsChanged: boolean;
};

type DraftInput = { readonly orderId: OrderId; readonly draft: RxDraft };

const prescription = setup({
  types: {
    input: {} as { readonly orderId: OrderId },
    context: {} as PrescriptionContext,
    events: {} as
      | { type: 'draft.changed'; draft: RxDraft }
      | { type: 'save.requested' }
      /** Statements about the patient changed, so the draft is checked again. */
      | { type: 'facts.changed' }
      /** The doctor wants to submit. The checks run, then the doctor confirms. */
      | { type: 'submit.requested' }
      | { type: 'submit.confirmed' }
      | { type: 'submit.cancelled' }
      | { type: 'cancel.requested'; reason: string }
      | { type: 'prescription.started'; draft: RxDraft }
      | { type: 'draft.discarded' }
      | ({ type: 'status.changed' } & RxNews)
      | { type: 'language.changed' }
      | { type: 'retry.requested' }
      /** The answer about what another window did meanwhile. */
      | { type: 'xstate.done.actor.latest'; output: Rx | null }
      | { type: 'xstate.error.actor.latest'; error: unknown },
    /** `submission.stopped`: something must be corrected first. */
    emitted: {} as { type: 'draft.saved' } | { type: 'submission.stopped' },
    tags: {} as 'writable' | 'busy' | 'issued' | 'preparing' | 'asking',
  },
  actors: {
    /** With an id that prescription is loaded, without one the order's latest. */
    load: placeholderActor<LoadedPrescription, { orderId: OrderId; id: PrescriptionId | null }>('load'),
    /** The order's latest prescription alone, while a draft is being written. */
    latest: placeholderActor<Rx | null, { orderId: OrderId }>('latest'),
    check: placeholderActor<Checked, DraftInput>('check'),
    /** Asks the pharmacy for stock and prices right before the submission. */
    stock: placeholderActor<Stocks, DraftInput>('stock'),
    submit: placeholderActor<SubmitOutcome, DraftInput & { submit: boolean }>('submit'),
    cancel: placeholderActor<CancelOutcome, { rx: Rx | null; reason: string }>('cancel'),
  },
  actions: {
    /** The form goes on with the local copy that was read, which another window may have left. */
    resumeDraft: () => {},
    /** The composition root stores an encrypted local copy, and deletes it once it was sent. */
    storeDraft: () => {},
    deleteDraft: () => {},
    /** Deletes a draft that the doctor gave up here: another window that shows its own text keeps it. */
    discardDraft: () => {},
    take: assign(({ context }, loaded: LoadedPrescription) => afterLoad(context, loaded)),
    empty: assign(({ context: { draft } }) => ({ ...blankForm, draft: emptyDraft(draft.requestId) })),
    askLatest: spawnChild('latest', { id: 'latest', input: ({ context: { orderId } }) => ({ orderId }) }),
    /** The form goes on and says that there is another prescription by now. */
    seeLatest: assign(({ context }, latest: Rx | null) => afterSeen(context, latest)),
    hear: assign(({ context }, step: Parameters<typeof hearing>[1]) => hearing(context, step)),
    forgetNews: assign({ heard: silence }),
    stopAsking: stopChild('latest'),
    write: assign((_, draft: RxDraft) => ({ draft, lineErrors: [], message: null, missing: [] })),
    noteChecks: assign((_, checked: Checked) => ({ checked, factsChanged: false })),
    noteFacts: assign({ factsChanged: true }),
    noteStocks: assign(({ context: { draft, latest } }, now: Stocks) => ({ draft: withStocks(draft, now, latest) })),
    setMissing: assign(({ context }) => ({ missing: dueInLines(context.draft) })),
    noteSubmit: assign(({ context }, outcome: SubmitOutcome) => afterSubmit(context, outcome)),
    noteCancel: assign(({ context }, reply: CancelOutcome) => ({ ...reply, latest: reply.latest ?? context.latest })),
    noteStopped: assign({ wasStopped: true }),
    announceStopped: emit({ type: 'submission.stopped' }),
    announceSaved: emit({ type: 'draft.saved' }),
  },
  guards: {
    isComplete: ({ context }) => isComplete(context.draft),
    hasLines: ({ context }) => context.draft.lines.length > 0,
    isSameOrder: ({ context }, draft: RxDraft) => isSameOrder(context.draft, draft),
    isStockChanged: ({ context: { draft, latest } }, stocks: Stocks) => isStockChanged(draft, stocks, latest),
    /** What the checks found leads to this verdict. */
    isJudged: ({ context: { draft } }, { by, as }: { by: Checked; as: Verdict }) => verdictOn(draft, by) === as,
    isRefused: (_, { outcome, as }: { outcome: SubmitOutcome; as: Verdict }) => refusalIn(outcome) === as,
    isSent: (_, loaded: LoadedPrescription) => isSent(loaded),
    isIssued: (_, loaded: LoadedPrescription) => isIssued(loaded),
    hasIssued: ({ context }) => hasIssued(context.latest),
    hasNews: ({ context }) => isUnasked(context),
    hasNewsOfOther: ({ context }) => isUnasked(context, 'other'),
    wasChanged: ({ context: { heard } }, { latest }: LoadedPrescription) => isUnasked({ heard, latest }),
    factsChanged: ({ context }) => context.factsChanged,
    hasStatus: ({ context }, status: number) => context.latest?.status === status,
  },
  delays: { quiet: 400, backoff: 5_000 },
});

type Ended<T> = { event: { output: T } };
type Loaded = Ended<LoadedPrescription>;

const ofDraft = ({ context: { orderId, draft } }: { context: PrescriptionContext }) => ({ orderId, draft });
const write = { type: 'write', params: ({ event }: { event: { draft: RxDraft } }) => event.draft } as const;
const writing = [write, 'storeDraft'] as const;
const loadedAs = <G extends string>(type: G) => ({ type, params: outputOf<LoadedPrescription> }) as const;
const take = { type: 'take', params: outputOf<LoadedPrescription> } as const;
/** The text that was not sent stays on this machine, and the screen offers it beside the prescription. */
const takeLatest = { type: 'take', params: ({ event }: Loaded) => ({ ...event.output, draft: null }) } as const;
const news = ({ event: { type: _, ...told } }: { event: { type: string } & RxNews }) => told;
/** Each question about the order's latest prescription replaces the one before, so that no older answer comes after. */
const askLatest = [{ type: 'hear', params: 'asked' }, 'stopAsking', 'askLatest'] as const;

/** Findings from before a change of the facts are not shown: the checks run first. */
const newFacts = <T extends string>(target: T) => ({ guard: 'factsChanged', target }) as const;
const stop = ['noteStopped', 'announceStopped'] as const;
const incomplete = { guard: not('isComplete'), actions: ['setMissing', ...stop] } as const;
/** What the checks found must be answered or changed before the doctor can submit. */
const stopped = { 'submit.requested': [incomplete, { actions: stop }] } as const;
const isToAsk = stateIn('#prescription.drafting.checking.toAsk');
const noteChecks = { type: 'noteChecks', params: outputOf<Checked> } as const;
const notChecked = { type: 'noteChecks', params: { available: false, hits: [] } } as const;
/** Verdicts that prevent a submission. */
const obstacles = (['unavailable', 'blocked', 'needsReason'] as const).map((as) => {
  const params = ({ event }: Ended<Checked>) => ({ by: event.output, as });
  return { guard: { type: 'isJudged', params }, target: `#prescription.drafting.${as}`, actions: noteChecks } as const;
});
/** The checks of a submission before its next step. An open finding stops it. */
const checksBefore = (id: string, next: 'asking' | 'askingStock') =>
  ({
    id,
    src: 'check',
    input: ofDraft,
    onDone: [
      ...obstacles.map((one) => ({ ...one, actions: [noteChecks, ...stop] })),
      { target: `#prescription.drafting.submission.${next}`, actions: noteChecks },
    ],
    onError: { target: '#prescription.drafting.unavailable', actions: [notChecked, ...stop] },
  }) as const;
const sameOrder = { type: 'isSameOrder', params: write.params } as const;
/** A late stock or price of a medicine leaves the order as it is, so the checks run again without a new question. */
const checkAgain = (target: 'checking.toAsk' | 'submission.rechecking' | 'submission.confirmed') =>
  ({ guard: sameOrder, target: `#prescription.drafting.${target}`, reenter: true, actions: writing }) as const;
/** The checks run again while the question stays open. */
const whileAsking = {
  'submit.confirmed': '#prescription.drafting.submission.confirmed',
  'draft.changed': checkAgain('submission.rechecking'),
  'facts.changed': { target: '#prescription.drafting.submission.rechecking', reenter: true, actions: 'noteFacts' },
} as const;
/** Only the confirmed lines are sent. New facts about the patient are checked, and then the doctor is asked again. */
const confirmedOnly = {
  'draft.changed': [
    checkAgain('submission.confirmed'),
    { target: '#prescription.drafting', reenter: true, actions: [...writing, ...stop] },
  ],
  'facts.changed': { target: '#prescription.drafting.submission.rechecking', actions: 'noteFacts' },
} as const;
const submitted = endedAs<SubmitOutcome>();
const noteSubmit = { type: 'noteSubmit', params: outputOf<SubmitOutcome> } as const;
const refused = (as: 'blocked' | 'needsReason') =>
  ({ type: 'isRefused', params: ({ event }: Ended<SubmitOutcome>) => ({ outcome: event.output, as }) }) as const;
const isNow = (status: number) => ({ type: 'hasStatus', params: status }) as const;
const cancellable = { 'cancel.requested': '#prescription.cancelling' } as const;
const startAnew = { 'prescription.started': { target: '#prescription.drafting', actions: writing } } as const;

/** One order's prescription: written, checked, submitted once and reviewed. Only an approval makes it valid. */
export const prescriptionMachine = prescription.createMachine({
  id: 'prescription',
  context: ({ input: { orderId } }) => ({ orderId, ...blankForm, latest: null, heard: silence, factsChanged: false }),
  initial: 'loading',
  on: {
    'facts.changed': { actions: 'noteFacts' },
    'status.changed': { actions: { type: 'hear', params: news } },
    'xstate.done.actor.latest': { actions: { type: 'seeLatest', params: ({ event }) => event.output } },
    'xstate.error.actor.latest': { actions: 'forgetNews' },
  },
  states: {
    loading: {
      entry: 'forgetNews',
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { orderId } }) => ({ orderId, id: null }),
        onDone: [
          { guard: loadedAs('wasChanged'), target: 'loading', reenter: true },
          { guard: loadedAs('isSent'), target: 'issued', actions: [takeLatest, 'resumeDraft', 'deleteDraft'] },
          { guard: loadedAs('isIssued'), target: 'issued', actions: takeLatest },
          { target: 'drafting', actions: [take, 'resumeDraft'] },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: { after: { backoff: 'loading' }, on: { 'retry.requested': 'loading' } },
    drafting: {
      tags: 'writable',
      initial: 'unchecked',
      always: { guard: 'hasNews', actions: askLatest },
      on: {
        'draft.changed': { target: 'drafting', reenter: true, actions: writing },
        'save.requested': 'savingDraft',
        'draft.discarded': { guard: 'hasIssued', target: 'issued', actions: ['discardDraft', 'empty'] },
        'facts.changed': { guard: 'hasLines', target: '.checking', reenter: true, actions: 'noteFacts' },
      },
      states: {
        unchecked: {
          after: { quiet: { guard: 'hasLines', target: 'checking' } },
          on: { 'submit.requested': [incomplete, { target: 'checking.toAsk' }] },
        },
        checking: {
          initial: 'only',
          states: {
            only: { on: { 'submit.requested': [incomplete, { target: 'toAsk' }] } },
            /** The doctor wants to submit. If the checks prevent nothing, the confirmation follows. */
            toAsk: { tags: 'preparing' },
          },
          on: {
            'draft.changed': { ...checkAgain('checking.toAsk'), guard: and([isToAsk, sameOrder]) },
            'facts.changed': { guard: isToAsk, target: '.toAsk', reenter: true, actions: 'noteFacts' },
          },
          invoke: {
            id: 'check',
            src: 'check',
            input: ofDraft,
            onDone: [
              ...obstacles.map((one) => ({ ...one, guard: and([isToAsk, one.guard]), actions: [noteChecks, ...stop] })),
              ...obstacles,
              { guard: isToAsk, target: 'submission.asking', actions: noteChecks },
              { target: 'ready', actions: noteChecks },
            ],
            onError: [
              { guard: isToAsk, target: 'unavailable', actions: [notChecked, ...stop] },
              { target: 'unavailable', actions: notChecked },
            ],
          },
        },
        ready: { on: { 'submit.requested': [incomplete, { target: 'submission.asking' }] } },
        needsReason: { always: newFacts('checking'), on: stopped },
        blocked: { always: newFacts('checking'), on: stopped },
        unavailable: { on: { ...stopped, 'retry.requested': 'checking' } },
        /** The doctor is asked to confirm. The confirmed lines are checked once more. */
        submission: {
          initial: 'asking',
          states: {
            asking: { tags: 'asking', on: { ...whileAsking, 'submit.cancelled': '#prescription.drafting.ready' } },
            /** The lines or facts changed. */
            rechecking: {
              tags: 'asking',
              on: { ...whileAsking, 'submit.cancelled': '#prescription.drafting.checking' },
              invoke: checksBefore('checkWhileAsking', 'asking'),
            },
            confirmed: { tags: 'preparing', on: confirmedOnly, invoke: checksBefore('checkConfirmed', 'askingStock') },
            askingStock: {
              tags: 'preparing',
              on: confirmedOnly,
              invoke: {
                id: 'stock',
                src: 'stock',
                input: ofDraft,
                onDone: [
                  {
                    guard: { type: 'isStockChanged', params: outputOf<Stocks> },
                    target: '#prescription.drafting.unchecked',
                    actions: [{ type: 'noteStocks', params: outputOf<Stocks> }, 'storeDraft', ...stop],
                  },
                  { target: '#prescription.submitting' },
                ],
                // The platform checks the stock again when it stores the prescription.
                onError: '#prescription.submitting',
              },
            },
          },
        },
      },
    },
    savingDraft: {
      tags: 'busy',
      invoke: {
        id: 'saveDraft',
        src: 'submit',
        input: ({ context: { orderId, draft } }) => ({ orderId, draft, submit: false }),
        onDone: [
          { guard: submitted.is('stored'), target: 'drafting', actions: [noteSubmit, 'storeDraft', 'announceSaved'] },
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
          { guard: submitted.is('stored'), target: 'issued', actions: [noteSubmit, 'deleteDraft'] },
          { guard: submitted.is('changed'), target: 'issued', actions: noteSubmit },
          { guard: refused('blocked'), target: 'drafting.blocked', actions: [noteSubmit, ...stop] },
          { guard: refused('needsReason'), target: 'drafting.needsReason', actions: [noteSubmit, ...stop] },
          { target: 'drafting', actions: [noteSubmit, ...stop] },
        ],
        onError: 'unconfirmed',
      },
    },
    unconfirmed: { tags: 'busy', after: { backoff: 'submitting' }, on: { 'retry.requested': 'submitting' } },
    issued: {
      tags: 'issued',
      initial: 'sorting',
      entry: ['stopAsking', { type: 'hear', params: 'givenUp' }],
      always: { guard: 'hasNews', target: 'refreshing' },
      on: { 'language.changed': 'refreshing' },
      states: {
        sorting: {
          always: [
            { guard: isNow(PrescriptionStatus.pending), target: 'pendingReview' },
            { guard: isNow(PrescriptionStatus.rejected), target: 'rejected' },
            { guard: isNow(PrescriptionStatus.approved), target: 'approved' },
            { guard: isNow(PrescriptionStatus.cancelled), target: 'cancelled' },
            { guard: isNow(PrescriptionStatus.expired), target: 'expired' },
            { target: 'other' },
          ],
        },
        pendingReview: {
          initial: 'known',
          on: { ...cancellable, 'facts.changed': { target: '.rechecking', actions: 'noteFacts' } },
          states: {
            known: { always: newFacts('rechecking') },
            rechecking: {
              invoke: {
                id: 'recheck',
                src: 'check',
                input: ({ context: { orderId, draft, latest } }) => ({ orderId, draft: asReviewed(draft, latest) }),
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
      entry: { type: 'hear', params: 'asked' },
      always: { guard: 'hasNewsOfOther', target: 'refreshing', reenter: true },
      on: { 'language.changed': { target: 'refreshing', reenter: true } },
      invoke: {
        id: 'refresh',
        src: 'load',
        input: ({ context: { orderId, latest, heard } }) => ({ orderId, id: idToRefresh(latest, heard) }),
        onDone: { target: 'issued', actions: take },
        onError: { target: 'issued', actions: 'forgetNews' },
      },
    },
    cancelling: {
      tags: ['issued', 'busy'],
      invoke: {
        id: 'cancel',
        src: 'cancel',
        input: ({ context: { latest }, event }) => {
          assertEvent(event, 'cancel.requested');
          return { rx: latest, reason: event.reason };
        },
        onDone: { target: 'issued', actions: { type: 'noteCancel', params: ({ event }) => event.output } },
        onError: 'issued',
      },
    },
  },
});

export type PrescriptionActor = ActorRefFrom<typeof prescriptionMachine>;
