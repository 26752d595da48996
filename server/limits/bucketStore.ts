import type { Take, TokenRate } from './tokenBuckets.ts';

/** Keeps buckets where all processes find them. Takes are decided one after another, by the clock of the store. */
export type BucketStore = {
  /** Milliseconds to wait for each take, as in `TakeTokens`. */
  take(takes: readonly Take[]): Promise<number[]>;
  /** Forgets the buckets that are full, where the store does not do that by itself. */
  removeFull(): Promise<void>;
};

/** Takes as a store gets them: each bucket once, and for each take its cost and the numbers of its buckets, which begin at 1. */
export type IndexedTakes = {
  keys: string[];
  rates: TokenRate[];
  takes: { cost: number; buckets: number[] }[];
};

export function indexTakes(takes: readonly Take[]): IndexedTakes {
  const numbers = new Map<string, number>();
  const rates: TokenRate[] = [];
  const numberOf = (key: string, rate: TokenRate) => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size + 1);
    rates.push(rate);
    return numbers.size;
  };
  const indexed = takes.map(({ uses, cost }) => ({
    cost,
    buckets: uses.map(({ key, rate }) => numberOf(key, rate)),
  }));
  return { keys: [...numbers.keys()], rates, takes: indexed };
}
