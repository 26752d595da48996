import { type ActorRefFrom, and, assign, emit, not, type SnapshotFrom, setup, spawnChild, stateIn } from 'xstate';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { isBlocking } from '../../clinical/obstacles.ts';
import type { RuleHit, Rx } from '../../contract/http/prescription.ts';
import type { OrderId, PrescriptionId } from '../../contract/ids.ts';
import {
  afterSubmit,
  type CancelOutcome,
  type Checked,
  hasIssued,
  isBehind,
  isPending,
  type LineError,
  type LoadedPrescription,
  mayReplace,
  newerNews,
  type PrescriptionInput,
  type RxNews,
  type SubmitOutcome,
} from '../domain/rxAnswers.ts';
import {
  asReviewed,
  dueInLines,
  emptyDraft,
  isComplete,
  isCurrent,
  issuedLineKey,
  type MissingInLine,
  obstaclesIn,
  type RxDraft,
} from '../domain/rxDraft.ts';
import { isSameOrder } from '../domain/rxLines.ts';
import { isStockChanged, type Stocks, withStocks } from '../domain/rxStock.ts';
import { isSameAsIssued } from '../domain/rxVersions.ts';
import { endedAs, placeholderActor } from './actors.ts';

type PrescriptionContext = Omit<PrescriptionInput, 'requestId'> & {
  readonly draft: RxDraft;
  readonly latest: Rx | null;
  readonly checked: Checked | null;
  readonly missing: readonly MissingInLine[];
  /** Whether a submission was stopped. The form then marks what must be corrected. */
  readonly wasStopped: boolean;
  readonly lineErrors: readonly LineError[];
  readonly message: string | null;
  readonly cancelReason: string;
  /** The newest news that arrived while the prescription was loading. */
  readonly wanted: RxNews | null;
};

type DraftInput = { readonly orderId: OrderId; readonly draft: RxDraft };

/** Types, actors, actions and guards of the prescription machine. */
const prescription = setup({
  types: {
    input: {} as PrescriptionInput,
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
    /** Stores an encrypted local copy; the composition root provides it. */
    storeDraft: (_, _draft: DraftInput) => {},
    deleteDraft: (_, _of: { orderId: OrderId }) => {},
    take: assign(({ context }, { latest, draft }: LoadedPrescription) => ({
      latest,
      draft: draft ?? context.draft,
      message: null,
      wasStopped: false,
    })),
    empty: assign(({ context: { draft } }) => ({
      draft: emptyDraft(draft.requestId),
      ...{ checked: null, missing: [], wasStopped: false, lineErrors: [], message: null },
    })),
    askLatest: spawnChild('latest', { id: 'latest', input: ({ context: { orderId } }) => ({ orderId }) }),
    /** The form goes on and says that there is another prescription by now. */
    seeLatest: assign(({ context }, latest: Rx | null) => ({ latest: latest ?? context.latest })),
    want: assign(({ context: { wanted } }, news: RxNews) => ({ wanted: newerNews(wanted, news) })),
    forgetWanted: assign({ wanted: null }),
    write: assign((_, draft: RxDraft) => ({ draft, lineErrors: [], message: null, missing: [] })),
    noteChecks: assign((_, checked: Checked) => ({ checked })),
    noteStocks: assign(({ context: { draft, latest } }, stocks: Stocks) => ({
      draft: withStocks(draft, stocks, latest),
    })),
    setMissing: assign(({ context }) => ({ missing: dueInLines(context.draft) })),
    noteSubmit: assign(({ context }, outcome: SubmitOutcome) => afterSubmit(context, outcome)),
    noteCancel: assign(({ context }, { latest, message }: CancelOutcome) => ({
      latest: latest ?? context.latest,
      message,
    })),
    setReason: assign((_, cancelReason: string) => ({ cancelReason })),
    noteStopped: assign({ wasStopped: true }),
    announceStopped: emit({ type: 'submission.stopped' }),
    announceSaved: emit({ type: 'draft.saved' }),
  },
  guards: {
    isComplete: ({ context }) => isComplete(context.draft),
    hasLines: ({ context }) => context.draft.lines.length > 0,
    isSameOrder: ({ context }, draft: RxDraft) => isSameOrder(context.draft, draft),
    isStockChanged: ({ context: { draft, latest } }, stocks: Stocks) => isStockChanged(draft, stocks, latest),
    isUnavailable: (_, { available }: Checked) => !available,
    isBlocked: ({ context }, { hits }: Checked) => obstaclesIn(context.draft, hits).blocking.length > 0,
    needsReason: ({ context }, { hits }: Checked) => obstaclesIn(context.draft, hits).unanswered.length > 0,
    /** True if the platform refused the prescription for findings that block it, or that need a reason. */
    isRefusedBy: (_, { outcome, level }: { outcome: SubmitOutcome; level: 'block' | 'warn' }) =>
      outcome.outcome === 'refused' && (level === 'block' ? outcome.hits.filter(isBlocking) : outcome.hits).length > 0,
    /** The draft was sent, although its answer was lost, or another tab sent the same. */
    isSent: (_, { latest, draft }: LoadedPrescription) =>
      latest !== null && draft !== null && isPending(latest) && isSameAsIssued(draft, latest),
    /** Text beside a prescription under review is no edit of it, unless it was begun from this very version. */
    isIssued: (_, { latest, draft }: LoadedPrescription) =>
      latest !== null && hasIssued(latest) && (draft === null || (isPending(latest) && !isCurrent(draft, latest))),
    hasIssued: ({ context }) => hasIssued(context.latest),
    isNews: ({ context: { latest } }, news: RxNews) =>
      latest === null || (news.id === latest.id ? isBehind(latest, news) : mayReplace(news)),
    /** The answer was already old when it came. */
    isOvertaken: ({ context: { wanted } }, { latest }: LoadedPrescription) =>
      wanted !== null && latest !== null && wanted.id === latest.id && isBehind(latest, wanted),
    hasStatus: ({ context }, status: number) => context.latest?.status === status,
  },
  delays: { quiet: 400, backoff: 5_000 },
});

