import type { Checked, LineError } from './rxAnswers.ts';
import { blankDraft, type MissingInLine, type RxDraft } from './rxDraft.ts';

/** A draft with what its checks and its submission found. */
export type RxForm = {
  readonly draft: RxDraft;
  readonly checked: Checked | null;
  readonly missing: readonly MissingInLine[];
  /** Whether a submission was stopped. The form then marks what must be corrected. */
  readonly wasStopped: boolean;
  readonly lineErrors: readonly LineError[];
  readonly message: string | null;
};

/** An empty form, neither checked nor refused. */
export const blankForm: RxForm = {
  draft: blankDraft,
  checked: null,
  missing: [],
  wasStopped: false,
  lineErrors: [],
  message: null,
};
