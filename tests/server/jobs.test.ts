import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createSharedState } from '../../server/cluster/sharedState.ts';
import { createJobRuns } from '../../server/db/jobRuns.ts';
import { startJobs } from '../../server/jobs.ts';
import { createLog } from '../../server/log.ts';
import { createJobFigures } from '../../server/observe/jobFigures.ts';
import { createJobStates } from '../../server/observe/jobStates.ts';
import { createObservation } from '../../server/observe/observation.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);
afterAll(() => database?.close());

test('a job that several processes want to begin begins once in its interval, also after a restart', async () => {
  const clock = { now: 1_000_000 };
  const runs = () => createJobRuns(database.db, () => clock.now);
  const begin = async () => Promise.all([runs(), runs(), runs()].map((one) => one.begin('hourly', 3_600_000)));
  expect((await begin()).filter(Boolean)).toHaveLength(1);
  clock.now += 3_000_000;
  expect(await begin()).toEqual([false, false, false]);
  clock.now += 600_000;
  expect((await begin()).filter(Boolean)).toHaveLength(1);
});

test('the last run of a rare job is known in every process and after a restart, and its failures for a day', async () => {
  const [day, clock] = [86_400_000, { now: 2_000_000_000 }];
  const now = () => clock.now;
  const runs = createJobRuns(database.db, now);
  async function run(failed: boolean) {
    await runs.begin('nightly', 60_000);
    const startTime = clock.now;
    clock.now += 250;
    await runs.end('nightly', { endTime: clock.now, durationMs: 250, failed, failuresSince: clock.now - day });
    return { lastStart: startTime, lastEnd: clock.now, lastMs: 250 };
  }
  async function seenElsewhere() {
    const states = createJobStates(now);
    states.add('nightly', 60_000);
    const shared = createSharedState(null);
    return (await createJobFigures({ states, runs: createJobRuns(database.db, now), shared, now }).list())[0];
  }
  expect(await seenElsewhere()).toMatchObject({ lastStart: null, lastFailure: null, failures: 0 });
  await run(true);
  clock.now += day / 2;
  const { lastEnd: lastFailure } = await run(true);
  clock.now += day / 2;
  const last = await run(false);
  expect(await seenElsewhere()).toEqual({ name: 'nightly', everyMs: 60_000, ...last, lastFailure, failures: 2 });
  clock.now += day;
  expect(await seenElsewhere()).toMatchObject({ ...last, lastFailure: null, failures: 0 });
  await run(true);
  expect(await seenElsewhere()).toMatchObject({ failures: 1 });
});

test('a rare job records how its run ended, and a frequent one states it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const [ended, stated]: [unknown[], unknown[]] = [[], []];
  const run = () => Promise.reject(new Error('no disk'));
  const jobs = startJobs(
    [
      { name: 'rare', everyMs: 60_000, run },
      { name: 'frequent', everyMs: 59_000, run },
    ],
    {
      log: createLog('silent'),
      leads: () => true,
      runs: { begin: async () => true, end: async (name, { failed }) => void ended.push([name, failed]) },
      share: ({ name, failures }) => stated.push([name, failures]),
      observation: createObservation({ now: Date.now, log: createLog('silent') }),
    },
  );
  await vi.advanceTimersByTimeAsync(61_000);
  expect([ended, stated]).toEqual([[['rare', true]], [['frequent', 1]]]);
  await jobs.stop();
});

test('jobs run only while this process leads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let [leads, ran] = [false, 0];
  const run = async () => {
    ran += 1;
  };
  const runs = { begin: async () => true, end: async () => {} };
  const jobs = startJobs([{ name: 'often', everyMs: 100, run }], {
    log: createLog('silent'),
    leads: () => leads,
    runs,
    observation: createObservation({ now: Date.now, log: createLog('silent') }),
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ran).toBe(0);
  leads = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ran).toBeGreaterThan(5);
  const before = ran;
  leads = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ran).toBe(before);
  await jobs.stop();
});

test('a job of this machine runs in each process, whichever leads and whenever another one ran it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let ran = 0;
  const run = async () => {
    ran += 1;
  };
  const jobs = startJobs([{ name: 'clear', everyMs: 60_000, run, isLocal: true }], {
    log: createLog('silent'),
    leads: () => false,
    runs: { begin: async () => false, end: async () => {} },
    observation: createObservation({ now: Date.now, log: createLog('silent') }),
  });
  await vi.advanceTimersByTimeAsync(150_000);
  expect(ran).toBe(2);
  await jobs.stop();
});
