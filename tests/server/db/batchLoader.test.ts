import { expect, test } from 'vitest';
import { together } from '../../../server/db/batchLoader.ts';
import type { Db } from '../../../server/db/connection.ts';
import { tenanted } from '../../../server/db/tenanted.ts';

/** A question that notes whom it was asked for, and is answered when the test lets it. */
function asking() {
  const asked: [tenantId: string, keys: string[]][] = [];
  const answers: (() => void)[] = [];
  const ask = together<string, string>(async ({ tenantId }, keys) => {
    asked.push([tenantId, keys]);
    await new Promise<void>((resolve) => answers.push(resolve));
    return keys.map((key) => `${tenantId}/${key}`);
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      for (const answer of answers.splice(0)) answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ask, asked, settle };
}

const db = {} as Db;

test('what is asked at the same time is one question, each gets the answer to their own', async () => {
  const { ask, asked, settle } = asking();
  const found = ['a', 'b', 'a'].map((key) => ask(tenanted(db, '1'), key));
  await settle();
  expect(await Promise.all(found)).toEqual(['1/a', '1/b', '1/a']);
  expect(asked).toEqual([['1', ['a', 'b', 'a']]]);
});

test('what is asked while a question is on its way is asked anew: no answer is older than its question', async () => {
  const { ask, asked, settle } = asking();
  const first = ask(tenanted(db, '1'), 'a');
  await new Promise((resolve) => setImmediate(resolve));
  const second = ask(tenanted(db, '1'), 'a');
  await settle();
  await Promise.all([first, second]);
  expect(asked).toHaveLength(2);
});

test('hospitals are never asked for together', async () => {
  const { ask, asked, settle } = asking();
  const found = ['1', '2'].map((tenantId) => ask(tenanted(db, tenantId), 'a'));
  await settle();
  expect(await Promise.all(found)).toEqual(['1/a', '2/a']);
  expect(asked).toEqual([
    ['1', ['a']],
    ['2', ['a']],
  ]);
});

test('a transaction asks for itself', async () => {
  const { ask, asked, settle } = asking();
  const inside = { ...tenanted(db, '1'), announce: () => {} };
  const found = [ask(inside, 'a'), ask(inside, 'b')];
  await settle();
  expect(await Promise.all(found)).toEqual(['1/a', '1/b']);
  expect(asked).toHaveLength(2);
});
