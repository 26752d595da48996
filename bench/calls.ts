import { table } from './results.ts';
import { median } from './row.ts';
import { child } from './server/child.ts';
import { cpuEach, type Served } from './server/places.ts';
import { type Pressed, press } from './server/rawHttp.ts';

const lanes = 32;
const forMs = 2_000;
const runs = 3;

type Target = { server: Awaited<ReturnType<typeof child<{ url: string }>>>; path: string; headers: string };
type Measured = Pressed & { cpuUs: number };

async function measure({ server, path, headers }: Target, at: number): Promise<Measured> {
  const port = Number(new URL(server.ready.url).port);
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`;
  const before = server.cpuMs();
  const pressed = await press({ port, request, lanes: at, forMs });
  if (!pressed.sample.startsWith('{"code":200')) throw new Error(pressed.sample.slice(0, 200));
  return { ...pressed, cpuUs: cpuEach(before, server.cpuMs(), (pressed.perSecond * forMs) / 1_000) };
}

/** One call of ours and the bare server's, by turns. */
async function compare(what: string, ours: Target, bare: Target): Promise<string[]> {
  const [mine, anchor]: [Measured[], Measured[]] = [[], []];
  await measure(ours, lanes);
  for (let run = 0; run < runs; run += 1) {
    anchor.push(await measure(bare, lanes));
    mine.push(await measure(ours, lanes));
  }
  const calm = await measure(ours, 2);
  const middle = (of: readonly Measured[], key: 'perSecond' | 'cpuUs') => median(of.map(({ [key]: value }) => value));
  const [perSecond, least] = [middle(mine, 'perSecond'), middle(anchor, 'perSecond')];
  const cpu = [middle(mine, 'cpuUs'), middle(anchor, 'cpuUs')] as const;
  return [
    what,
    perSecond.toFixed(0),
    least.toFixed(0),
    (perSecond / least).toFixed(2),
    `${cpu[0].toFixed(0)} / ${cpu[1].toFixed(0)} = ${(cpu[0] / cpu[1]).toFixed(1)}`,
    calm.p99.toFixed(1),
  ];
}

/** Validated and authorised calls on the embedded database against node:http with zod by hand, which asks no database. */
export async function callBench(): Promise<string> {
  const [platform, bare] = [
    await child<Served>('platform.ts', { PEOPLE: '2' }),
    await child<{ url: string }>('bare.ts'),
  ];
  const { tenantId, pairs } = platform.ready;
  const [{ doctorToken, orderId } = { doctorToken: '', orderId: '' }] = pairs;
  const headers = `tenant-id: ${tenantId}\r\nauthorization: Bearer ${doctorToken}\r\naccept-language: en\r\n`;
  const of = (path: string): Target => ({ server: platform, path: `/api${path}`, headers });
  const anchor: Target = { server: bare, path: '/?orderId=7', headers };
  const rows = [
    await compare('validated, authorised, no database (getImConfig)', of('/infra/im/getImConfig'), anchor),
    await compare('and one question to the database (getOrderNum)', of('/consult/consult-order/getOrderNum'), anchor),
    await compare(
      'and audited, five questions (order detail)',
      of(`/consult/consult-order/detail?id=${orderId}`),
      anchor,
    ),
  ];
  await Promise.all([platform.stop(), bare.stop()]);
  return table(['call', 'ours /s', 'bare /s', 'ratio', 'CPU µs each', 'p99 ms with 2 on the way'], rows);
}
