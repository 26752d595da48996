import { expect, test } from 'vitest';
import { createSharedUses } from '../../../server/cluster/sharedUses.ts';
import { createTokenBucket } from '../../../server/im/tokenBucket.ts';

type Uses = [limit: string, key: string, uses: number][];
type Batch = { at: number; uses: Uses };
type Receive = (batch: Batch) => void;

/** Processes of a cluster whose batches leave when the test says so, with a clock for each. */
function createCluster() {
  const receivers: Receive[] = [];
  const batches: Batch[] = [];
  let isConnected = true;

  function createProcess(clock: { now: number } = { now: 0 }) {
    const due: (() => void)[] = [];
    const own = receivers.length;
    const link = {
      on(_: string, listener: Receive) {
        receivers.push(listener);
      },
      others: () => receivers.length - 1,
      sendVolatile(_: string, batch: Batch) {
        if (!isConnected) return;
        batches.push(batch);
        for (const [n, receive] of receivers.entries()) if (n !== own) receive(batch);
      },
    };
    const now = () => clock.now;
    const { share } = createSharedUses({ link: link as never, now, later: (send) => void due.push(send) });
    const rate = { burst: 10, perSecond: 1 };
    const createLimit = (name: string) => createTokenBucket({ now, ...rate, share: (charge) => share(name, charge) });
    return { clock, due, share, createLimit, sendBatch: () => due.splice(0).map((send) => send()) };
  }

  return {
    createProcess,
    batches,
    disconnect() {
      isConnected = false;
    },
  };
}

function twoProcesses() {
  const { createProcess, ...cluster } = createCluster();
  const [one, two] = [createProcess(), createProcess()];
  return { ...cluster, one, two, inOne: one.createLimit('calls'), inTwo: two.createLimit('calls') };
}

test('a batch is the sum of each key, and charges the same limit of the other process', () => {
  const { one, batches, inOne, inTwo } = twoProcesses();
  for (let n = 0; n < 7; n += 1) inOne('ann');
  inOne('bob');
  expect([one.due.length, batches]).toEqual([1, []]);
  one.sendBatch();
  expect(batches).toEqual([
    {
      at: 0,
      uses: [
        ['calls', 'ann', 7],
        ['calls', 'bob', 1],
      ],
    },
  ]);
  expect([inTwo('ann', 4), inTwo('ann', 3), inTwo('bob', 9)]).toEqual([1_000, 0, 0]);
});

test('limits of other names, and batches of limits that this version does not have, change nothing', () => {
  const { one, inTwo } = twoProcesses();
  one.createLimit('messages')('ann', 10);
  one.sendBatch();
  expect(inTwo('ann', 10)).toBe(0);
});

test('who alternates between two processes gets one limit', () => {
  const { one, two, inOne, inTwo } = twoProcesses();
  const refusals: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    refusals.push((n % 2 === 0 ? inOne : inTwo)('ann'));
    one.sendBatch();
    two.sendBatch();
  }
  expect(refusals).toEqual([...Array.from({ length: 10 }, () => 0), 1_000, 1_000]);
});

test('two processes that are asked at once exceed the limit by one batch, and make up for it', () => {
  const { one, two, inOne, inTwo } = twoProcesses();
  expect([inOne('ann', 10), inTwo('ann', 10)]).toEqual([0, 0]);
  one.sendBatch();
  two.sendBatch();
  expect([inOne('ann'), inTwo('ann')]).toEqual([11_000, 11_000]);
});

test('a use that is taken back within a batch is not sent, and later it is taken back everywhere', () => {
  const { one, batches, inOne, inTwo } = twoProcesses();
  inOne('ann');
  inOne('ann', -1);
  one.sendBatch();
  expect(batches).toEqual([]);
  inOne('ann', 10);
  one.sendBatch();
  expect(inTwo('ann')).toBe(1_000);
  inOne('ann', -1);
  one.sendBatch();
  expect([inTwo('ann'), inTwo('ann')]).toEqual([0, 1_000]);
});

test('a process that is alone sends nothing and waits for nothing', () => {
  const { createProcess, batches } = createCluster();
  const alone = createProcess();
  alone.createLimit('calls')('ann');
  expect([alone.due, batches]).toEqual([[], []]);
  const { share } = createSharedUses({ link: null, now: () => 0 });
  const waitFor = createTokenBucket({
    now: () => 0,
    burst: 1,
    perSecond: 1,
    share: (charge) => share('calls', charge),
  });
  expect([waitFor('ann'), waitFor('ann')]).toEqual([0, 1_000]);
});

test('without a connection each process limits by itself', () => {
  const { one, inOne, inTwo, disconnect } = twoProcesses();
  disconnect();
  expect([inOne('ann', 10), inOne('ann')]).toEqual([0, 1_000]);
  one.sendBatch();
  expect([inTwo('ann', 10), inTwo('ann')]).toEqual([0, 1_000]);
});

test('a batch has at most 500 keys, the busiest first; the others are in the next ones', () => {
  const { one, batches } = twoProcesses();
  const tell = one.share('calls', () => {});
  for (let n = 0; n < 1_200; n += 1) tell(`cold ${n}`, 1);
  tell('hot', 1);
  tell('hot', 1);
  tell('taken back', -2);
  one.sendBatch();
  expect(batches[0]?.uses.slice(0, 3)).toEqual([
    ['calls', 'hot', 2],
    ['calls', 'taken back', -2],
    ['calls', 'cold 0', 1],
  ]);
  one.sendBatch();
  one.sendBatch();
  one.sendBatch();
  expect(batches.map(({ uses }) => uses.length)).toEqual([500, 500, 202]);
});

test('at most 5,000 keys wait for their batch', () => {
  const { one, batches } = twoProcesses();
  const tell = one.share('calls', () => {});
  for (let n = 0; n < 6_000; n += 1) tell(`${n}`, 1);
  tell('17', 1);
  while (one.due.length > 0) one.sendBatch();
  expect(batches.flatMap(({ uses }) => uses)).toHaveLength(5_000);
  expect(batches[0]?.uses[0]).toEqual(['calls', '17', 2]);
});

test('a batch that was delayed for long charges nothing, because its uses were refilled meanwhile', () => {
  const { createProcess } = createCluster();
  const [one, two] = [createProcess(), createProcess({ now: 10_001 })];
  one.createLimit('calls')('ann', 10);
  const inTwo = two.createLimit('calls');
  one.sendBatch();
  expect(inTwo('ann', 10)).toBe(0);
  one.clock.now = 5_000;
  one.createLimit('searches')('ann', 3);
  const searches = two.createLimit('searches');
  one.sendBatch();
  expect(searches('ann', 8)).toBe(1_000);
});
