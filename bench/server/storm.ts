import { hasPostgres, whyNoPostgres } from '../../tests/support/postgres.ts';
import { runReconnectStorm } from '../../tests/support/reconnectStorm.ts';
import { amount } from '../amounts.ts';
import { table } from '../results.ts';

const people = amount(200, 4);
const patienceMs = 300_000;

/** Five thousand sockets come back to a process that was killed: how long until all are admitted, and what calls notice. */
export async function stormBench(): Promise<string> {
  if (!hasPostgres) return whyNoPostgres;
  const { sockets, before, after, refused, calls, admittedMs, peakMiB } = await runReconnectStorm(people, patienceMs);
  if (before !== sockets || after !== sockets)
    throw new Error(`${before} and then ${after} of ${sockets} are connected`);
  const times = calls.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0);
  return table(
    ['sockets', 'all admitted after', 'refused', 'calls meanwhile', 'not answered', 'p50 / slowest', 'most memory'],
    [
      [
        String(sockets),
        `${(admittedMs / 1_000).toFixed(1)} s`,
        String(refused.length),
        String(calls.length),
        String(calls.filter(({ code }) => code !== 200).length),
        `${at(0.5)} / ${times.at(-1)?.toFixed(0)} ms`,
        `${peakMiB.toFixed(0)} MiB`,
      ],
    ],
  );
}
