import { createBatchQueue } from '../db/batchQueue.ts';
import type { BucketStore } from './bucketStore.ts';
import type { Take, TakeTokens } from './tokenBuckets.ts';

type Needs = {
  store: BucketStore;
  /** The buckets of this process, which count its own uses alone. */
  own: (take: Take) => number;
  warn: (what: string) => void;
};

const maxTakes = 500;
/** A store that has not answered for this long is not waited for. */
const timeoutMs = 1_000;
const retryMs = 1_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/**
 * Limits that hold for all processes together. The own buckets refuse first, so that a flood does not reach the store, and
 * decide alone while the store does not answer.
 */
export function createSharedBuckets({ store, own, warn }: Needs): TakeTokens {
  let isStoreDown = false;
  let isReported = false;

  /** Until the unanswered statement has ended no other is sent, so that they do not pile up. */
  async function fallBack(unanswered: Promise<unknown>): Promise<void> {
    isStoreDown = true;
    if (!isReported) warn('the shared limits cannot be read; each process limits by itself');
    isReported = true;
    await unanswered.catch(() => {});
    await pause(retryMs);
    isStoreDown = false;
  }

  async function decide(takes: Take[]): Promise<number[]> {
    // The own buckets have allowed these.
    if (isStoreDown) return takes.map(() => 0);
    const asked = store.take(takes);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, null);
    });
    const waits = await Promise.race([asked, late]).catch(() => null);
    clearTimeout(timer);
    if (waits === null) void fallBack(asked);
    else if (isReported) {
      isReported = false;
      warn('the shared limits are read again');
    }
    return waits ?? takes.map(() => 0);
  }

  const enqueue = createBatchQueue({ run: decide, maxItems: maxTakes });

  return (take) => {
    if (take.uses.length === 0) return 0;
    const ownWaitMs = own(take);
    if (ownWaitMs > 0 || isStoreDown) return ownWaitMs;
    return enqueue(take).then((waitMs) => {
      // Nothing was used, here either.
      if (waitMs > 0) own({ ...take, cost: -take.cost });
      return waitMs;
    });
  };
}
