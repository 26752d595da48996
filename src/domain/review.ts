import type { auditContext } from '../../contract/extension/audit.ts';
import type { Rx } from '../../contract/http/prescription.ts';
import type { PrescriptionId } from '../../contract/ids.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import {
  type Checklist,
  type LeasedReview,
  type Loss,
  provenBy,
  type ReviewDraft,
  type rejectReasons,
} from './reviewQueue.ts';

/** What the platform answers about a prescription under review. */
export type ReviewMaterial = ReplyOf<typeof auditContext>;

/** The prescription with its context, and this reviewer's stored draft of the decision, if any. */
export type LoadedReview = {
  readonly found: ReviewMaterial;
  readonly draft: ReviewDraft | null;
  readonly offered: OfferedDraft | null;
};

/** What another reviewer had written before the lease was lost or released. */
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
export type PendingDecision = LeasedReview & {
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
  readonly pending: PendingDecision | null;
};

/** Verifications proven by data. They are ticked only on the first load, so that the reviewer can untick them. */
export const proven = ({ rx }: ReviewMaterial): Partial<Checklist> =>
  Object.fromEntries(provenBy(rx).map((code) => [code, true]));

/** What a reviewer has written about a prescription. */
export const textOf = ({ comment, reasonCodes, markedLines }: ReviewDraft) => ({
  comment,
  reasonCodes,
  markedLines,
});

const findingsIn = ({ ruleHits }: ReviewMaterial) =>
  ruleHits.map(({ ruleCode, level, lineIndex }) => `${ruleCode} ${level} ${lineIndex ?? ''}`).sort();

/** Whether two readings of one prescription differ in their findings, whatever the language. */
export const hasOtherFindings = (a: ReviewMaterial, b: ReviewMaterial) => findingsIn(a).join() !== findingsIn(b).join();
