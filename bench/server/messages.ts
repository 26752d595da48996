import { table } from '../results.ts';
import { median } from '../row.ts';
import { child } from './child.ts';
import { echoTalker, rawTalker, type Spoken, socketTalker, speak, type Talker } from './clients.ts';
import { cpuEach, onEveryDatabase, type Served } from './places.ts';

const sockets = 200;
const runs = 3;
const forMs = 1_500;

type Child = Awaited<ReturnType<typeof child<{ url: string }>>>;
type Measured = { perSecond: number; p50: number; p99: number; cpuUs: number };

/** Measures two servers in turn, so that other load on the machine affects both. */
async function byTurns(rivals: readonly { server: Child; talkers: readonly Talker[] }[]): Promise<Measured[]> {
  const found: Measured[][] = rivals.map(() => []);
  for (const { talkers } of rivals) await speak(talkers, 500);
  for (let run = 0; run < runs; run += 1)
    for (const [n, { server, talkers }] of rivals.entries()) {
      const before = server.cpuMs();
      const spoken: Spoken = await speak(talkers, forMs);
      const { perSecond, p50, p99, said } = spoken;
      found[n]?.push({ perSecond, p50, p99, cpuUs: cpuEach(before, server.cpuMs(), said) });
    }
  const middle = (of: readonly Measured[], key: keyof Measured) => median(of.map(({ [key]: value }) => value));
  return found.map((of) => ({
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

const cells = (what: string, ours: Measured, anchor: Measured) =>
  shown([
    what,
    ours.perSecond.toFixed(0),
    anchor.perSecond.toFixed(0),
    (ours.perSecond / anchor.perSecond).toFixed(2),
    `${ours.p50.toFixed(1)} / ${ours.p99.toFixed(1)}`,
    `${anchor.p50.toFixed(1)} / ${anchor.p99.toFixed(1)}`,
    `${ours.cpuUs.toFixed(0)} / ${anchor.cpuUs.toFixed(0)}`,
  ]);

const ends = (talkers: readonly Talker[]) => {
  for (const { end } of talkers) end();
};

/** Stored and acknowledged messages, compared with an echoing Socket.IO server. */
async function acknowledged(engine: string, env: Record<string, string>): Promise<string[]> {
  const [server, echo] = await Promise.all([
    child<Served>('platform.ts', { PEOPLE: String(sockets), ...env }),
    child<{ url: string }>('echo.ts'),
  ]);
  const { url, tenantId, pairs } = server.ready;
  const doctors = await Promise.all(
    pairs.map(({ conversationId, doctorToken: token }) =>
      socketTalker({ url, tenantId, conversationId, token, senderType: 2 }),
    ),
  );
  const echoing = await Promise.all(pairs.map(() => echoTalker(echo.ready.url)));
  const [ours, anchor] = await byTurns([
    { server, talkers: doctors },
    { server: echo, talkers: echoing },
  ]);
  ends([...doctors, ...echoing]);
  await Promise.all([server.stop(), echo.stop()]);
  if (!ours || !anchor) throw new Error('nothing was measured');
  return cells(
    `${sockets} doctors: stored, acknowledged, told to own tabs; anchor Socket.IO echo (${engine})`,
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
  const { url, tenantId, pairs } = server.ready;
  const seats = pairs.flatMap(({ conversationId, doctorToken, patientToken }) => [
    { url, tenantId, conversationId, token: doctorToken, senderType: 2 },
    { url, tenantId, conversationId, token: patientToken, senderType: 1 },
  ]);
  const ourTalkers = await Promise.all(seats.map(socketTalker));
  const rawTalkers = await Promise.all(
    Array.from({ length: sockets }, (_, n) => rawTalker(raw.ready.url, n >> 1, n & 1)),
  );
  const [ours, anchor] = await byTurns([
    { server, talkers: ourTalkers },
    { server: raw, talkers: rawTalkers },
  ]);
  const paced = await speak(ourTalkers, forMs, 1_000);
  if (paced.heard !== paced.said) throw new Error(`${paced.said} said, ${paced.heard} heard`);
  ends([...ourTalkers, ...rawTalkers]);
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
