import type { Draft, DraftKey } from '../domain/drafts.ts';
import type { Live } from './live.ts';

/** Unfinished texts of the signed-in doctor, kept through reload, crash and re-login. */
export type Drafts = {
  /** The draft as it stands, also when another tab writes it; null when there is none. */
  draft<T>(key: DraftKey): Live<Draft<T> | null>;
  /** Kept on this machine at once. */
  write(key: DraftKey, value: unknown): void;
  drop(key: DraftKey): void;
  /** This tab's name, to tell own drafts from those another tab wrote. */
  readonly tab: string;
};
