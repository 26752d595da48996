import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDiskTurns, StorageSlow } from '../../../server/files/diskTurns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Operations that end when the test ends them. */
function endableOperations() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const hold = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  return { begun, hold, end: (name: string) => ends.get(name)?.() };
}

const turns = () => createDiskTurns({ atOnce: 2, maxWaitMs: 10_000 });
const outcomeOf = (result: Promise<unknown>) =>
  result.catch((cause: unknown) => (cause instanceof StorageSlow ? 'slow' : cause));
const turnOver = () => vi.advanceTimersByTimeAsync(0);

test('two operations run at once, and the others in their order when one ends', async () => {
  const { run } = turns();
  const { begun, hold, end } = endableOperations();
  const results = ['a', 'b', 'c', 'd'].map((name) => run(hold(name)));
  await turnOver();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await turnOver();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c']) end(name);
  await turnOver();
  end('d');
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

test('an operation that fails gives its turn to the next', async () => {
  const { run } = turns();
  const failing = () => Promise.reject(new Error('no such file'));
  const failures = await Promise.all([failing, failing].map((work) => run(work).catch(String)));
  expect(failures).toEqual(['Error: no such file', 'Error: no such file']);
  expect(await run(async () => 'next')).toBe('next');
});

test('after ten seconds callers give up, but a turn stays taken until its operation has ended', async () => {
  const { run } = turns();
  const { begun, hold, end } = endableOperations();
  const early = ['a', 'b', 'c'].map((name) => outcomeOf(run(hold(name))));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.all(early)).toEqual(['slow', 'slow', 'slow']);
  const next = run(hold('d'));
  await vi.advanceTimersByTimeAsync(9_000);
  end('a');
  await turnOver();
  // The turn of "c" came too late, so it never ran.
  expect(begun).toEqual(['a', 'b', 'd']);
  end('d');
  expect(await next).toBe('d');
});

test('a call waits ten seconds in total, however many operations it has', async () => {
  const { inCall, run } = turns();
  const taking = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const since = performance.now();
  const call = inCall(async () => {
    for (let n = 0; n < 20; n += 1) await run(taking(4_000));
  });
  const outcome = outcomeOf(call);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe('slow');
  expect(performance.now() - since).toBe(10_000);
});

test('many short waits, as a busy process has them, do not use up the time of a call', async () => {
  const { inCall, run } = turns();
  const taking = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const call = inCall(async () => {
    for (let n = 0; n < 100; n += 1) await run(taking(200));
    return 'stored';
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await call).toBe('stored');
});

test('what cleans up runs once the operation that took too long has ended', async () => {
  const { run, cleanUp } = turns();
  const { hold, end } = endableOperations();
  const removed: string[] = [];
  const writing = run(hold('write')).catch((cause: unknown) => cleanUp(cause, async () => removed.push('part')));
  await vi.advanceTimersByTimeAsync(60_000);
  await writing;
  expect(removed).toEqual([]);
  end('write');
  await turnOver();
  expect(removed).toEqual(['part']);
});

test('a file is closed however late its turn comes', async () => {
  const { run, runAlways } = turns();
  const { hold, end } = endableOperations();
  let isClosed = false;
  const running = ['a', 'b'].map((name) => outcomeOf(run(hold(name))));
  const closing = outcomeOf(runAlways(async () => (isClosed = true)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.all([...running, closing])).toEqual(['slow', 'slow', 'slow']);
  expect(isClosed).toBe(false);
  end('a');
  await turnOver();
  expect(isClosed).toBe(true);
});
