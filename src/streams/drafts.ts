import type { Draft, DraftKey } from '../domain/drafts.ts';
import type { Live } from './live.ts';

/** Drafts of the signed-in doctor; they survive a reload, a crash and a new sign-in. */
export type Drafts = {
  /** The current draft, including changes from other tabs; null if there is none. */
  draft<T>(key: DraftKey): Live<Draft<T> | null>;
  /** Stores the draft on this machine at once. */
  write(key: DraftKey, value: unknown): void;
  /** Deletes a draft, or only what it was up to this copy: what was written since stays. */
  drop(key: DraftKey, upTo?: Pick<Draft, 'tab' | 'savedAt'>): void;
  /** Unique name of this tab; a draft with another name was written in another tab. */
  readonly tab: string;
};