type At = { context: PrescriptionContext };
type Ended<T> = { event: { output: T } };
type Loaded = Ended<LoadedPrescription>;

const ofDraft = ({ context: { orderId, draft } }: At) => ({ orderId, draft });
const storeDraft = { type: 'storeDraft', params: ofDraft } as const;
const deleteDraft = { type: 'deleteDraft', params: ({ context: { orderId } }: At) => ({ orderId }) } as const;
const write = { type: 'write', params: ({ event }: { event: { draft: RxDraft } }) => event.draft } as const;
const take = { type: 'take', params: ({ event }: Loaded) => event.output } as const;
/** The text that was not sent stays on this machine, and the screen offers it beside the prescription. */
const takeLatest = { type: 'take', params: ({ event }: Loaded) => ({ ...event.output, draft: null }) } as const;
const loaded = (type: 'isSent' | 'isIssued') => ({ type, params: ({ event }: Loaded) => event.output }) as const;
const noteChecks = { type: 'noteChecks', params: ({ event }: Ended<Checked>) => event.output } as const;
const notChecked = { type: 'noteChecks', params: { available: false, hits: [] } } as const;
const noteSubmit = { type: 'noteSubmit', params: ({ event }: Ended<SubmitOutcome>) => event.output } as const;
const news = ({ event: { type: _, ...told } }: { event: { type: string } & RxNews }) => told;
const isNews = { type: 'isNews', params: news } as const;
const want = { type: 'want', params: news } as const;
const submitted = endedAs<SubmitOutcome>();
const refusedBy = (level: 'block' | 'warn') =>
  ({ type: 'isRefusedBy', params: ({ event }: Ended<SubmitOutcome>) => ({ outcome: event.output, level }) }) as const;
const checkedAs = (type: 'isUnavailable' | 'isBlocked' | 'needsReason') =>
  ({ type, params: ({ event }: Ended<Checked>) => event.output }) as const;
const isToAsk = stateIn('#prescription.drafting.checking.toAsk');
const stop = ['noteStopped', 'announceStopped'] as const;
const incomplete = { guard: not('isComplete'), actions: ['setMissing', ...stop] } as const;
/** What the checks found must be answered or changed before the doctor can submit. */
const stopped = { 'submit.requested': [incomplete, { actions: stop }] } as const;
/** The outcomes of the checks that prevent a submission. */
const stopping = [
  { guard: checkedAs('isUnavailable'), target: '#prescription.drafting.unavailable', actions: noteChecks },
  { guard: checkedAs('isBlocked'), target: '#prescription.drafting.blocked', actions: noteChecks },
  { guard: checkedAs('needsReason'), target: '#prescription.drafting.needsReason', actions: noteChecks },
] as const;
/** The checks of a submission. An open finding stops it. */
const checksOfSubmission = (id: string, next: 'asking' | 'askingStock') =>
  ({
    id,
    src: 'check',
    input: ofDraft,
    onDone: [
      ...stopping.map((one) => ({ ...one, actions: [noteChecks, ...stop] })),
      { target: `#prescription.drafting.submission.${next}`, actions: noteChecks },
    ],
    onError: { target: '#prescription.drafting.unavailable', actions: [notChecked, ...stop] },
  }) as const;
const sameOrder = { type: 'isSameOrder', params: write.params } as const;
/** A late stock or price of a medicine leaves the order as it is, so the checks run again without a new question. */
const checkAgain = (target: 'checking.toAsk' | 'submission.rechecking' | 'submission.confirmed') =>
  ({
    guard: sameOrder,
    target: `#prescription.drafting.${target}`,
    reenter: true,
    actions: [write, storeDraft],
  }) as const;
