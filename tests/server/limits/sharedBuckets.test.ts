import { expect, test, vi } from 'vitest';
import type { BucketStore } from '../../../server/limits/bucketStore.ts';
import { createSharedBuckets } from '../../../server/limits/sharedBuckets.ts';
import { createTokenBuckets, type Take } from '../../../server/limits/tokenBuckets.ts';

const hourly = { burst: 2, perSecond: 2 / 3_600 };
const use = (key: string): Take => ({ uses: [{ key, rate: hourly }], cost: 1 });

/** Processes over one store, which the test can make fail or fall silent. */
function createCluster() {
  const buckets = createTokenBuckets(() => 0);
  const state = { answer: 'works' as 'works' | 'fails' | 'silent', batches: [] as number[] };
  const store: BucketStore = {
    async take(takes) {
      state.batches.push(takes.length);
      if (state.answer === 'fails') throw new Error('away');
      if (state.answer === 'silent') return new Promise(() => {});
      return takes.map(buckets);
    },
  };
  const warnings: string[] = [];
  const createProcess = () =>
    createSharedBuckets({ store, own: createTokenBuckets(() => 0), warn: (what) => warnings.push(what) });
  return { state, warnings, createProcess };
}

const isAllowed = async (waitMs: number | Promise<number>) => (await waitMs) === 0;

test('processes that are asked in turn or at once admit one burst together', async () => {
  const { createProcess } = createCluster();
  const [one, two] = [createProcess(), createProcess()];
  expect([await isAllowed(one(use('a'))), await isAllowed(two(use('a'))), await isAllowed(one(use('a')))]).toEqual([
    ...[true, true, false],
  ]);
  const atOnce = await Promise.all([one(use('b')), two(use('b')), one(use('b')), two(use('b'))].map(isAllowed));
  expect(atOnce.filter(Boolean)).toHaveLength(2);
});

test('uses of one moment reach the store together, and what this process has used up does not reach it', async () => {
  const { state, createProcess } = createCluster();
  const one = createProcess();
  await Promise.all([one(use('a')), one(use('b')), one(use('a')), one(use('a'))]);
  expect(state.batches).toEqual([3]);
});

test('a use that the store refuses leaves the own bucket as it was', async () => {
  const { state, createProcess } = createCluster();
  const [one, two] = [createProcess(), createProcess()];
  await one(use('a'));
  await one(use('a'));
  expect(await isAllowed(two(use('a')))).toBe(false);
  state.answer = 'fails';
  expect(await Promise.all([two(use('a')), two(use('a')), two(use('a'))].map(isAllowed))).toEqual([true, true, false]);
});

test('without the store each process limits by itself, says so once, and says when the store is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const { state, warnings, createProcess } = createCluster();
    const one = createProcess();
    state.answer = 'fails';
    expect([await isAllowed(one(use('a'))), await isAllowed(one(use('a'))), await isAllowed(one(use('a')))]).toEqual([
      ...[true, true, false],
    ]);
    expect([state.batches.length, warnings.length]).toEqual([1, 1]);
    state.answer = 'works';
    await vi.advanceTimersByTimeAsync(1_000);
    await one(use('b'));
    expect(state.batches.length).toBe(2);
    expect(warnings).toEqual([expect.stringContaining('cannot be read'), expect.stringContaining('read again')]);
  } finally {
    vi.useRealTimers();
  }
});

test('a silent store is waited for a second in all, and gets no second question before it answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const { state, createProcess } = createCluster();
    const one = createProcess();
    state.answer = 'silent';
    const asked = isAllowed(one(use('a')));
    await new Promise((resolve) => setImmediate(resolve));
    // More than one batch waits behind the unanswered one.
    const waiting = Array.from({ length: 1_200 }, (_, n) => isAllowed(one(use(`person ${n}`))));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asked).toBe(true);
    expect((await Promise.all(waiting)).every(Boolean)).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await isAllowed(one(use('a'))), await isAllowed(one(use('a')))]).toEqual([true, false]);
    expect(state.batches.length).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
