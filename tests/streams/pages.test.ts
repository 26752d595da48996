import { expect, test } from 'vitest';
import type { Answer } from '../../contract/operation.ts';
import { createPages } from '../../src/streams/pages.ts';

type Page = { list: number[]; total: number };

/** A list of five rows, two per page; the test answers each request. */
function opened() {
  const asked: number[] = [];
  const waiting: ((answer: Answer<Page>) => void)[] = [];
  const list = createPages((pageNo) => {
    asked.push(pageNo);
    return new Promise<Answer<Page>>((resolve) => void waiting.push(resolve));
  });
  list.open();
  const answer = async (rows: number[]) => {
    waiting.shift()?.({ ok: true, data: { list: rows, total: 5 } });
    await Promise.resolve();
  };
  const fail = async () => {
    const failure = { kind: 'network', code: null, message: 'no line', data: null } as const;
    waiting.shift()?.({ ok: false, failure });
    await Promise.resolve();
  };
  return { list, asked, answer, fail };
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
