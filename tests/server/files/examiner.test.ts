import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createExaminer } from '../../../server/files/examiner.ts';

const never = "const { parentPort } = require('node:worker_threads'); parentPort.postMessage({ call: 0 });";
const answering = `${never} parentPort.on('message', ({ call, name }) => {
  if (name === 'slow') for (;;);
  if (name === 'deadly') process.exit(1);
  parentPort.postMessage({ call, result: 'typeRefused' });
});`;
const answered = 'typeRefused';

function examinerOf({ mostMs = 200, mostWaitMs = 600_000 } = {}) {
  const threads: Worker[] = [];
  onTestFinished(async () => void (await Promise.all(threads.map((thread) => thread.terminate()))));
  const start = () => {
    const thread = new Worker(answering, { eval: true });
    threads.push(thread);
    return thread;
  };
  const examine = createExaminer({ mostMs, mostWaitMs, start });
  const reads: string[] = [];
  return {
    threads,
    reads,
    examine: (name: string, account: string) =>
      examine({
        name,
        account,
        read: async () => {
          if (name === 'unreadable') throw new Error('no disk');
          reads.push(name);
          return Buffer.from('a');
        },
      }),
  };
}

test.each(['slow', 'deadly'])(
  'a %s file gets no answer, and the next one is examined by a new thread',
  async (name) => {
    const { examine, threads } = examinerOf();
    const answers = [await examine(name, 'ann'), await examine('quick', 'ann')];
    expect([answers, threads.length]).toEqual([[null, answered], 2]);
  },
);

test("four slow files of one account keep no other account's file waiting", async () => {
  const { examine } = examinerOf({ mostMs: 600_000 });
  let slowAnswers = 0;
  for (let n = 0; n < 4; n += 1)
    void examine('slow', 'ann').then(() => {
      slowAnswers += 1;
    });
  for (const name of ['b', 'c', 'd']) expect(await examine(name, 'bob')).toBe(answered);
  expect(slowAnswers).toBe(0);
});

test('slow files of two accounts delay a third account once, not again', async () => {
  const { examine } = examinerOf();
  const first = await Promise.all([examine('slow', 'ann'), examine('slow', 'bob'), examine('quick', 'eve')]);
  expect(first).toEqual([null, null, answered]);
  const order: string[] = [];
  const named = (name: string, account: string) => examine(name, account).then(() => void order.push(account));
  await Promise.all([named('slow', 'ann'), named('slow', 'bob'), named('quick', 'eve')]);
  expect(order.indexOf('eve')).toBeLessThan(order.indexOf('bob'));
});

test('a file behind slow ones of its own account gets no answer after the longest wait, unread', async () => {
  const { examine, reads } = examinerOf({ mostMs: 600_000, mostWaitMs: 100 });
  void examine('slow', 'ann');
  await expect.poll(() => reads).toEqual(['slow']);
  expect(await Promise.all(['b', 'c', 'd'].map((name) => examine(name, 'ann')))).toEqual(Array(3).fill(null));
  expect(reads).toEqual(['slow']);
});

test('accounts take turns: many files of one do not come before the only one of another', async () => {
  const { examine } = examinerOf();
  const order: string[] = [];
  const named = (account: string) => examine('quick', account).then(() => void order.push(account));
  await Promise.all([...Array(5).fill('ann'), ...Array(5).fill('bob'), 'eve'].map(named));
  expect(order.indexOf('eve')).toBeLessThan(5);
});

test('two threads examine files of many accounts, one of them if they come one after the other', async () => {
  const { examine, threads } = examinerOf();
  for (let n = 0; n < 5; n += 1) expect(await examine('quick', 'ann')).toBe(answered);
  expect(threads).toHaveLength(1);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => examine('quick', `account ${n}`)));
  expect([new Set(answers), threads.length]).toEqual([new Set([answered]), 2]);
});

test('a file that cannot be read fails for whoever sent it, and the next one is examined', async () => {
  const { examine } = examinerOf();
  await expect(examine('unreadable', 'ann')).rejects.toThrow('no disk');
  expect(await examine('quick', 'ann')).toBe(answered);
});
