import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createExaminer } from '../../../server/files/examiner.ts';

const png = 'a.png';
const never = "const { parentPort } = require('node:worker_threads'); parentPort.postMessage({ call: 0 });";
const busy = `${never} parentPort.on('message', () => { for (;;); });`;
const dying = `${never} parentPort.on('message', () => process.exit(1));`;
const answering = `${never} parentPort.on('message', ({ call }) => parentPort.postMessage({ call, result: null }));`;

function examinerOf(scripts: readonly string[] = [], mostMs = 200) {
  const threads: Worker[] = [];
  onTestFinished(async () => void (await Promise.all(threads.map((thread) => thread.terminate()))));
  const start = () => {
    const thread = new Worker(scripts[threads.length] ?? answering, { eval: true });
    threads.push(thread);
    return thread;
  };
  return { examine: createExaminer({ mostMs, start }), threads };
}

test('a file that takes too long could not be checked, and the next one is examined by a new thread', async () => {
  const { examine, threads } = examinerOf([busy]);
  const answers = [await examine(Buffer.from('a'), png), await examine(Buffer.from('b'), png)];
  expect([answers, threads.length]).toEqual([['notCheckable', null], 2]);
});

test('a file that takes its whole time keeps no other file waiting', async () => {
  const { examine } = examinerOf([busy], 600_000);
  let isSlowAnswered = false;
  void examine(Buffer.from('a'), png).then(() => {
    isSlowAnswered = true;
  });
  for (const name of ['b', 'c', 'd']) expect(await examine(Buffer.from(name), png)).toBeNull();
  expect(isSlowAnswered).toBe(false);
});

test('a file that ends its thread could not be checked, and the next one is examined by a new thread', async () => {
  const { examine, threads } = examinerOf([dying]);
  const answers = [await examine(Buffer.from('a'), png), await examine(Buffer.from('b'), png)];
  expect([answers, threads.length]).toEqual([['notCheckable', null], 2]);
});

test('two threads examine many files, one of them if they come one after the other', async () => {
  const { examine, threads } = examinerOf();
  for (let n = 0; n < 5; n += 1) expect(await examine(Buffer.from('a'), png)).toBeNull();
  expect(threads).toHaveLength(1);
  const answers = await Promise.all(Array.from({ length: 20 }, () => examine(Buffer.from('a'), png)));
  expect([new Set(answers), threads.length]).toEqual([new Set([null]), 2]);
});
