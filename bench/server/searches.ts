import { pageDiseases } from '../../contract/http/disease.ts';
import { searchDrugs } from '../../contract/http/drugs.ts';
import { amount, runsOf } from '../amounts.ts';
import { table } from '../results.ts';
import { median } from '../row.ts';
import { verdict, withSpread } from '../samples.ts';
import { child } from './child.ts';
import { catalogueSize } from './fillCatalogue.ts';
import { onEveryDatabase, type Served } from './places.ts';
import { type Pressed, press } from './rawHttp.ts';

const doctors = 8;
const forMs = amount(2_000, 200);
const runs = runsOf(5);

/** Search texts as they grow letter by letter: both languages, pinyin in full and by initials, brands, ATC, codes. */
const typed = {
  drugs: [
    'a',
    'am',
    'amox',
    'amoxicillin cap',
    '阿',
    '阿莫西林',
    'amxl',
    'amoxilin',
    'tbab',
    '头孢',
    'J01CA',
    '康宁',
    'kangning',
    'ibup',
    '片',
  ],
  diagnoses: [
    'b',
    'br',
    'bronch',
    'acute bronchitis',
    '肺',
    '肺炎',
    'jxz',
    'zhiqiguan',
    'gxy',
    '高血压',
    'J20',
    'fever',
    'left',
    '急性',
  ],
};

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`;
const post = (path: string, body: object, headers: string) => {
  const text = JSON.stringify(body);
  const length = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}${length}\r\n${text}`;
};

/** A server with its requests: each kind of search by one person and by several, and other calls meanwhile. */
type Target = {
  port: number;
  medicines: (doctor: number) => string[];
  diagnoses: (doctor: number) => string[];
  other: string;
};

type Measured = Record<'drugs' | 'diagnoses' | 'alone' | 'meanwhile', readonly Pressed[]>;

async function measure(target: Target): Promise<Measured> {
  const rounds = [];
  for (let run = 0; run < runs; run += 1) rounds.push(await measureOnce(target));
  return {
    drugs: rounds.map(({ drugs: medicines }) => medicines),
    diagnoses: rounds.map(({ diagnoses }) => diagnoses),
    alone: rounds.map(({ alone }) => alone),
    meanwhile: rounds.map(({ meanwhile }) => meanwhile),
  };
}

async function measureOnce({ port, medicines, diagnoses, other }: Target) {
  const one = (requests: readonly string[]) => press({ port, requests, connections: 1, inTurn: true, forMs });
  const elsewhere = () => press({ port, requests: [other], connections: 1, forMs, perSecond: 40 });
  await one([...medicines(0), ...diagnoses(0)]);
  const alone = await elsewhere();
  const found = { drugs: await one(medicines(0)), diagnoses: await one(diagnoses(0)) };
  const crowd = Array.from({ length: doctors }, (_, n) => (n % 2 === 0 ? medicines(n) : diagnoses(n)));
  const pressing = crowd.map((requests) =>
    press({ port, requests, connections: 1, inTurn: true, forMs, perSecond: 5 }),
  );
  const [meanwhile] = await Promise.all([elsewhere(), ...pressing]);
  const all = { ...found, alone, meanwhile };
  for (const { sample } of Object.values(all))
    if (!sample.startsWith('{"code":200')) throw new Error(sample.slice(0, 200));
  return all;
}

const p95s = (of: readonly Pressed[]) => of.map(({ p95 }) => p95);
const inWords = (of: readonly Pressed[]) =>
  `${median(of.map(({ p50 }) => p50)).toFixed(1)} / ${withSpread(p95s(of), 1)}`;

async function onDatabase(engine: string, env: () => Promise<Record<string, string>>) {
  const platform = await child<Served>('platform.ts', {
    PEOPLE: String(doctors + 1),
    CATALOGUE: '1',
    ...(await env()),
  });
  const { url, hospitalId, pairs, warehouseId } = platform.ready;
  const headers = (doctor: number) =>
    `tenant-id: ${hospitalId}\r\nauthorization: Bearer ${pairs[doctor]?.doctorToken}\r\naccept-language: en\r\n`;
  const medicinesOf = (doctor: number) => (keyword: string) =>
    post(`/api${searchDrugs.path}`, { warehouseId, keyword, pageNo: 1, pageSize: 20 }, headers(doctor));
  const diagnosesOf = (doctor: number) => (name: string) =>
    get(`/api${pageDiseases.path}?pageSize=20&name=${encodeURIComponent(name)}`, headers(doctor));
  const ours = await measure({
    port: Number(new URL(url).port),
    medicines: (doctor) => typed.drugs.map(medicinesOf(doctor)),
    diagnoses: (doctor) => typed.diagnoses.map(diagnosesOf(doctor)),
    other: get('/api/consult/consult-order/getOrderNum', headers(doctors)),
  });
  await platform.stop();
  const pattern = await child<{ url: string }>('byPattern.ts', await env());
  const asked = (path: string) => (keyword: string) => get(`${path}?keyword=${encodeURIComponent(keyword)}`);
  const anchor = await measure({
    port: Number(new URL(pattern.ready.url).port),
    medicines: () => typed.drugs.map(asked('/drugs')),
    diagnoses: () => typed.diagnoses.map(asked('/diagnoses')),
    other: get('/other'),
  });
  await pattern.stop();
  const row = (what: string, of: keyof Measured) => [
    `${what} (${engine})`,
    inWords(ours[of]),
    inWords(anchor[of]),
    (median(p95s(ours[of])) / median(p95s(anchor[of]))).toFixed(3),
  ];
  const most = engine === 'embedded' ? 30 : 15;
  return {
    rows: [
      row('medicines, one doctor', 'drugs'),
      row('diagnoses, one doctor', 'diagnoses'),
      row("another doctor's call, nobody searching", 'alone'),
      row(`another doctor's call, ${doctors} doctors searching`, 'meanwhile'),
    ],
    budgets: [
      verdict({ what: `medicines, p95 ms (${engine})`, measured: median(p95s(ours.drugs)), most, digits: 1 }),
      verdict({ what: `diagnoses, p95 ms (${engine})`, measured: median(p95s(ours.diagnoses)), most, digits: 1 }),
      verdict({
        what: `another's call meanwhile, p95 ms (${engine})`,
        measured: median(p95s(ours.meanwhile)),
        most,
        digits: 1,
      }),
    ],
  };
}

/**
 * Medicine and diagnosis searches, compared with one statement that matches every name, and their effect on other
 * calls.
 */
export async function searchBench(): Promise<string> {
  const measured = await onEveryDatabase(({ engine, env }) => onDatabase(engine, env));
  const { products, codes } = catalogueSize;
  return [
    `${products.toLocaleString('en')} products and ${codes.toLocaleString('en')} diagnosis codes; the anchor compares every name by ILIKE. p50 / p95 ms, the median of five rounds with the spread of p95.`,
    table(
      ['call', 'ours', 'anchor', 'ratio of p95'],
      measured.flatMap(({ rows }) => rows),
    ),
    table(
      ['', 'measured', 'limit', ''],
      measured.flatMap(({ budgets }) => budgets),
    ),
  ].join('\n\n');
}
