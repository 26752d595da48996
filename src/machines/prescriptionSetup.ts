import { assign, emit, setup, spawnChild } from 'xstate';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { RuleHit, Rx } from '../../contract/http/prescription.ts';
import type { OrderId, PatientId, PrescriptionId, RequestId } from '../../contract/ids.ts';
import {
  blockingHits,
  dueInLines,
  emptyDraft,
  isComplete,
  isCurrent,
  judgedHits,
  type MissingInLine,
  openWarnings,
  type RxDraft,
} from '../domain/rxDraft.ts';
import { isSameOrder } from '../domain/rxLines.ts';
import { isStockChanged, type Stocks, withStocks } from '../domain/rxStock.ts';
import { isSameAsIssued } from '../domain/rxVersions.ts';
import { placeholderActor } from './actors.ts';

export type PrescriptionInput = {
  readonly orderId: OrderId;
  readonly patientId: PatientId;
  readonly requestId: RequestId;
};

/** The order's latest prescription and the locally stored draft, if any. */
export type LoadedPrescription = { readonly latest: Rx | null; readonly draft: RxDraft | null };

/** Result of the safety checks. `available: false` means that they could not run, which is not "nothing found". */
export type Checked = { readonly available: boolean; readonly hits: readonly RuleHit[] };

/** A change of one prescription; `updateTime` is null where the platform does not tell when the row last changed. */
export type RxNews = {
  readonly id: PrescriptionId;
  readonly version: number;
  readonly status: number;
  readonly updateTime: number | null;
};

/** A platform that does not tell when a row changed answers with the row as it is. */
const unknownTime = Number.POSITIVE_INFINITY;

/** Whether the prescription as it was loaded is older than this news of it. */
const isBehind = (latest: Rx, { version, updateTime }: RxNews): boolean =>
  version > latest.version ||
  (version === latest.version && (updateTime === null || updateTime > (latest.updateTime ?? unknownTime)));

const isPending = (latest: Rx | null): boolean => latest?.status === PrescriptionStatus.pending;
const hasIssued = (latest: Rx | null): boolean => latest !== null && latest.status !== PrescriptionStatus.draft;

/** Another prescription of the order matters only if it may be the new latest one. */
const mayReplace = ({ status }: RxNews): boolean =>
  status === PrescriptionStatus.pending || status === PrescriptionStatus.draft;

export type LineError = { readonly index: number; readonly field: string; readonly msg: string };

/** `changed`: the prescription changed elsewhere (newer version, under review, or a state that forbids edits). */
export type SubmitOutcome =
  | { readonly outcome: 'stored'; readonly rx: Rx }
  | {
      readonly outcome: 'refused';
      readonly message: string;
      readonly lineErrors: readonly LineError[];
      readonly hits: readonly RuleHit[];
    }
  | { readonly outcome: 'changed'; readonly message: string; readonly latest: Rx | null };

/** `message` is null if the prescription was cancelled, otherwise the reason for the refusal. */
export type CancelOutcome = { readonly latest: Rx | null; readonly message: string | null };

export type PrescriptionContext = {
  readonly orderId: OrderId;
  readonly patientId: PatientId;
  readonly draft: RxDraft;
  readonly latest: Rx | null;
  readonly checked: Checked | null;
  readonly missing: readonly MissingInLine[];
  readonly lineErrors: readonly LineError[];
  readonly message: string | null;
  readonly cancelReason: string;
  /** The newest news that arrived while the prescription was loading. */
  readonly wanted: RxNews | null;
};

type DraftInput = { readonly orderId: OrderId; readonly draft: RxDraft };

const isSameFinding = (a: RuleHit, b: RuleHit) =>
  a.ruleCode === b.ruleCode &&
  (a.lineIndex ?? null) === (b.lineIndex ?? null) &&
  JSON.stringify(a.params ?? {}) === JSON.stringify(b.params ?? {});

