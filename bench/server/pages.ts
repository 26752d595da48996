import { hasPostgres, startPostgres } from '../../tests/support/postgres.ts';
import { amount } from '../amounts.ts';
import { table } from '../results.ts';
import { verdict } from '../samples.ts';
import { child } from './child.ts';
import { messagesEach, ordersPerPrescription } from './fill.ts';
import type { Served } from './places.ts';
import { type Pressed, press } from './rawHttp.ts';

const sizes = process.env.BENCH_ORDERS ? [Number(process.env.BENCH_ORDERS)] : amount([10_000, 1_000_000], [2_000]);

const orders = '/consult/consult-order/page?pageSize=50';
const prescriptions = '/prescription/doctor/list?pageSize=50';
const keyed = (path: string, keywords: readonly string[]) =>
  keywords.map((keyword) => `${path}&keyword=${encodeURIComponent(keyword)}`);

/** Keywords of every kind: frequent, rare and absent ones, names and numbers, both languages, a single character. */
const typed = {
  orders: [
    'headache',
    '头痛',
    'fever since',
    '左手麻木',
    'Patient 7',
    'Patient 1232',
    'B99992',
    'B8',
    'nothing',
    'a',
    '痛',
  ],
  prescriptions: [
    'ibuprofen',
    '阿莫西林',
    'omepra',
    'Patient 7',
    'Patient 1232',
    'RB99992',
    'B8',
    'nothing',
    'a',
    '片',
  ],
};

/** Requests of a row: its paths in turn. */
const pages: Record<string, readonly string[]> = {
  'awaiting list': ['/consult/consult-cloud/awaitList'],
  'order counts': ['/consult/consult-order/getOrderNum'],
  'orders, page 1': ['/consult/consult-order/page?pageSize=20'],
  'orders, page 50': ['/consult/consult-order/page?pageSize=20&pageNo=50'],
  'orders by status, counted': ['/consult/consult-order/counts?'],
  'prescriptions, page 1': [prescriptions],
};
const searches: Record<string, readonly string[]> = {
  'orders with a keyword': keyed(orders, typed.orders),
  'orders with a keyword and a rare status': keyed(`${orders}&status=40`, typed.orders),
  'orders with a keyword, counted by status': keyed('/consult/consult-order/counts?', typed.orders),
  'prescriptions with a keyword': keyed(prescriptions, typed.prescriptions),
  'prescriptions with a keyword and a review status': keyed(`${prescriptions}&auditStatus=3`, typed.prescriptions),
};
/** Limit of the p95 of each search in the larger hospital, in ms. */
const maxSearchMs = 60;

const inWords = (size: number) => size.toLocaleString('en');

/** Requests over several connections, in turn; the answers must be valid. */
async function timed(server: { ready: Served }, paths: readonly string[], connections: number) {
  const { url, hospitalId, pairs } = server.ready;
  const port = Number(new URL(url).port);
  const head = `tenant-id: ${hospitalId}\r\nauthorization: Bearer ${pairs[0]?.doctorToken}\r\naccept-language: en`;
  const requests = paths.map((path) => `GET /api${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${head}\r\n\r\n`);
  const load = { port, requests, connections, inTurn: true };
  // Warm-up, until code is compiled and pages are cached: the measurement describes a working day.
  await press({ ...load, forMs: amount(3_000, 200) });
  const pressed = await press({ ...load, forMs: amount(5_000, 200) });
  if (!pressed.sample.startsWith('{"code":200')) throw new Error(pressed.sample.slice(0, 200));
  return pressed;
}

/** Lists and searches in a hospital with few and with many orders; filling in the many takes about ten minutes. */
export async function pageBench(): Promise<string> {
  const postgres = hasPostgres ? await startPostgres() : null;
  const measured: Record<string, Pressed[]> = {};
  for (const orders of sizes) {
    const database = postgres ? { DATABASE_URL: await postgres.database() } : {};
    const server = await child<Served>('platform.ts', { PEOPLE: '1', ORDERS: String(orders), ...database });
    const note = async (name: string, paths: readonly string[], connections: number) =>
      (measured[name] = [...(measured[name] ?? []), await timed(server, paths, connections)]);
    for (const [name, paths] of Object.entries(pages)) await note(name, paths, 4);
    for (const [name, paths] of Object.entries(searches)) await note(name, paths, 1);
    await server.stop();
  }
  await postgres?.stop();
  const engine = postgres ? 'PostgreSQL' : 'embedded';
  const [head, ...heads] = [
    `p50 / p95 ms (${engine})`,
    ...sizes.map((size) => `${inWords(size)} orders, ${inWords(size * messagesEach)} messages`),
    'growth of p95',
  ];
  const rowsOf = (names: Record<string, unknown>) =>
    Object.keys(names).map((name) => {
      const runs = measured[name] ?? [];
      const [few = Number.NaN, many = Number.NaN] = runs.map(({ p95 }) => p95);
      return [name, ...runs.map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`), (many / few).toFixed(2)];
    });
  return [
    table([`page, ${head}`, ...heads], rowsOf(pages)),
    `One doctor with an eighth of the orders and a prescription for each; keywords of every kind in turn (frequent, rare, absent, names, numbers, single characters, both languages). The hospital has one prescription for ${ordersPerPrescription} orders.`,
    table([`search, ${head}`, ...heads], rowsOf(searches)),
    table(
      ['', 'measured', 'limit', ''],
      Object.keys(searches).map((name) =>
        verdict({
          what: `${name}, p95 ms`,
          measured: measured[name]?.at(-1)?.p95 ?? Number.NaN,
          most: maxSearchMs,
          digits: 1,
        }),
      ),
    ),
  ].join('\n\n');
}
