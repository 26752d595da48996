import { NEVER } from 'rxjs';
import { assign, fromEventObservable, setup } from 'xstate';
import { blankIn } from '../../clinical/blanks.ts';
import { isReason } from '../../clinical/writtenReason.ts';
import type { auditContext } from '../../contract/extension/audit.ts';
import type { Rx } from '../../contract/http/prescription.ts';
import type { PatientId, PrescriptionId } from '../../contract/ids.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import {
  type Checklist,
  type ClaimOutcome,
  emptyChecklist,
  type Held,
  isBegun,
  isChecklistComplete,
  type Lease,
  type LeaseEvent,
  type LeftReview,
  type Loss,
  provenBy,
  type ReviewDraft,
  type ReviewInput,
  type rejectReasons,
  type VerificationCode,
} from '../domain/reviewQueue.ts';
import { placeholderActor } from './actors.ts';

export type { ClaimOutcome, Held, ReviewInput } from '../domain/reviewQueue.ts';

export type ReviewContext = ReplyOf<typeof auditContext>;
/** The prescription with its context, and this auditor's stored draft of the decision, if any. */
export type LoadedReview = {
  readonly found: ReviewContext;
  readonly draft: ReviewDraft | null;
  readonly offered: OfferedDraft | null;
};

/** What another auditor had written before the lease was lost or released. */
export type OfferedDraft = ReviewDraft & { readonly author: string };
export type RejectReason = (typeof rejectReasons)[number];

export type Decision =
  | { readonly decision: 'approve'; readonly checklist: Checklist; readonly remark: string }
  | {
      readonly decision: 'reject';
      readonly reasonCodes: readonly RejectReason[];
      readonly markedLines: readonly number[];
      readonly remark: string;
    };

export type DecisionOutcome =
  /** `effectiveAt` is set while the decision can still be undone. */
  | { readonly outcome: 'decided'; readonly status: number; readonly effectiveAt: number | null }
  | ({ readonly outcome: 'leaseLost' } & Loss)
  | { readonly outcome: 'changed'; readonly message: string; readonly current: Rx | null }
  | { readonly outcome: 'refused'; readonly message: string };

/** A decision that can be undone until `effectiveAt` (epoch ms of the platform). */
export type HeldDecision = Held & {
  readonly prescriptionNo: string;
  readonly decision: Decision['decision'];
  readonly effectiveAt: number;
};

/** The result of a review; `decision` is null if it was closed undecided. */
export type ReviewOutput = {
  readonly id: PrescriptionId;
  readonly prescriptionNo: string | null;
  readonly decision: Decision['decision'] | null;
  /** Set while the decision can still be undone. */
  readonly held: HeldDecision | null;
};

export type ReviewState = ReviewInput & {
  readonly lease: Lease | null;
  readonly found: ReviewContext | null;
  readonly checklist: Checklist;
  readonly reasonCodes: readonly RejectReason[];
  /** Indexes of the lines that a rejection is about. */
  readonly markedLines: readonly number[];
  /** The auditor's text. It survives a lost lease and a refused decision. */
  readonly comment: string;
  readonly holderName: string | null;
  /** True if the lease ended while a decision was in flight; the answer says whether the decision was in time. */
  readonly isLeaseLost: boolean;
  readonly message: string | null;
  /** The findings changed while the review was open; what was ticked before is not ticked any more. */
  readonly findingsChanged: boolean;
  readonly decision: Decision | null;
  /** When the stored decision takes effect; null before, and if it did so at once. */
  readonly effectiveAt: number | null;
  /** Another auditor's text about this prescription, offered to this one. */
  readonly offered: OfferedDraft | null;
  /** The platform did not take the auditor's text, which is on this device only. */
  readonly isDraftLocal: boolean;
};

/** Verifications proven by data. They are ticked only on the first load, so that the auditor can untick them. */
const proven = ({ rx }: ReviewContext): Partial<Checklist> =>
  Object.fromEntries(provenBy(rx).map((code) => [code, true]));

const textOf = ({ comment, reasonCodes, markedLines }: ReviewDraft) => ({
  comment,
  reasonCodes,
  markedLines,
});

const findingsIn = ({ ruleHits }: ReviewContext) =>
  ruleHits.map(({ ruleCode, level, lineIndex }) => `${ruleCode} ${level} ${lineIndex ?? ''}`).sort();

/** Whether two readings of one prescription differ in their findings, whatever the language. */
const hasOtherFindings = (a: ReviewContext, b: ReviewContext) => findingsIn(a).join() !== findingsIn(b).join();

