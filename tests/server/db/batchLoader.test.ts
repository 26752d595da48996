import { expect, test } from 'vitest';
import { createBatchLoader } from '../../../server/db/batchLoader.ts';
import type { Db } from '../../../server/db/connection.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';

/** A loader that records its statements and releases them when the test calls `settle`. */
function loading() {
  const statements: [hospitalId: string, keys: string[]][] = [];
  const releases: (() => void)[] = [];
  const load = createBatchLoader<string, string>(async ({ hospitalId }, keys) => {
    statements.push([hospitalId, keys]);
    await new Promise<void>((resolve) => releases.push(resolve));
    return keys.map((key) => `${hospitalId}/${key}`);
  });
  const answer = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      for (const release of releases.splice(0)) release();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { load, statements, answer };
}

const db = {} as Db;

test('keys that are loaded at the same time share a statement, and each caller gets its own result', async () => {
  const { load, statements, answer } = loading();
  const found = ['a', 'b', 'a'].map((key) => load(hospitalStore(db, '1'), key));
  await answer();
  expect(await Promise.all(found)).toEqual(['1/a', '1/b', '1/a']);
  expect(statements).toEqual([['1', ['a', 'b', 'a']]]);
});

test('a key loaded while a statement runs goes into a new one: no result is older than its request', async () => {
  const { load, statements, answer } = loading();
  const first = load(hospitalStore(db, '1'), 'a');
  await new Promise((resolve) => setImmediate(resolve));
  const second = load(hospitalStore(db, '1'), 'a');
  await answer();
  await Promise.all([first, second]);
  expect(statements).toHaveLength(2);
});

test('hospitals never share a statement', async () => {
  const { load, statements, answer } = loading();
  const found = ['1', '2'].map((hospitalId) => load(hospitalStore(db, hospitalId), 'a'));
  await answer();
  expect(await Promise.all(found)).toEqual(['1/a', '2/a']);
  expect(statements).toEqual([
    ['1', ['a']],
    ['2', ['a']],
  ]);
});

test('inside a transaction every key is loaded alone', async () => {
  const { load, statements, answer } = loading();
  const inside = { ...hospitalStore(db, '1'), announce: () => {} };
  const found = [load(inside, 'a'), load(inside, 'b')];
  await answer();
  expect(await Promise.all(found)).toEqual(['1/a', '1/b']);
  expect(statements).toHaveLength(2);
});
