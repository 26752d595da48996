import { amount, runsOf } from './amounts.ts';
import { table } from './results.ts';
import { median } from './row.ts';
import { withSpread } from './samples.ts';
import { child } from './server/child.ts';
import { cpuEach, onEveryDatabase, type Served } from './server/places.ts';
import { type Pressed, press } from './server/rawHttp.ts';

const connections = amount(32, 4);
const forMs = amount(2_000, 200);
const runs = runsOf(5);

type Server = Awaited<ReturnType<typeof child<{ url: string }>>>;
type Target = { server: Server; requests: readonly string[] };
type Measured = Pressed & { cpuUs: number };

async function measure({ server, requests }: Target, at: number, perSecond: number | null = null): Promise<Measured> {
  const port = Number(new URL(server.ready.url).port);
  const before = server.cpuMs();
  const pressed = await press({ port, requests, connections: at, forMs, perSecond });
  if (!pressed.sample.startsWith('{"code":200')) throw new Error(pressed.sample.slice(0, 200));
  return { ...pressed, cpuUs: cpuEach(before, server.cpuMs(), (pressed.perSecond * forMs) / 1_000) };
}

/** Measures one of our calls and the bare server's in turn, then ours at half of its capacity. */
async function compare(what: string, ours: Target, bare: Target): Promise<string[]> {
  const [mine, anchor]: [Measured[], Measured[]] = [[], []];
  await measure(ours, connections);
  await measure(bare, connections);
  for (let run = 0; run < runs; run += 1) {
    anchor.push(await measure(bare, connections));
    mine.push(await measure(ours, connections));
  }
  const middle = (of: readonly Measured[], key: 'perSecond' | 'cpuUs') => median(of.map(({ [key]: value }) => value));
  const [perSecond, least] = [middle(mine, 'perSecond'), middle(anchor, 'perSecond')];
  const ratios = mine.map((one, run) => one.perSecond / (anchor[run]?.perSecond ?? Number.NaN));
  const calm = await measure(ours, connections, perSecond / 2);
  const cpu = [middle(mine, 'cpuUs'), middle(anchor, 'cpuUs')] as const;
  const cells = [
    what,
    perSecond.toFixed(0),
    least.toFixed(0),
    withSpread(ratios, 2),
    `${cpu[0].toFixed(0)} / ${cpu[1].toFixed(0)} = ${(cpu[0] / cpu[1]).toFixed(1)}`,
    `${calm.p50.toFixed(1)} / ${calm.p99.toFixed(1)}`,
  ];
  process.stderr.write(`${cells.join(' | ')}\n`);
  return cells;
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`;

async function onDatabase(engine: string, env: () => Promise<Record<string, string>>): Promise<string[][]> {
  const PEOPLE = String(connections);
  const [platform, bare, byHand] = [
    await child<Served>('platform.ts', { PEOPLE, ...(await env()) }),
    await child<{ url: string }>('bare.ts'),
    await child<{ url: string; ids: string[] }>('byHand.ts', { PEOPLE, ...(await env()) }),
  ];
  const { hospitalId, pairs } = platform.ready;
  // Each connection belongs to a different doctor, who requests their own order.
  const of = (pathOf: (orderId: string) => string): Target => ({
    server: platform,
    requests: pairs.map(({ doctorToken, orderId }) =>
      get(
        `/api${pathOf(orderId)}`,
        `tenant-id: ${hospitalId}\r\nauthorization: Bearer ${doctorToken}\r\naccept-language: en\r\n`,
      ),
    ),
  });
  const anchor: Target = { server: bare, requests: [get('/?orderId=7')] };
  const asking: Target = { server: byHand, requests: byHand.ready.ids.map((id) => get(`/?id=${id}`)) };
  const detail = of((id) => `/consult/consult-order/detail?id=${id}`);
  const asksNobody = 'validated, authorised, no database (getImConfig)';
  const rows = [
    ...(engine === 'embedded'
      ? [
          await compare(
            asksNobody,
            of(() => '/infra/im/getImConfig'),
            anchor,
          ),
        ]
      : []),
    await compare(
      `and counts from the database (getOrderNum, ${engine})`,
      of(() => '/consult/consult-order/getOrderNum'),
      anchor,
    ),
    await compare(`and audited (order detail, ${engine})`, detail, anchor),
    await compare(`the same; anchor by hand with its question and its trail (${engine})`, detail, asking),
  ];
  await Promise.all([platform.stop(), bare.stop(), byHand.stop()]);
  return rows;
}

/**
 * Validated, authorised and audited calls, compared with node:http and zod by hand; the latter uses no database unless
 * stated.
 */
export async function callBench(): Promise<string> {
  const rows = await onEveryDatabase(({ engine, env }) => onDatabase(engine, env));
  return table(['call', 'ours /s', 'bare /s', 'ratio', 'CPU µs each', 'p50 / p99 ms at half load'], rows.flat());
}
