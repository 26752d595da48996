import { expect, test } from 'vitest';
import { createBatchLoader } from '../../../server/db/batchLoader.ts';
import type { Db } from '../../../server/db/connection.ts';
import { tenanted } from '../../../server/db/tenanted.ts';

/** A loader that records its statements and releases them when the test calls `settle`. */
function loading() {
  const statements: [tenantId: string, keys: string[]][] = [];
  const releases: (() => void)[] = [];
  const load = createBatchLoader<string, string>(async ({ tenantId }, keys) => {
    statements.push([tenantId, keys]);
    await new Promise<void>((resolve) => releases.push(resolve));
    return keys.map((key) => `${tenantId}/${key}`);
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      for (const release of releases.splice(0)) release();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { load, statements, settle };
}

const db = {} as Db;

test('keys that are loaded at the same time share a statement, and each caller gets its own result', async () => {
  const { load, statements, settle } = loading();
  const found = ['a', 'b', 'a'].map((key) => load(tenanted(db, '1'), key));
  await settle();
  expect(await Promise.all(found)).toEqual(['1/a', '1/b', '1/a']);
  expect(statements).toEqual([['1', ['a', 'b', 'a']]]);
});

test('a key loaded while a statement runs goes into a new one: no result is older than its request', async () => {
  const { load, statements, settle } = loading();
  const first = load(tenanted(db, '1'), 'a');
  await new Promise((resolve) => setImmediate(resolve));
  const second = load(tenanted(db, '1'), 'a');
  await settle();
  await Promise.all([first, second]);
  expect(statements).toHaveLength(2);
});

test('hospitals never share a statement', async () => {
  const { load, statements, settle } = loading();
  const found = ['1', '2'].map((tenantId) => load(tenanted(db, tenantId), 'a'));
  await settle();
  expect(await Promise.all(found)).toEqual(['1/a', '2/a']);
  expect(statements).toEqual([
    ['1', ['a']],
    ['2', ['a']],
  ]);
});

test('inside a transaction every key is loaded alone', async () => {
  const { load, statements, settle } = loading();
  const inside = { ...tenanted(db, '1'), announce: () => {} };
  const found = [load(inside, 'a'), load(inside, 'b')];
  await settle();
  expect(await Promise.all(found)).toEqual(['1/a', '1/b']);
  expect(statements).toHaveLength(2);
});
