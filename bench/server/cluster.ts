import { hasPostgres, startPostgres, whyNoPostgres } from '../../tests/support/postgres.ts';
import { hasRedis, startRedis } from '../../tests/support/redis.ts';
import { amount, runsOf } from '../amounts.ts';
import { table } from '../results.ts';
import { median } from '../row.ts';
import { withSpread } from '../samples.ts';
import { child } from './child.ts';
import { type Client, type Exchanged, exchange, socketClient } from './clients.ts';
import { cpuEach, type Served } from './places.ts';

const couples = amount(100, 5);
const runs = runsOf(5);
const forMs = amount(1_500, 300);
const sizes = amount([1, 2, 3], [1, 2]);

type Process = Awaited<ReturnType<typeof child<Served>>>;
type Measured = Exchanged & { cpuUs: number };

/** Doctors and their patients, always on different processes where there are several. */
async function openCluster(size: number, env: Record<string, string>) {
  const processes: Process[] = [await child<Served>('platform.ts', { ...env, PEOPLE: String(couples) })];
  while (processes.length < size) processes.push(await child<Served>('platform.ts', { ...env, PEOPLE: '0' }));
  const [first] = processes;
  if (!first) throw new Error('no process');
  const { hospitalId, pairs } = first.ready;
  const urlOf = (n: number) => processes[n % size]?.ready.url ?? '';
  const clients = await Promise.all(
    pairs.flatMap(({ conversationId, doctorToken, patientToken }, n) => [
      socketClient({ url: urlOf(n), hospitalId, conversationId, token: doctorToken, senderType: 2 }),
      socketClient({ url: urlOf(n + 1), hospitalId, conversationId, token: patientToken, senderType: 1 }),
    ]),
  );
  const cpuMs = () => processes.reduce((sum, one) => sum + one.cpuMs(), 0);
  return { size, processes, clients, cpuMs };
}

async function measure(clients: readonly Client[], cpuMs: () => number): Promise<Measured> {
  const before = cpuMs();
  const exchanged = await exchange(clients, forMs);
  if (exchanged.received !== exchanged.sent) throw new Error(`${exchanged.sent} sent, ${exchanged.received} received`);
  return { ...exchanged, cpuUs: cpuEach(before, cpuMs(), exchanged.sent) };
}

/** Messages a second of one, two and three processes on this machine, in turn, with every message crossing processes. */
export async function clusterBench(): Promise<string> {
  if (!hasPostgres || !hasRedis) return whyNoPostgres;
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  const clusters: Awaited<ReturnType<typeof openCluster>>[] = [];
  try {
    for (const size of sizes)
      clusters.push(await openCluster(size, { DATABASE_URL: await postgres.database(), REDIS_URL: redis.url }));
    for (const { clients } of clusters) await exchange(clients, 500);
    const found: Measured[][] = clusters.map(() => []);
    for (let run = 0; run < runs; run += 1)
      for (const [n, { clients, cpuMs }] of clusters.entries()) found[n]?.push(await measure(clients, cpuMs));
    const alone = found[0] ?? [];
    const rows = clusters.map(({ size }, n) => {
      const of = found[n] ?? [];
      const middle = (key: 'perSecond' | 'p50' | 'p99' | 'cpuUs') => median(of.map(({ [key]: value }) => value));
      const ratios = of.map(({ perSecond }, run) => perSecond / (alone[run]?.perSecond ?? Number.NaN));
      return [
        String(size),
        middle('perSecond').toFixed(0),
        withSpread(ratios, 2),
        `${middle('p50').toFixed(1)} / ${middle('p99').toFixed(1)}`,
        middle('cpuUs').toFixed(0),
      ];
    });
    const titles = ['processes', 'messages /s', '× one process', 'p50 / p99 ms', 'CPU µs each, all processes'];
    return `${table(titles, rows)}\n\nStored, acknowledged and delivered to the other party, who is on another process. Clients, processes, PostgreSQL and Redis share the cores of this machine, so more processes add cost and cannot add speed here.`;
  } finally {
    for (const { clients, processes } of clusters) {
      for (const { end } of clients) end();
      await Promise.all(processes.map((one) => one.stop()));
    }
    await redis.stop();
    await postgres.stop();
  }
}
