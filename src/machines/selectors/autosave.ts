import type { SnapshotFrom } from 'xstate';
import type { ReviewText, reviewAutosave } from '../review.ts';

/** The text that the platform may not have yet; null if it has the newest one, or has refused it. */
export const unsavedText = (s: SnapshotFrom<typeof reviewAutosave>): ReviewText | null =>
  s.matches('clean') || s.matches('refused') ? null : s.context.text;
