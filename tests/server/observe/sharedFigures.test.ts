import { expect, onTestFinished, test, vi } from 'vitest';
import { createRecentCalls } from '../../../server/observe/recentCalls.ts';
import { createSharedFigures } from '../../../server/observe/sharedFigures.ts';

/** Processes that see each other's facts at once, on a clock that the test moves. */
function processes(count: number) {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = { now: 0 };
  const facts = Array.from({ length: count }, () => new Map<string, string>());
  return {
    clock,
    members: facts.map((own) => {
      const recent = createRecentCalls(() => clock.now);
      const failing: string[] = [];
      const figures = createSharedFigures({
        recent,
        readiness: { failing: async () => failing, degraded: () => [] },
        shared: {
          set: (key, value) => void (value === null ? own.delete(key) : own.set(key, value)),
          elsewhere: (key) => facts.flatMap((other) => (other === own ? [] : (other.get(key) ?? []))),
        },
        onFault: (cause) => {
          throw cause;
        },
      });
      onTestFinished(figures.start());
      return { recent, failing, figures, own };
    }),
    tick: () => vi.advanceTimersByTimeAsync(5_000),
  };
}

test('calls of all processes are one figure, with the percentiles of all of them', async () => {
  const { members, clock, tick } = processes(2);
  const [one, two] = members;
  for (let n = 0; n < 30; n += 1) one?.recent.add('1', 'lists', 4, false);
  for (let n = 0; n < 20; n += 1) two?.recent.add('1', 'lists', 190, n < 10);
  two?.recent.add('2', 'lists', 9_000, true);
  clock.now = 60_000;
  await tick();
  const all = [{ group: 'lists', callsPerMin: 50, errorsPerMin: 10, p50Ms: 5, p95Ms: 200 }];
  expect([one?.figures.calls('1'), two?.figures.calls('1')]).toEqual([all, all]);
  expect(one?.figures.calls('2')).toEqual([
    { group: 'lists', callsPerMin: 1, errorsPerMin: 1, p50Ms: 10_000, p95Ms: 10_000 },
  ]);
});

test('figures of a hospital without calls for five minutes are withdrawn', async () => {
  const { members, clock, tick } = processes(2);
  members[1]?.recent.add('1', 'lists', 4, false);
  await tick();
  expect(members[0]?.figures.calls('1')).toHaveLength(1);
  clock.now = 6 * 60_000;
  await tick();
  expect([members[0]?.figures.calls('1'), members[1]?.own.size]).toEqual([[], 0]);
});

test('a part that fails in any process is named once, until it works again', async () => {
  const { members, tick } = processes(3);
  for (const { failing } of members.slice(1)) failing.push('files', 'ending');
  await tick();
  expect(await members[0]?.figures.failing()).toEqual(['files']);
  for (const { failing } of members) failing.length = 0;
  await tick();
  expect(await members[0]?.figures.failing()).toEqual([]);
});
