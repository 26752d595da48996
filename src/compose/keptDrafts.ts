import type * as z from 'zod/mini';
import type { DraftKey } from '../domain/drafts.ts';

/** Unfinished work on this machine, by what it is. What no longer fits its shape is treated as absent. */
export type KeptDrafts = {
  read<T>(key: DraftKey, shape: z.ZodMiniType<T>): Promise<T | null>;
  write(key: DraftKey, value: unknown): void;
  drop(key: DraftKey): void;
};
