import { expect, test } from 'vitest';
import { createReadiness } from '../../../server/observe/readiness.ts';

test('a part that failed before the clock was set back is checked again at the next probe', async () => {
  let at = 10 * 3_600_000;
  let works = false;
  const readiness = createReadiness(
    () => at,
    () => {},
  );
  readiness.watch('files', () => works);
  await expect.poll(() => readiness.degraded()).toEqual(['files']);
  works = true;
  at -= 3_600_000;
  await expect.poll(() => readiness.degraded()).toEqual([]);
});

/** Readiness with a probe that counts how often it is made and ends when the test says so. */
function withProbe() {
  const clock = { now: 0 };
  const ends: ((works: boolean) => void)[] = [];
  const readiness = createReadiness(
    () => clock.now,
    () => {},
  );
  readiness.probe('database', () => new Promise<boolean>((resolve) => ends.push(resolve)));
  return { clock, readiness, ends };
}

test('several requests share one probe, and its result counts for a second from its end', async () => {
  const { clock, readiness, ends } = withProbe();
  const asked = [readiness.failing(), readiness.failing()];
  await expect.poll(() => ends.length).toBe(1);
  clock.now = 1_500;
  asked.push(readiness.failing());
  ends[0]?.(false);
  expect(await Promise.all(asked)).toEqual([['database'], ['database'], ['database']]);
  clock.now = 2_499;
  expect([await readiness.failing(), ends.length]).toEqual([['database'], 1]);
  clock.now = 2_500;
  const later = readiness.failing();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.(true);
  expect(await later).toEqual([]);
});

test('a clock that is set back does not keep an old result', async () => {
  const { clock, readiness, ends } = withProbe();
  clock.now = 3_600_000;
  const first = readiness.failing();
  await expect.poll(() => ends.length).toBe(1);
  ends[0]?.(false);
  expect(await first).toEqual(['database']);
  clock.now = 0;
  const second = readiness.failing();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.(true);
  expect(await second).toEqual([]);
});

test('a part that is not probed is asked each time', async () => {
  const { readiness, ends } = withProbe();
  let isEnding = false;
  readiness.add('ending', () => !isEnding);
  const first = readiness.failing();
  await expect.poll(() => ends.length).toBe(1);
  ends[0]?.(true);
  expect(await first).toEqual([]);
  isEnding = true;
  expect([await readiness.failing(), ends.length]).toEqual([['ending'], 1]);
});