/** Types, actors, actions and guards of the review machine. */
export const review = setup({
  types: {
    input: {} as ReviewInput,
    context: {} as ReviewState,
    output: {} as ReviewOutput,
    events: {} as
      | { type: 'verification.ticked'; code: VerificationCode; ok: boolean }
      | { type: 'comment.typed'; comment: string }
      | { type: 'reasons.chosen'; reasonCodes: readonly RejectReason[] }
      | { type: 'lines.marked'; markedLines: readonly number[] }
      /** These verifications are confirmed together. */
      | { type: 'verifications.confirmed'; codes: readonly VerificationCode[] }
      /** The platform was asked to keep the auditor's text. */
      | { type: 'draft.sent'; stored: boolean }
      /** The other auditor's text is taken over. */
      | { type: 'offer.accepted' }
      | { type: 'approve.requested' }
      | { type: 'reject.requested' }
      | LeaseEvent
      /** The queue reports that the prescription was decided. */
      | { type: 'prescription.decided' }
      | { type: 'language.changed' }
      /** Statements about the patient changed, so the platform checks the prescription again. */
      | { type: 'facts.changed'; patientId: PatientId | null }
      | { type: 'retry.requested' }
      | { type: 'review.closed' },
    tags: {} as 'editable' | 'busy' | 'ended',
  },
  actors: {
    claim: placeholderActor<ClaimOutcome, ReviewInput>('claim'),
    load: placeholderActor<LoadedReview, ReviewInput>('load'),
    /** Renews the lease while it runs, and reports its end. */
    renewal: fromEventObservable<LeaseEvent, Held | null>(() => NEVER),
    decide: placeholderActor<DecisionOutcome, { held: Held | null; decision: Decision | null }>('decide'),
  },
  actions: {
    /** Releases the lease; the composition root provides it. */
    release: (_, _held: Held | null) => {},
    /** Stores the draft of the decision locally; the composition root provides it. */
    storeDraft: (_, _written: ReviewDraft & Pick<LeftReview, 'id' | 'prescriptionNo'>) => {},
    deleteDraft: (_, _id: PrescriptionId | null) => {},
    hold: assign((_, { lease, version }: { lease: Lease; version: number }) => ({
      lease,
      version,
      message: null,
      holderName: null,
      isLeaseLost: false,
    })),
    renew: assign((_, lease: Lease) => ({ lease })),
    take: assign(({ context }, { found, draft, offered }: LoadedReview) => {
      if (context.found && !hasOtherFindings(context.found, found)) return { found };
      if (context.found) return { found, checklist: { ...emptyChecklist, ...proven(found) }, findingsChanged: true };
      const checklist = { ...context.checklist, ...proven(found) };
      return { found, offered, checklist, ...(isBegun(context) ? {} : draft && textOf(draft)) };
    }),
    tick: assign(({ context }, { code, ok }: { code: VerificationCode; ok: boolean }) => ({
      findingsChanged: false,
      checklist: { ...context.checklist, [code]: ok },
    })),
    type: assign((_, comment: string) => ({ comment })),
    choose: assign((_, reasonCodes: readonly RejectReason[]) => ({ reasonCodes })),
    mark: assign((_, markedLines: readonly number[]) => ({ markedLines })),
    noteDraft: assign((_, stored: boolean) => ({ isDraftLocal: !stored })),
    setHolder: assign((_, holderName: string | null) => ({ holderName })),
    noteLoss: assign((_, { message, holderName }: Loss) => ({ message, holderName, isLeaseLost: true })),
    setMessage: assign((_, message: string | null) => ({ message })),
    clearLease: assign({ lease: null }),
    approve: assign(({ context: { checklist, comment } }) => ({
      decision: { decision: 'approve' as const, checklist, remark: comment },
    })),
    reject: assign(({ context: { reasonCodes, markedLines, comment } }) => ({
      decision: { decision: 'reject' as const, reasonCodes, markedLines, remark: comment },
    })),
    clearDecision: assign({ decision: null }),
    setEffect: assign((_, effectiveAt: number | null) => ({ effectiveAt })),
    useOffered: assign(({ context: { offered } }) => (offered ? { ...textOf(offered), offered: null } : {})),
    tickAll: assign(({ context: { checklist } }, codes: readonly VerificationCode[]) => ({
      findingsChanged: false,
      checklist: { ...checklist, ...Object.fromEntries(codes.map((code) => [code, true])) },
    })),
  },
  guards: {
    isOfPatient: ({ context }, patientId: PatientId | null) =>
      patientId === null || context.found?.rx.patient.id === patientId,
    isLeaseLost: ({ context }) => context.isLeaseLost,
    /** The comment of an approval is signed, so it has no blanks. */
    isChecked: ({ context }) => isChecklistComplete(context.checklist) && blankIn(context.comment) === null,
    hasReason: ({ context }) => context.reasonCodes.length > 0 && isReason(context.comment),
  },
  delays: { backoff: 3_000 },
});

export const firstState = (input: ReviewInput): ReviewState => ({
  ...input,
  lease: null,
  found: null,
  checklist: emptyChecklist,
  reasonCodes: [],
  markedLines: [],
  comment: '',
  holderName: null,
  isLeaseLost: false,
  message: null,
  findingsChanged: false,
  decision: null,
  effectiveAt: null,
  offered: null,
  isDraftLocal: false,
});
