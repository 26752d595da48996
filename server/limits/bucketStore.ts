import type { Take } from './tokenBuckets.ts';

/** Keeps buckets where all processes find them. Takes are decided one after another, by the clock of the store. */
export type BucketStore = {
  /** Milliseconds to wait for each take, as in `TakeTokens`. */
  take(takes: readonly Take[]): Promise<number[]>;
};
