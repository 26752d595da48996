import { expect, test } from 'vitest';
import { createBatchQueue } from '../../../server/db/batchQueue.ts';

function setUp({ fails = (items: number[]) => items.length === 0, cause = new Error('no') } = {}) {
  const batches: number[][] = [];
  const released: (() => void)[] = [];
  const run = async (items: number[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => released.push(resolve));
    if (fails(items)) throw cause;
    return items.map((item) => item * 10);
  };
  const push = createBatchQueue({ run, maxItems: 3 });
  /** Lets the running batch, and those that follow it, finish. */
  const answer = async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      for (const release of released.splice(0)) release();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { push, batches, answer };
}

test('items that arrive together form a batch, and items that arrive meanwhile form the next', async () => {
  const { push, batches, answer } = setUp();
  const first = [push(1), push(2)];
  await new Promise((resolve) => setImmediate(resolve));
  const next = [3, 4, 5, 6].map(push);
  await answer();
  expect(await Promise.all([...first, ...next])).toEqual([10, 20, 30, 40, 50, 60]);
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('one bad item fails alone; the other items of its batch and later ones succeed', async () => {
  const { push, batches, answer } = setUp({ fails: (items) => items.includes(2) });
  const results = Promise.allSettled([1, 2, 3].map(push));
  await answer();
  const later = push(4);
  await answer();
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await later).toBe(40);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3], [4]]);
});

test('while the database is away all items of a batch fail at once, and later ones are tried', async () => {
  let isAway = true;
  const cause = new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') });
  const { push, batches, answer } = setUp({ fails: () => isAway, cause });
  const results = Promise.allSettled([1, 2, 3].map(push));
  await answer();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(batches).toEqual([[1, 2, 3]]);
  isAway = false;
  const later = push(4);
  await answer();
  expect(await later).toBe(40);
});