/** Only the confirmed lines are sent. New facts about the patient are checked, and then the doctor is asked again. */
const confirmedOnly = {
  'draft.changed': [
    checkAgain('submission.confirmed'),
    { target: '#prescription.drafting', reenter: true, actions: [write, storeDraft, ...stop] },
  ],
  'facts.changed': '#prescription.drafting.submission.rechecking',
} as const;
const isNow = (status: number) => ({ type: 'hasStatus', params: status }) as const;

const begin = { target: '#prescription.drafting', actions: [write, storeDraft] } as const;
const startAnew = { 'prescription.started': begin } as const;
const cancellable = {
  'cancel.requested': {
    target: '#prescription.cancelling',
    actions: { type: 'setReason', params: ({ event }: { event: { reason: string } }) => event.reason },
  },
} as const;

/** One order's prescription: written, checked, submitted once and reviewed. It is valid only after a reviewer approves it. */
export const prescriptionMachine = prescription.createMachine({
  id: 'prescription',
  context: ({ input: { requestId, ...ids } }) => ({
    ...ids,
    draft: emptyDraft(requestId),
    latest: null,
    checked: null,
    missing: [],
    wasStopped: false,
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
        'save.requested': 'savingDraft',
        'draft.discarded': { guard: 'hasIssued', target: 'issued', actions: [deleteDraft, 'empty'] },
        'status.changed': { guard: isNews, actions: 'askLatest' },
        'xstate.done.actor.latest': { actions: { type: 'seeLatest', params: ({ event }) => event.output } },
        'xstate.error.actor.latest': {},
        'facts.changed': { guard: 'hasLines', target: '.checking', reenter: true },
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
            'facts.changed': { guard: isToAsk, target: '#prescription.drafting.checking.toAsk', reenter: true },
          },
          invoke: {
            id: 'check',
            src: 'check',
            input: ofDraft,
            onDone: [
              ...stopping.map((one) => ({ ...one, guard: and([isToAsk, one.guard]), actions: [noteChecks, ...stop] })),
              ...stopping,
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
        needsReason: { on: stopped },
        blocked: { on: stopped },
        unavailable: { on: { ...stopped, 'retry.requested': 'checking' } },
        /** The doctor is asked to confirm. The confirmed lines are checked once more. */
        submission: {
          initial: 'asking',
          states: {
            asking: {
              tags: 'asking',
              on: {
                'submit.confirmed': 'confirmed',
                'submit.cancelled': '#prescription.drafting.ready',
                'draft.changed': checkAgain('submission.rechecking'),
                'facts.changed': 'rechecking',
              },
            },
            /** The lines or facts changed: the checks run again while the question stays open. */
            rechecking: {
              tags: 'asking',
              on: {
                'submit.confirmed': 'confirmed',
                'submit.cancelled': '#prescription.drafting.checking',
                'draft.changed': checkAgain('submission.rechecking'),
                'facts.changed': { target: 'rechecking', reenter: true },
              },
              invoke: checksOfSubmission('checkWhileAsking', 'asking'),
            },
            confirmed: {
              tags: 'preparing',
              on: confirmedOnly,
              invoke: checksOfSubmission('checkConfirmed', 'askingStock'),
            },
            askingStock: {
              tags: 'preparing',
              on: confirmedOnly,
              invoke: {
                id: 'stock',
                src: 'stock',
                input: ofDraft,
                onDone: [
                  {
                    guard: { type: 'isStockChanged', params: ({ event }) => event.output },
                    target: '#prescription.drafting.unchecked',
                    actions: [{ type: 'noteStocks', params: ({ event }) => event.output }, storeDraft, ...stop],
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
          { guard: refusedBy('block'), target: 'drafting.blocked', actions: [noteSubmit, ...stop] },
          { guard: refusedBy('warn'), target: 'drafting.needsReason', actions: [noteSubmit, ...stop] },
          { target: 'drafting', actions: [noteSubmit, ...stop] },
        ],
        onError: 'unconfirmed',
      },
    },
    unconfirmed: { tags: 'busy', after: { backoff: 'submitting' }, on: { 'retry.requested': 'submitting' } },
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
      on: {
        'status.changed': { guard: isNews, actions: want },
        'language.changed': { target: 'refreshing', reenter: true },
      },
      invoke: {
        id: 'refresh',
        src: 'load',
        // The known prescription, unless the news is about another one of the order.
        input: ({ context: { orderId, latest, wanted } }) => ({
          orderId,
          id: latest && (wanted === null || wanted.id === latest.id) ? latest.id : null,
        }),
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
        onDone: { target: 'issued', actions: { type: 'noteCancel', params: ({ event }) => event.output } },
        onError: 'issued',
      },
    },
  },
});

export type PrescriptionActor = ActorRefFrom<typeof prescriptionMachine>;
type Snapshot = SnapshotFrom<typeof prescriptionMachine>;

const noHits: readonly RuleHit[] = [];

export const orderIdOf = (s: Snapshot): OrderId => s.context.orderId;

export const draftOf = (s: Snapshot): RxDraft => s.context.draft;

/** The order's latest prescription as the platform has it. */
export const latestOf = (s: Snapshot): Rx | null => s.context.latest;

/** The latest safety checks; null before the first. */
export const checkedOf = (s: Snapshot): Checked | null => s.context.checked;

/** What the latest safety checks found. */
export const hitsOf = (s: Snapshot): readonly RuleHit[] => s.context.checked?.hits ?? noHits;

/** The number of findings since the prescription was issued. */
export const newFindingCount = (s: Snapshot): number => s.context.latest?.newFindings?.length ?? 0;

/** Why the platform refused the latest request. */
export const messageOf = (s: Snapshot): string | null => s.context.message;

/** The fields that the platform refused. */
export const lineErrorsOf = (s: Snapshot): readonly LineError[] => s.context.lineErrors;

/** What the lines lack, once the doctor has tried to submit. */
export const linesMissing = (s: Snapshot): readonly MissingInLine[] => s.context.missing;

/** The rejected prescription that the draft changes; null if it changes none. */
export const rejectedOf = ({ context: { latest, draft } }: Snapshot): Rx | null =>
  latest?.status === PrescriptionStatus.rejected && draft.editing?.id === latest.id ? latest : null;

/** Keys of the draft's lines that the reviewer marked. */
export const markedLineKeys = (s: Snapshot): readonly string[] => {
  const rx = rejectedOf(s);
  return rx?.markedLines?.map((index) => issuedLineKey(rx, index)) ?? [];
};

export const isLoading = (s: Snapshot): boolean => s.matches('loading');

export const isUnreachable = (s: Snapshot): boolean => s.matches('unreachable');

/** Whether a prescription is shown, and not the form. */
export const showsIssued = (s: Snapshot): boolean => s.hasTag('issued');

/** Whether the prescription is issued and neither loaded again nor cancelled now. */
export const isIssuedKnown = (s: Snapshot): boolean => s.matches('issued');

/** Whether the platform has a newer version. */
export const isNewerThan =
  (version: number) =>
  (s: Snapshot): boolean =>
    (s.context.latest?.version ?? 0) > version;

/** Whether the panel shows another prescription or a form. */
export const isElsewhereThan =
  (id: PrescriptionId) =>
  (s: Snapshot | undefined): boolean =>
    s !== undefined && (!s.hasTag('issued') || s.context.latest?.id !== id);

export const isPendingReview = (s: Snapshot): boolean => s.matches({ issued: 'pendingReview' });

/** Whether the form waits for the platform. */
export const isBusy = (s: Snapshot): boolean => s.hasTag('busy');

/** Whether the result of sending is unknown. */
export const isUnconfirmed = (s: Snapshot): boolean => s.matches('unconfirmed');

export const isSubmitting = (s: Snapshot): boolean => s.matches('submitting') || s.matches('unconfirmed');

/** Whether the submission runs its checks. */
export const isPreparingSubmission = (s: Snapshot): boolean => s.hasTag('preparing');

/** Whether the doctor is asked to confirm the submission. */
export const asksToConfirm = (s: Snapshot): boolean => s.hasTag('asking');

/** Whether a submission was stopped, so that the form marks what must be corrected. */
export const wasSubmissionStopped = (s: Snapshot): boolean => s.context.wasStopped;

export const isSavingDraft = (s: Snapshot): boolean => s.matches('savingDraft');

export const isCancelling = (s: Snapshot): boolean => s.matches('cancelling');

export const areChecksUnavailable = (s: Snapshot): boolean => s.matches({ drafting: 'unavailable' });

/** Whether the checks of the lines are running or about to. */
export const areChecksRunning = (s: Snapshot): boolean =>
  s.matches({ drafting: 'checking' }) ||
  (s.matches({ drafting: 'submission' }) && !s.matches({ drafting: { submission: 'asking' } })) ||
  (s.matches({ drafting: 'unchecked' }) && s.context.draft.lines.length > 0);

export const canCancel = (s: Snapshot): boolean => s.can({ type: 'cancel.requested', reason: 'x' });

export const canWriteDraft = (s: Snapshot): boolean => s.can({ type: 'draft.changed', draft: s.context.draft });

export const canStartAnew = (s: Snapshot): boolean => s.can({ type: 'prescription.started', draft: s.context.draft });

/** Whether the form is open and has no line yet. */
export const isBlankForm = (s: Snapshot): boolean => s.hasTag('writable') && s.context.draft.lines.length === 0;
