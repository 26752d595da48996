import type { Copy, Draft, DraftKey, TabCopy } from '../domain/drafts.ts';
import type { Live } from './live.ts';

/** Drafts of the signed-in doctor; they survive a reload, a crash and a new sign-in. */
export type Drafts = {
  /** The current draft, including changes from other tabs; null if there is none. */
  draft<T>(key: DraftKey): Live<Draft<T> | null>;
  /** What each tab wrote into a draft of which it has its own copy, the latest first. */
  copies(key: DraftKey): Live<readonly TabCopy[]>;
  /** Stores the draft on this machine at once. */
  write(key: DraftKey, value: unknown): void;
  /** Deletes a draft, or only what it was up to this copy: what was written since stays. */
  drop(key: DraftKey, upTo?: Copy): void;
  /** Unique name of this tab; a draft with another name was written in another tab. */
  readonly tab: string;
  /** Whether another open tab has written a draft since this page was opened. */
  isOpenTab(tab: string): boolean;
};

/** What a person types in forms and has not saved, by the name of the form; it survives a reload and a new sign-in. */
export type FormDrafts = {
  /** What is typed in a form; null if nothing is. */
  at(name: string): Live<unknown>;
  /** Replaces what is typed in a form; null deletes it. */
  keep(name: string, typed: unknown): void;
};
