import type { SnapshotFrom } from 'xstate';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { RuleHit, Rx } from '../../../contract/http/prescription.ts';
import type { OrderId, PrescriptionId } from '../../../contract/ids.ts';
import type { Checked, LineError } from '../../domain/rxAnswers.ts';
import { issuedLineKey, type MissingInLine, type RxDraft } from '../../domain/rxDraft.ts';
import type { prescriptionMachine } from '../prescription.ts';

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
