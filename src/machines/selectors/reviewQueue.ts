import type { SnapshotFrom } from 'xstate';
import type { PendingDecision, ReviewOutput } from '../../domain/review.ts';
import type { ReviewInput } from '../../domain/reviewQueue.ts';
import type { reviewQueueMachine } from '../reviewQueue.ts';

type Snapshot = SnapshotFrom<typeof reviewQueueMachine>;

/** The prescription under review, or null. */
export const openPrescription = (s: Snapshot): ReviewInput | null => s.context.open;

/** The result of the latest review. */
export const lastResult = (s: Snapshot): ReviewOutput | null => s.context.last;

/** The latest decision that can be undone. */
export const latestUndoable = (s: Snapshot): PendingDecision | null => s.context.undoable.at(-1) ?? null;

/** The machine of the open review. */
export const reviewIn = (s: Snapshot) => s.children.review;
