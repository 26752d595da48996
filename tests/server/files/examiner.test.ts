import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createExaminer } from '../../../server/files/examiner.ts';

const png = 'a.png';
const never = "const { parentPort } = require('node:worker_threads'); parentPort.postMessage({ call: 0 });";
const busy = `${never} parentPort.on('message', () => { for (;;); });`;
const dying = `${never} parentPort.on('message', () => process.exit(1));`;
const answering = `${never} parentPort.on('message', ({ call }) => parentPort.postMessage({ call, result: null }));`;

function examinerOf(...scripts: string[]) {
  const threads: Worker[] = [];
  onTestFinished(async () => void (await Promise.all(threads.map((thread) => thread.terminate()))));
  const start = () => {
    const thread = new Worker(scripts[threads.length] ?? answering, { eval: true });
    threads.push(thread);
    return thread;
  };
  return { examine: createExaminer({ mostMs: 200, start }), threads };
}

test('a file that takes too long could not be checked, and the next one is examined by a new thread', async () => {
  const { examine, threads } = examinerOf(busy);
  const [first, second] = await Promise.all([examine(Buffer.from('a'), png), examine(Buffer.from('b'), png)]);
  expect([first, second, threads.length]).toEqual(['notCheckable', null, 2]);
});

test('a file that ends its thread could not be checked, and the next one is examined by a new thread', async () => {
  const { examine, threads } = examinerOf(dying);
  const answers = [await examine(Buffer.from('a'), png), await examine(Buffer.from('b'), png)];
  expect([answers, threads.length]).toEqual([['notCheckable', null], 2]);
});

test('one thread examines many files', async () => {
  const { examine, threads } = examinerOf();
  const answers = await Promise.all(Array.from({ length: 20 }, () => examine(Buffer.from('a'), png)));
  expect([new Set(answers), threads.length]).toEqual([new Set([null]), 1]);
});
