import type { SnapshotFrom } from 'xstate';
import type { LeaseId, PrescriptionId } from '../../../contract/ids.ts';
import type { Decision, OfferedDraft, RejectReason, ReviewMaterial } from '../../domain/review.ts';
import { type Checklist, isBegun } from '../../domain/reviewQueue.ts';
import type { ReviewText, reviewMachine } from '../review.ts';
import { unsavedText } from './autosave.ts';

type Snapshot = SnapshotFrom<typeof reviewMachine>;

export const reviewedId = (s: Snapshot): PrescriptionId => s.context.id;

/** The prescription and what belongs to it; null until it is loaded. */
export const materialOf = (s: Snapshot): ReviewMaterial | null => s.context.found;

export const checklistOf = (s: Snapshot): Checklist => s.context.checklist;

export const commentOf = (s: Snapshot): string => s.context.comment;

export const reasonsOf = (s: Snapshot): readonly RejectReason[] => s.context.reasonCodes;

export const markedLinesOf = (s: Snapshot): readonly number[] => s.context.markedLines;

/** What another reviewer had written about the prescription. */
export const offeredOf = (s: Snapshot): OfferedDraft | null => s.context.offered;

/** The name of the other reviewer who holds the prescription. */
export const holderNameOf = (s: Snapshot): string | null => s.context.holderName;

/** Why a claim or a decision was refused, or the lease lost. */
export const reviewMessageOf = (s: Snapshot): string | null => s.context.message;

/** Until when the prescription is claimed (epoch ms of the platform). */
export const leasedUntil = (s: Snapshot): number | null => s.context.lease?.until ?? null;

export const leaseIdOf = (s: Snapshot): LeaseId | null => s.context.lease?.id ?? null;

export const hasLease = (s: Snapshot): boolean => s.context.lease !== null;

export const isLeaseLost = (s: Snapshot): boolean => s.matches('lost');

/** Whether the prescription can be decided now. */
export const isDecidable = (s: Snapshot): boolean => s.hasTag('decidable');

/** Whether something is written that would be lost. */
export const isDecisionBegun = (s: Snapshot): boolean => isBegun(s.context);

/** Whether the platform did not take the reviewer's text. */
export const isDraftLocal = (s: Snapshot): boolean => s.context.isDraftLocal;

export const haveFindingsChanged = (s: Snapshot): boolean => s.context.findingsChanged;

/** Whether the verifications cannot be ticked now. */
export const isChecklistLocked = (s: Snapshot): boolean => s.hasTag('busy') || s.matches('gone');

/** Whether the platform's answer to a decision is awaited. */
export const isDeciding = (s: Snapshot): boolean => s.matches({ holding: 'deciding' });

/** The state, for effects that run after each change of it. */
export const stateOf = (s: Snapshot) => s.value;

/** What prevents a decision; null if nothing does. */
export function hindranceOf(s: Snapshot): 'takenByAnother' | 'lost' | 'gone' | 'unreachable' | 'unconfirmed' | null {
  if (s.matches('takenByAnother')) return 'takenByAnother';
  if (s.matches('lost')) return 'lost';
  if (s.matches('gone')) return 'gone';
  if (s.matches('unreachable') || s.matches({ holding: 'notLoaded' })) return 'unreachable';
  return s.matches({ holding: { deciding: { request: 'unconfirmed' } } }) ? 'unconfirmed' : null;
}

/** The decision for which something is missing, so that the screen marks it. */
export const incompleteDecision = (s: Snapshot): Decision['decision'] | null => s.context.incomplete;

export const isApproving = (s: Snapshot): boolean => s.context.decision?.decision === 'approve';

/** What the reviewer has typed and the platform may not have yet. */
export const unsavedIn = (s: Pick<Snapshot, 'children'>): ReviewText | null => {
  const autosave = s.children.autosave?.getSnapshot();
  return autosave ? unsavedText(autosave) : null;
};
