import { BehaviorSubject, defer, of, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadPosition } from '../../src/streams/readPosition.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A read position on a working link; the platform ignores the first `heals` requests. */
function position(heals: number) {
  const linked$ = new BehaviorSubject(true);
  const asked: number[] = [];
  const send = (upTo: number) =>
    defer(() => (asked.push(upTo) > heals ? of(true) : throwError(() => new Error('no answer'))));
  const seen = createReadPosition({ send, linked$, quietMs: 250, retryMs: 3_000 });
  return { ...seen, asked, linked$ };
}

test('an unacknowledged position is sent again after a pause, and not again once acknowledged', async () => {
  const { raise, asked, stop } = position(2);
  raise(7);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual([7]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toEqual([7, 7, 7]);
  stop();
});

test('a newer position replaces the one that waits for its retry', async () => {
  const { raise, asked, stop } = position(1);
  raise(7);
  await vi.advanceTimersByTimeAsync(300);
  raise(9);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([7, 9]);
  stop();
});

test('no position is sent while the link is down', async () => {
  const { raise, asked, linked$, stop } = position(1);
  raise(7);
  await vi.advanceTimersByTimeAsync(300);
  linked$.next(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([7]);
  linked$.next(true);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual([7, 7]);
  stop();
});
