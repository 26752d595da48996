import { amount, runsOf } from '../amounts.ts';
import { table } from '../results.ts';
import { median } from '../row.ts';
import { withSpread } from '../samples.ts';
import { child } from './child.ts';
import { type Client, type Exchanged, echoClient, exchange, rawClient, socketClient } from './clients.ts';
import { cpuEach, onEveryDatabase, type Served } from './places.ts';

const sockets = amount(200, 10);
const runs = runsOf(5);
const forMs = amount(1_500, 300);

type Child = Awaited<ReturnType<typeof child<{ url: string }>>>;
type Measured = { perSecond: number; p50: number; p99: number; cpuUs: number };
/** The medians of all runs, and what each run sent in a second. */
type Rival = Measured & { rates: readonly number[] };

/** Measures two servers in turn, so that other load on the machine affects both. */
async function byTurns(rivals: readonly { server: Child; clients: readonly Client[] }[]): Promise<Rival[]> {
  const found: Measured[][] = rivals.map(() => []);
  for (const { clients } of rivals) await exchange(clients, 500);
  for (let run = 0; run < runs; run += 1)
    for (const [n, { server, clients }] of rivals.entries()) {
      const before = server.cpuMs();
      const exchanged: Exchanged = await exchange(clients, forMs);
      const { perSecond, p50, p99, sent } = exchanged;
      found[n]?.push({ perSecond, p50, p99, cpuUs: cpuEach(before, server.cpuMs(), sent) });
    }
  const middle = (of: readonly Measured[], key: keyof Measured) => median(of.map(({ [key]: value }) => value));
  return found.map((of) => ({
    rates: of.map(({ perSecond }) => perSecond),
    perSecond: middle(of, 'perSecond'),
    p50: middle(of, 'p50'),
    p99: middle(of, 'p99'),
    cpuUs: middle(of, 'cpuUs'),
  }));
}

const shown = (cells: string[]) => {
  process.stderr.write(`${cells.join(' | ')}\n`);
  return cells;
};

const cells = (what: string, ours: Rival, anchor: Rival) =>
  shown([
    what,
    ours.perSecond.toFixed(0),
    anchor.perSecond.toFixed(0),
    withSpread(
      ours.rates.map((rate, run) => rate / (anchor.rates[run] ?? Number.NaN)),
      2,
    ),
    `${ours.p50.toFixed(1)} / ${ours.p99.toFixed(1)}`,
    `${anchor.p50.toFixed(1)} / ${anchor.p99.toFixed(1)}`,
    `${ours.cpuUs.toFixed(0)} / ${anchor.cpuUs.toFixed(0)}`,
  ]);

const ends = (clients: readonly Client[]) => {
  for (const { end } of clients) end();
};

/** Stored and acknowledged messages, compared with an echoing Socket.IO server. */
async function acknowledged(engine: string, env: Record<string, string>): Promise<string[]> {
  const [server, echo] = await Promise.all([
    child<Served>('platform.ts', { PEOPLE: String(sockets), ...env }),
    child<{ url: string }>('echo.ts'),
  ]);
  const { url, hospitalId, pairs } = server.ready;
  const doctors = await Promise.all(
    pairs.map(({ conversationId, doctorToken: token }) =>
      socketClient({ url, hospitalId, conversationId, token, senderType: 2 }),
    ),
  );
  const echoing = await Promise.all(pairs.map(() => echoClient(echo.ready.url)));
  const [ours, anchor] = await byTurns([
    { server, clients: doctors },
    { server: echo, clients: echoing },
  ]);
  ends([...doctors, ...echoing]);
  await Promise.all([server.stop(), echo.stop()]);
  if (!ours || !anchor) throw new Error('nothing was measured');
  return cells(
    `${sockets} doctors: stored, acknowledged, sent to own tabs; anchor Socket.IO echo (${engine})`,
    ours,
    anchor,
  );
}

/** Messages between doctors and patients, compared with plain WebSockets over the same batches. */
async function delivered(engine: string, env: () => Promise<Record<string, string>>): Promise<string[][]> {
  const people = sockets / 2;
  const [ourEnv, rawEnv] = [await env(), await env()];
  const [server, raw] = await Promise.all([
    child<Served>('platform.ts', { PEOPLE: String(people), ...ourEnv }),
    child<{ url: string }>('rawSockets.ts', { PEOPLE: String(people), ...rawEnv }),
  ]);
  const { url, hospitalId, pairs } = server.ready;
  const seats = pairs.flatMap(({ conversationId, doctorToken, patientToken }) => [
    { url, hospitalId, conversationId, token: doctorToken, senderType: 2 },
    { url, hospitalId, conversationId, token: patientToken, senderType: 1 },
  ]);
  const ourClients = await Promise.all(seats.map(socketClient));
  const rawClients = await Promise.all(
    Array.from({ length: sockets }, (_, n) => rawClient(raw.ready.url, n >> 1, n & 1)),
  );
  const [ours, anchor] = await byTurns([
    { server, clients: ourClients },
    { server: raw, clients: rawClients },
  ]);
  const paced = await exchange(ourClients, forMs, 1_000);
  if (paced.received !== paced.sent) throw new Error(`${paced.sent} sent, ${paced.received} received`);
  ends([...ourClients, ...rawClients]);
  await Promise.all([server.stop(), raw.stop()]);
  if (!ours || !anchor) throw new Error('nothing was measured');
  const at = `${paced.p50.toFixed(1)} / ${paced.p99.toFixed(1)}`;
  return [
    cells(
      `${people} pairs: stored, acknowledged, delivered; anchor ws with the same batches (${engine})`,
      ours,
      anchor,
    ),
    shown([`the same paced at 1000/s (${engine})`, paced.perSecond.toFixed(0), '', '', at, '', '']),
  ];
}

/** Message throughput of the platform, compared with minimal servers. */
export async function messageBench(): Promise<string> {
  const rows = await onEveryDatabase(async ({ engine, env }) => [
    await acknowledged(engine, await env()),
    ...(await delivered(engine, env)),
  ]);
  const titles = [
    'messages',
    'ours /s',
    'anchor /s',
    'ratio',
    'ours p50 / p99 ms',
    'anchor p50 / p99 ms',
    'CPU µs each',
  ];
  return table(titles, rows.flat());
}
