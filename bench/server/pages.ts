import { hasPostgres, startPostgres } from '../../tests/support/postgres.ts';
import { table } from '../results.ts';
import { child } from './child.ts';
import { messagesEach } from './fill.ts';
import type { Served } from './places.ts';
import { press } from './rawHttp.ts';

const sizes = [10_000, 1_000_000];

const pages = {
  'awaiting list': '/consult/consult-cloud/awaitList',
  'order counts': '/consult/consult-order/getOrderNum',
  'orders, page 1': '/consult/consult-order/page?pageSize=20',
  'orders, page 50': '/consult/consult-order/page?pageSize=20&pageNo=50',
};

const inWords = (size: number) => size.toLocaleString('en');

/** One page requested over four connections; the answer must be valid. */
async function timed(server: { ready: Served }, path: string) {
  const { url, tenantId, pairs } = server.ready;
  const port = Number(new URL(url).port);
  const head = `tenant-id: ${tenantId}\r\nauthorization: Bearer ${pairs[0]?.doctorToken}\r\naccept-language: en`;
  const load = { port, requests: [`GET /api${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${head}\r\n\r\n`], connections: 4 };
  // Warm-up, until code is compiled and pages are cached: the measurement describes a working day.
  await press({ ...load, forMs: 3_000 });
  const pressed = await press({ ...load, forMs: 5_000 });
  if (!pressed.sample.startsWith('{"code":200')) throw new Error(pressed.sample.slice(0, 200));
  return pressed;
}

/** Lists in a hospital with few and with many orders; filling in the many takes about three minutes. */
export async function pageBench(): Promise<string> {
  const postgres = hasPostgres ? await startPostgres() : null;
  const rows: Record<string, string[]> = Object.fromEntries(Object.keys(pages).map((name) => [name, [name]]));
  const p95s: Record<string, number[]> = {};
  for (const orders of sizes) {
    const database = postgres ? { DATABASE_URL: await postgres.database() } : {};
    const server = await child<Served>('platform.ts', { PEOPLE: '1', ORDERS: String(orders), ...database });
    for (const [name, path] of Object.entries(pages)) {
      const { p50, p95 } = await timed(server, path);
      rows[name]?.push(`${p50.toFixed(1)} / ${p95.toFixed(1)}`);
      p95s[name] = [...(p95s[name] ?? []), p95];
    }
    await server.stop();
  }
  await postgres?.stop();
  const engine = postgres ? 'PostgreSQL' : 'embedded';
  const growth = ([few = Number.NaN, many = Number.NaN]: number[] = []) => (many / few).toFixed(2);
  return table(
    [
      `page, p50 / p95 ms (${engine})`,
      ...sizes.map((size) => `${inWords(size)} orders, ${inWords(size * messagesEach)} messages`),
      'growth of p95',
    ],
    Object.entries(rows).map(([name, cells]) => [...cells, growth(p95s[name])]),
  );
}
