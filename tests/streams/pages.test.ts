import { expect, test } from 'vitest';
import type { Answer } from '../../contract/operation.ts';
import { createPages } from '../../src/streams/pages.ts';

type Page = { list: number[]; total: number; atLeast?: boolean | null };

/** A list of five rows, two per page; the test answers each request. */
function opened() {
  const asked: number[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const waiting: ((answer: Answer<Page>) => void)[] = [];
  const list = createPages<number>((pageNo, { signal }) => {
    asked.push(pageNo);
    signals.push(signal);
    return new Promise<Answer<Page>>((resolve) => void waiting.push(resolve));
  });
  list.open();
  const answer = async (rows: number[], more: Partial<Page> = {}) => {
    waiting.shift()?.({ ok: true, data: { list: rows, total: 5, ...more } });
    await Promise.resolve();
  };
  const fail = async () => {
    const failure = { kind: 'network', code: null, message: 'no line', data: null } as const;
    waiting.shift()?.({ ok: false, failure });
    await Promise.resolve();
  };
  const areAborted = () => signals.map((signal) => signal?.aborted);
  return { list, asked, answer, fail, areAborted };
}

test('the next page is requested at the end of the last one, never two at a time, and never past the total', async () => {
  const { list, asked, answer } = opened();
  list.more();
  await answer([1, 2]);
  list.more();
  list.more();
  await answer([3, 4]);
  list.more();
  await answer([5]);
  list.more();
  expect(asked).toEqual([1, 2, 3]);
  expect(list.list$.value).toEqual({ state: 'ready', rows: [1, 2, 3, 4, 5], total: 5, atLeast: false, failure: null });
});

test('a page that fails to load leaves the shown rows and can be requested again', async () => {
  const { list, asked, answer, fail } = opened();
  await answer([1, 2]);
  list.more();
  await fail();
  expect(list.list$.value).toMatchObject({ state: 'failed', rows: [1, 2] });
  list.reload();
  await answer([3, 4]);
  expect([asked, list.list$.value.rows]).toEqual([
    [1, 2, 2],
    [1, 2, 3, 4],
  ]);
});

test('a refresh loads all shown pages again, and the rows stay until they are there', async () => {
  const { list, asked, answer } = opened();
  await answer([1, 2]);
  list.more();
  await answer([3, 4]);
  const refreshed = list.refresh();
  await answer([0, 1]);
  expect(list.list$.value.rows).toEqual([1, 2, 3, 4]);
  await answer([2, 3]);
  expect(await refreshed).toBe(true);
  expect(list.list$.value).toMatchObject({ state: 'ready', rows: [0, 1, 2, 3] });
  list.more();
  await answer([4]);
  expect(asked).toEqual([1, 2, 1, 2, 3]);
});

test('a refresh that fails keeps the rows, and says so', async () => {
  const { list, answer, fail } = opened();
  await answer([1, 2]);
  const refreshed = list.refresh();
  await fail();
  expect(await refreshed).toBe(false);
  expect(list.list$.value).toMatchObject({ state: 'ready', rows: [1, 2] });
});

const loading = { state: 'loading', rows: [], total: 0, atLeast: false, failure: null };

test('a list that opens is loading, and opening it again asks nothing', async () => {
  const { list, asked, answer } = opened();
  list.open();
  expect([list.list$.value, asked]).toEqual([loading, [1]]);
  await answer([1, 2]);
  list.open();
  expect(asked).toEqual([1]);
});

test.each([
  [true, true],
  [false, false],
  [null, false],
])('whether there are more than the total is what the platform says: %s', async (atLeast, shown) => {
  const { list, answer } = opened();
  await answer([1, 2], { atLeast });
  expect(list.list$.value.atLeast).toBe(shown);
});

test('while the next page loads the rows stay, and a failure says why', async () => {
  const { list, answer, fail } = opened();
  await answer([1, 2]);
  list.more();
  expect(list.list$.value).toMatchObject({ state: 'loading', rows: [1, 2], total: 5 });
  await fail();
  expect(list.list$.value).toMatchObject({ state: 'failed', failure: { message: 'no line' } });
  list.more();
  list.reload();
  expect(list.list$.value).toMatchObject({ state: 'loading', rows: [1, 2], failure: null });
});

test('a reload of a list that is shown begins at the first page', async () => {
  const { list, asked, answer } = opened();
  await answer([1, 2]);
  list.more();
  await answer([3, 4]);
  list.reload();
  expect(list.list$.value).toEqual(loading);
  await answer([7, 8]);
  expect([asked, list.list$.value.rows]).toEqual([
    [1, 2, 1],
    [7, 8],
  ]);
});

test('a request that another one replaces is cancelled, and its answer is ignored', async () => {
  const { list, answer, areAborted } = opened();
  list.reload();
  expect(areAborted()).toEqual([true, false]);
  await answer([1, 2]);
  expect(list.list$.value.rows).toEqual([]);
  await answer([3, 4]);
  expect(list.list$.value.rows).toEqual([3, 4]);
});

test('a list that is closed cancels its request, and asks again when it opens', async () => {
  const { list, asked, answer, areAborted } = opened();
  list.close();
  list.close();
  expect(areAborted()).toEqual([true]);
  await answer([1, 2]);
  expect(list.list$.value.rows).toEqual([]);
  list.open();
  await answer([3, 4]);
  expect([asked, list.list$.value.rows]).toEqual([
    [1, 1],
    [3, 4],
  ]);
});

test('a refresh before the first page asks for it again, and of a list that is not open nothing', async () => {
  const { list, asked, answer, areAborted } = opened();
  expect(await list.refresh()).toBeUndefined();
  expect([asked, areAborted()]).toEqual([
    [1, 1],
    [true, false],
  ]);
  list.close();
  expect(await list.refresh()).toBeUndefined();
  expect(asked).toEqual([1, 1]);
  await answer([1]);
});

test('a refresh that is cancelled shows nothing and says nothing', async () => {
  const { list, answer, areAborted } = opened();
  await answer([1, 2]);
  const refreshed = list.refresh();
  list.close();
  await answer([8, 9]);
  expect([await refreshed, list.list$.value.rows, areAborted()]).toEqual([undefined, [1, 2], [false, true]]);
});

test('after a refresh more can be asked for, also one that failed', async () => {
  const { list, asked, answer, fail } = opened();
  await answer([1, 2]);
  const refreshed = list.refresh();
  list.more();
  await fail();
  await refreshed;
  list.more();
  await answer([3, 4]);
  expect([asked, list.list$.value.rows]).toEqual([
    [1, 1, 2],
    [1, 2, 3, 4],
  ]);
});
