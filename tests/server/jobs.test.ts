import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createJobRuns } from '../../server/db/jobRuns.ts';
import { startJobs } from '../../server/jobs.ts';
import { createLog } from '../../server/log.ts';
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

test('jobs run only while this process leads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let [leads, ran] = [false, 0];
  const run = async () => {
    ran += 1;
  };
  const runs = { begin: async () => true };
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
    runs: { begin: async () => false },
    observation: createObservation({ now: Date.now, log: createLog('silent') }),
  });
  await vi.advanceTimersByTimeAsync(150_000);
  expect(ran).toBe(2);
  await jobs.stop();
});
