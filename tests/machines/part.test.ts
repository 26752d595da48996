import { expect, test } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import { ChunkTimeout, partMachine } from '../../src/machines/part.ts';
import { createActor } from '../support/actors.ts';

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/Panel.js');
const microtasks = () => new Promise((resolve) => setImmediate(resolve));

/** A part whose requests fail or hang until the line is repaired. */
async function opened(line: { state: 'cut' | 'hanging' | 'up' }) {
  let requests = 0;
  const load = fromPromise<object, { readonly failure: unknown }>(async () => {
    requests += 1;
    if (line.state === 'cut') throw missing;
    if (line.state === 'hanging') await new Promise(() => {});
    return { Panel: 'panel' };
  });
  const clock = new SimulatedClock();
  const part = createActor(partMachine.provide({ actors: { importCode: load } }), { clock }).start();
  part.send({ type: 'part.needed' });
  const pass = async (...pauses: readonly number[]) => {
    for (const ms of pauses) {
      clock.increment(ms);
      await microtasks();
    }
  };
  await microtasks();
  return { part, pass, requests: () => requests };
}

test('a request that failed is repeated after growing pauses before the place says that the part is gone', async () => {
  const { part, pass, requests } = await opened({ state: 'cut' });
  const seen = [];
  for (const pause of [500, 1_000, 2_000]) {
    await pass(pause - 1);
    seen.push(requests());
    await pass(1);
  }
  expect([seen, requests()]).toEqual([[1, 2, 3], 4]);
  expect([part.getSnapshot().hasTag('away'), part.getSnapshot().context.cause]).toEqual([true, missing]);
});

test('a part that stays away is requested further, and is there once the platform has it again', async () => {
  const line: { state: 'cut' | 'up' } = { state: 'cut' };
  const { part, pass, requests } = await opened(line);
  await pass(500, 1_000, 2_000, 4_000);
  expect(requests()).toBe(5);
  line.state = 'up';
  await pass(8_000);
  expect([part.getSnapshot().context.code, part.getSnapshot().status]).toEqual([{ Panel: 'panel' }, 'done']);
});

test('"Try again" asks at once and with all tries', async () => {
  const { part, pass, requests } = await opened({ state: 'cut' });
  await pass(500, 1_000, 2_000);
  part.send({ type: 'part.needed' });
  await microtasks();
  expect([requests(), part.getSnapshot().hasTag('away')]).toEqual([5, false]);
  await pass(500, 1_000, 2_000);
  expect([requests(), part.getSnapshot().hasTag('away')]).toEqual([8, true]);
});

test('a network that returns asks at once', async () => {
  const { part, requests } = await opened({ state: 'cut' });
  part.send({ type: 'network.returned' });
  await microtasks();
  expect(requests()).toBe(2);
});

test('a request without an answer is given up after 120 s', async () => {
  const { part, pass } = await opened({ state: 'hanging' });
  await pass(119_999);
  expect(part.getSnapshot().hasTag('away')).toBe(false);
  await pass(1);
  expect([part.getSnapshot().hasTag('away'), part.getSnapshot().context.cause]).toEqual([
    true,
    expect.any(ChunkTimeout),
  ]);
});

test('a part that is there is loaded with one request', async () => {
  const { part, requests } = await opened({ state: 'up' });
  expect([part.getSnapshot().context.code, requests(), part.getSnapshot().status]).toEqual([
    { Panel: 'panel' },
    1,
    'done',
  ]);
});

test('a network that returns asks at once for a part that stays away', async () => {
  const { part, pass, requests } = await opened({ state: 'cut' });
  await pass(500, 1_000, 2_000);
  part.send({ type: 'network.returned' });
  await microtasks();
  expect([requests(), part.getSnapshot().hasTag('away')]).toEqual([5, true]);
});

test('a late request without an answer is given up after 120 s, and the requests go on', async () => {
  const line: { state: 'cut' | 'hanging' } = { state: 'cut' };
  const { part, pass, requests } = await opened(line);
  await pass(500, 1_000, 2_000);
  line.state = 'hanging';
  part.send({ type: 'network.returned' });
  await pass(120_000);
  expect([requests(), part.getSnapshot().context.cause]).toEqual([5, expect.any(ChunkTimeout)]);
  await pass(8_000);
  expect(requests()).toBe(6);
});

test('"Try again" replaces a late request that hangs, at once', async () => {
  const line: { state: 'cut' | 'hanging' | 'up' } = { state: 'cut' };
  const { part, pass, requests } = await opened(line);
  await pass(500, 1_000, 2_000);
  line.state = 'hanging';
  part.send({ type: 'network.returned' });
  line.state = 'cut';
  part.send({ type: 'part.needed' });
  await microtasks();
  expect([requests(), part.getSnapshot().hasTag('away')]).toEqual([6, false]);
  line.state = 'up';
  await pass(500);
  expect(part.getSnapshot().context.code).toEqual({ Panel: 'panel' });
});

test('the pauses of a part that stays away grow with each late request, up to a minute', async () => {
  const { pass, requests } = await opened({ state: 'cut' });
  await pass(500, 1_000, 2_000);
  const seen = [];
  for (const pause of [4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await pass(pause - 1);
    seen.push(requests());
    await pass(1);
  }
  expect([seen, requests()]).toEqual([[4, 5, 6, 7, 8, 9], 10]);
});

test('a first request without an answer counts as a failed one', async () => {
  const line: { state: 'cut' | 'hanging' } = { state: 'hanging' };
  const { pass, requests } = await opened(line);
  await pass(120_000);
  expect(requests()).toBe(1);
  await pass(499);
  expect(requests()).toBe(1);
  await pass(1);
  expect(requests()).toBe(2);
});
