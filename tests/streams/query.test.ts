import { expect, test } from 'vitest';
import type { Answer, Failure } from '../../contract/operation.ts';
import { createQuery, type QueryState } from '../../src/streams/query.ts';

const failure: Failure = { kind: 'network', code: null, message: 'no link', data: null };

function asked(...answers: Answer<number>[]) {
  const signals: AbortSignal[] = [];
  const seen: QueryState<number>[] = [];
  const one = createQuery<number>(async (signal) => {
    signals.push(signal);
    return answers[signals.length - 1] ?? { ok: true, data: -1 };
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { one, signals, seen, settled, look: () => one.answer$.subscribe((answer) => seen.push(answer)) };
}

test('the request is made on the first subscription, and once for several subscribers', async () => {
  const { one, signals, settled, look } = asked({ ok: true, data: 7 });
  await settled();
  expect(signals).toHaveLength(0);
  look();
  look();
  await settled();
  expect(signals).toHaveLength(1);
  expect(one.answer$.value).toEqual({ state: 'ready', data: 7 });
});

test('a failed request can be retried', async () => {
  const { one, seen, settled, look } = asked({ ok: false, failure }, { ok: true, data: 7 });
  look();
  await settled();
  one.reload();
  await settled();
  expect(seen).toEqual([
    { state: 'loading' },
    { state: 'failed', failure },
    { state: 'loading' },
    { state: 'ready', data: 7 },
  ]);
});

test('a request without subscribers is cancelled, and made again for the next subscriber', async () => {
  const { one, signals, settled, look } = asked({ ok: true, data: 1 }, { ok: true, data: 2 });
  look().unsubscribe();
  expect(signals[0]?.aborted).toBe(true);
  look();
  await settled();
  expect(one.answer$.value).toEqual({ state: 'ready', data: 2 });
});

test('a refresh that ends with its last subscriber is made again for the next one', async () => {
  const { one, signals, settled, look } = asked({ ok: true, data: 1 }, { ok: true, data: 2 }, { ok: true, data: 3 });
  const first = look();
  await settled();
  void one.refresh();
  first.unsubscribe();
  expect(signals[1]?.aborted).toBe(true);
  const next = look();
  expect(one.answer$.value).toEqual({ state: 'ready', data: 1 });
  await settled();
  expect(one.answer$.value).toEqual({ state: 'ready', data: 3 });
  next.unsubscribe();
  look();
  await settled();
  expect(signals).toHaveLength(3);
});

test('a refresh replaces the answer, and a failed one leaves it unchanged', async () => {
  const { one, signals, settled, look } = asked({ ok: true, data: 1 }, { ok: false, failure }, { ok: true, data: 2 });
  void one.refresh();
  expect(signals).toHaveLength(0);
  look();
  await settled();
  void one.refresh();
  await settled();
  expect(one.answer$.value).toEqual({ state: 'ready', data: 1 });
  void one.refresh();
  await settled();
  expect(one.answer$.value).toEqual({ state: 'ready', data: 2 });
});

test('a refresh during a request asks once more, because that answer may be older than the change', async () => {
  const { one, signals, settled, look } = asked({ ok: true, data: 1 }, { ok: true, data: 2 }, { ok: true, data: 3 });
  look();
  await settled();
  void one.refresh();
  void one.refresh();
  void one.refresh();
  await settled();
  expect(signals).toHaveLength(3);
  expect(one.answer$.value).toEqual({ state: 'ready', data: 3 });
});

test('a refresh says whether the request succeeded that asks after it was wanted', async () => {
  const { one, settled, look } = asked({ ok: true, data: 1 }, { ok: false, failure }, { ok: true, data: 2 });
  expect(await one.refresh()).toBeUndefined();
  look();
  await settled();
  const failed = one.refresh();
  const late = one.refresh();
  expect([await failed, await late]).toEqual([true, true]);
  expect(one.answer$.value).toEqual({ state: 'ready', data: 2 });
});

test('a refresh that fails says so to everybody who wanted it', async () => {
  const answers: Answer<number>[] = [
    { ok: true, data: 1 },
    { ok: true, data: 2 },
    { ok: false, failure },
  ];
  const { one, settled, look } = asked(...answers);
  look();
  await settled();
  expect(await Promise.all([one.refresh(), one.refresh()])).toEqual([false, false]);
  expect(one.answer$.value).toEqual({ state: 'ready', data: 2 });
});

test('a refresh without subscribers is cancelled and says nothing', async () => {
  const { one, settled, look } = asked({ ok: true, data: 1 });
  const end = look();
  await settled();
  const cancelled = one.refresh();
  end.unsubscribe();
  expect(await cancelled).toBeUndefined();
});
