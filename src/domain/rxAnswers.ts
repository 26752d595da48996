import { isBlocking } from '../../clinical/checks/obstacles.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { RuleHit, Rx } from '../../contract/http/prescription.ts';
import type { RequestId } from '../../contract/ids.ts';
import { isCurrent, obstaclesIn, type RxDraft } from './rxDraft.ts';
import { afterAnswer, type HeardNews } from './rxNews.ts';
import { isSameAsIssued } from './rxVersions.ts';

/** Result of the safety checks. `available: false` means that they could not run, which is not "nothing found". */
export type Checked = { readonly available: boolean; readonly hits: readonly RuleHit[] };

/** What the checks mean for the submission of the draft. */
export type Verdict = 'unavailable' | 'blocked' | 'needsReason' | 'clear';

export function verdictOn(draft: RxDraft, { available, hits }: Checked): Verdict {
  const { blocking, unanswered } = obstaclesIn(draft, hits);
  if (!available) return 'unavailable';
  return blocking.length > 0 ? 'blocked' : unanswered.length > 0 ? 'needsReason' : 'clear';
}

/** The order's latest prescription and the locally stored draft, if any. */
export type LoadedPrescription = {
  readonly latest: Rx | null;
  readonly draft: RxDraft | null;
  /** Idempotency key of a prescription that begins with an empty form. */
  readonly requestId: RequestId;
};

const isPending = (latest: Rx): boolean => latest.status === PrescriptionStatus.pending;
export const hasIssued = (latest: Rx | null): boolean => latest !== null && latest.status !== PrescriptionStatus.draft;

/** The draft was sent, although its answer was lost, or another tab sent the same. */
export const isSent = ({ latest, draft }: LoadedPrescription): boolean =>
  latest !== null && draft !== null && isPending(latest) && isSameAsIssued(draft, latest);

/** Text beside a prescription under review is no edit of it, unless it was begun from this very version. */
export const isIssued = ({ latest, draft }: LoadedPrescription): boolean =>
  latest !== null && hasIssued(latest) && (draft === null || (isPending(latest) && !isCurrent(draft, latest)));

type Shown = { readonly draft: RxDraft; readonly heard: HeardNews };

/** What an answer to the loading changes of the draft and of the news that were known. */
export const afterLoad = (shown: Shown, { latest, draft, requestId }: LoadedPrescription) => ({
  latest,
  heard: afterAnswer(shown.heard, latest),
  draft: draft ?? { ...shown.draft, requestId },
  message: null,
  wasStopped: false,
});

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

/** What the findings of a refusal mean for the next submission. */
export function refusalIn(outcome: SubmitOutcome): Verdict {
  if (outcome.outcome !== 'refused' || outcome.hits.length === 0) return 'clear';
  return outcome.hits.some(isBlocking) ? 'blocked' : 'needsReason';
}

/** `message` is null if the prescription was cancelled, otherwise the reason for the refusal. */
export type CancelOutcome = { readonly latest: Rx | null; readonly message: string | null };

const isSameFinding = (a: RuleHit, b: RuleHit) =>
  a.ruleCode === b.ruleCode &&
  (a.lineIndex ?? null) === (b.lineIndex ?? null) &&
  JSON.stringify(a.params ?? {}) === JSON.stringify(b.params ?? {});

/** The findings after the platform refused a prescription: the platform's own first, then the other known ones. */
const withRefusal = (checked: Checked | null, refused: readonly RuleHit[]): Checked | null =>
  refused.length === 0
    ? checked
    : {
        available: true,
        hits: [
          ...refused,
          ...(checked?.hits ?? []).filter((known) => !refused.some((hit) => isSameFinding(hit, known))),
        ],
      };

type Written = { readonly draft: RxDraft; readonly latest: Rx | null; readonly checked: Checked | null };

/** What the platform's answer to a submission changes. */
export function afterSubmit({ draft, latest, checked }: Written, outcome: SubmitOutcome) {
  switch (outcome.outcome) {
    case 'stored': {
      const editing = { id: outcome.rx.id, version: outcome.rx.version };
      return { latest: outcome.rx, draft: { ...draft, editing }, lineErrors: [], message: null, wasStopped: false };
    }
    case 'changed':
      return { latest: outcome.latest ?? latest, message: outcome.message, wasStopped: false };
    case 'refused':
      return {
        message: outcome.message,
        lineErrors: outcome.lineErrors,
        checked: withRefusal(checked, outcome.hits),
      };
  }
}
