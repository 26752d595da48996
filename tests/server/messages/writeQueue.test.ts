import { expect, test } from 'vitest';
import { createBatcher } from '../../../server/messages/writeQueue.ts';

function setUp({ fails = (rows: number[]) => rows.length === 0 } = {}) {
  const batches: number[][] = [];
  const released: (() => void)[] = [];
  const write = async (rows: number[]) => {
    batches.push(rows);
    await new Promise<void>((resolve) => released.push(resolve));
    if (fails(rows)) throw new Error('no');
    return rows.map((row) => row * 10);
  };
  const push = createBatcher({ write, maxRows: 3 });
  /** Lets the batches that are being written, and those that follow, come to their end. */
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      for (const release of released.splice(0)) release();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { push, batches, settle };
}

test('what comes together is written together, and what comes meanwhile is written next', async () => {
  const { push, batches, settle } = setUp();
  const first = [push(1), push(2)];
  await new Promise((resolve) => setImmediate(resolve));
  const next = [3, 4, 5, 6].map(push);
  await settle();
  expect(await Promise.all([...first, ...next])).toEqual([10, 20, 30, 40, 50, 60]);
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('one bad row fails alone; its neighbours are stored, and what follows too', async () => {
  const { push, batches, settle } = setUp({ fails: (rows) => rows.includes(2) });
  const results = Promise.allSettled([1, 2, 3].map(push));
  await settle();
  const later = push(4);
  await settle();
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await later).toBe(40);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3], [4]]);
});