const noted = (context: PrescriptionContext, outcome: SubmitOutcome): Partial<PrescriptionContext> => {
  switch (outcome.outcome) {
    case 'stored': {
      const editing = { id: outcome.rx.id, version: outcome.rx.version };
      return { latest: outcome.rx, draft: { ...context.draft, editing }, lineErrors: [], message: null };
    }
    case 'changed':
      return { latest: outcome.latest ?? context.latest, message: outcome.message };
    case 'refused': {
      const others = (context.checked?.hits ?? []).filter(
        (known) => !outcome.hits.some((hit) => isSameFinding(hit, known)),
      );
      const checked =
        outcome.hits.length > 0 ? { available: true, hits: [...outcome.hits, ...others] } : context.checked;
      return { message: outcome.message, lineErrors: outcome.lineErrors, checked };
    }
  }
};

/** Types, actors, actions and guards of the prescription machine. */
export const prescription = setup({
  types: {
    input: {} as PrescriptionInput,
    context: {} as PrescriptionContext,
    events: {} as
      | { type: 'draft.changed'; draft: RxDraft }
      | { type: 'save.requested' }
      | { type: 'check.requested' }
      /** Statements about the patient changed, so the draft is checked again. */
      | { type: 'facts.changed' }
      | { type: 'submit.requested' }
      | { type: 'cancel.requested'; reason: string }
      | { type: 'prescription.started'; draft: RxDraft }
      | { type: 'draft.discarded' }
      | ({ type: 'status.changed' } & RxNews)
      | { type: 'language.changed' }
      | { type: 'retry.requested' }
      /** The answer about what another window did meanwhile. */
      | { type: 'xstate.done.actor.latest'; output: Rx | null }
      | { type: 'xstate.error.actor.latest'; error: unknown },
    emitted: {} as { type: 'draft.saved' },
    tags: {} as 'writable' | 'busy' | 'issued' | 'sending',
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
    })),
    empty: assign(({ context: { draft } }) => ({
      draft: emptyDraft(draft.requestId),
      ...{ checked: null, missing: [], lineErrors: [], message: null },
    })),
    askLatest: spawnChild('latest', { id: 'latest', input: ({ context: { orderId } }) => ({ orderId }) }),
    /** The form goes on and says that there is another prescription by now. */
    seeLatest: assign(({ context }, latest: Rx | null) => ({ latest: latest ?? context.latest })),
    want: assign(({ context: { wanted } }, news: RxNews) => ({
      wanted:
        wanted && wanted.version >= news.version && (wanted.updateTime ?? 0) >= (news.updateTime ?? 0) ? wanted : news,
    })),
    forgetWanted: assign({ wanted: null }),
    write: assign((_, draft: RxDraft) => ({ draft, lineErrors: [], message: null, missing: [] })),
    noteChecks: assign((_, checked: Checked) => ({ checked })),
    noteStocks: assign(({ context: { draft, latest } }, stocks: Stocks) => ({
      draft: withStocks(draft, stocks, latest),
    })),
    setMissing: assign(({ context }) => ({ missing: dueInLines(context.draft) })),
    noteSubmit: assign(({ context }, outcome: SubmitOutcome) => noted(context, outcome)),
    noteCancel: assign(({ context }, { latest, message }: CancelOutcome) => ({
      latest: latest ?? context.latest,
      message,
    })),
    setReason: assign((_, cancelReason: string) => ({ cancelReason })),
    announceSaved: emit({ type: 'draft.saved' }),
  },
  guards: {
    isComplete: ({ context }) => isComplete(context.draft),
    hasLines: ({ context }) => context.draft.lines.length > 0,
    isSameOrder: ({ context }, draft: RxDraft) => isSameOrder(context.draft, draft),
    isStockChanged: ({ context: { draft, latest } }, stocks: Stocks) => isStockChanged(draft, stocks, latest),
    isUnavailable: (_, { available }: Checked) => !available,
    isBlocked: ({ context }, { hits }: Checked) => blockingHits(judgedHits(context.draft, hits)).length > 0,
    needsReason: ({ context }, { hits }: Checked) => openWarnings(context.draft, hits).length > 0,
    /** True if the platform refused the prescription for findings that block it, or that need a reason. */
    isRefusedBy: (_, { outcome, level }: { outcome: SubmitOutcome; level: 'block' | 'warn' }) =>
      outcome.outcome === 'refused' &&
      (level === 'block' ? blockingHits(outcome.hits).length > 0 : outcome.hits.length > 0),
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
