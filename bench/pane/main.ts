import { type Browser, chromium } from 'playwright-core';
import { findChromium, launchArgs } from '../../tests/support/chromium.ts';
import { table } from '../results.ts';
import { type Budget, samples, verdict } from '../samples.ts';
import { dayBench } from './day.ts';
import type { Name } from './page.ts';
import { openSite } from './site.ts';
import { arrival, burst, ingest, six, typing } from './traffic.ts';
import { visit } from './visit.ts';

const runs = Number(process.env.BENCH_RUNS ?? 3);
/** The product fetches what it may need later once its first view has stood for three seconds. */
const laterCodeMs = 4_500;
const sizes = [1_000, 10_000, 100_000];
const own = { room: 'ours, the whole workspace', talk: 'ours, the chat alone' } as const;
const title: Record<Name, string> = {
  limit24: 'vanilla DOM, last 24 rows',
  limit200: 'vanilla DOM, last 200 rows',
  virtuoso: 'plain react-virtuoso',
  chatscope: '@chatscope/chat-ui-kit-react',
  chatElements: 'react-chat-elements',
  ...own,
};

type Site = { readonly browser: Browser; readonly url: string };
const kept = samples();

async function traffic(site: Site) {
  for (const name of ['limit24', 'limit200', 'virtuoso', 'room', 'chatscope', 'chatElements'] as const)
    await visit(site, { name, ...six }, async (visited) => {
      const isKit = name.startsWith('chat');
      await visited.ask('show');
      await visited.settle(name === 'room' ? laterCodeMs : undefined);
      await ingest(kept, name, visited);
      if (!isKit) await arrival(kept, name, visited, { perSecond: 20, count: 40 });
      await arrival(kept, name, visited, { perSecond: 200, count: 300 });
      if (name === 'room') await typing(kept, name, visited);
      if (!isKit) await burst(kept, name, visited);
    });
}

async function opening(site: Site) {
  for (const name of ['limit200', 'virtuoso', 'talk', 'chatscope', 'chatElements'] as const)
    for (const history of sizes) {
      if (name.startsWith('chat') && history > 1_000) continue;
      await visit(site, { name, history, panes: 1 }, async ({ ask, heapMb }) => {
        const before = await heapMb();
        kept.note(name, `open ${history}`, await ask('show'));
        kept.note(name, `heap ${history}`, (await heapMb()) - before);
      });
    }
}

async function reading(site: Site) {
  for (const name of ['virtuoso', 'talk'] as const) {
    await visit(site, { name, history: 1_000, panes: 1 }, async ({ ask, settle }) => {
      await ask('show');
      await settle();
      kept.note(name, 'prepend', await ask('prependJump', 1, false));
      kept.note(name, 'prepend live', await ask('prependJump', -49, true));
    });
    await visit(site, { name, history: 10_000, panes: 1 }, async ({ ask, settle }) => {
      await ask('show');
      await settle();
      kept.note(name, 'late', await ask('lateJump'));
      kept.note(name, 'growth', await ask('growthJump'));
      const { dropped, gaps } = await ask('fling', 150, 120);
      kept.note(name, 'dropped', dropped);
      kept.note(name, 'gaps', gaps);
    });
  }
}

const lines = (names: readonly Name[], cells: (name: Name) => string[]) =>
  names.map((name) => [title[name], ...cells(name)]);
const times = (name: Name, to: Name, what: string) => {
  const ratio = kept.ratio(name, to, what);
  return Number.isNaN(ratio) ? '–' : ratio.toFixed(2);
};

function report(): string {
  const all = Object.keys(title) as Name[];
  const budgets: Budget[] = [
    { what: 'cost of a message, × plain virtuoso', measured: kept.ratio('room', 'virtuoso', 'task'), most: 1.4 },
    { what: 'cost of a message, × chatscope', measured: kept.ratio('room', 'chatscope', 'task'), most: 0.4 },
    ...[20, 200].flatMap((pace) =>
      ['p50', 'p95'].map((share) => ({
        what: `arrival to paint at ${pace}/s, ${share}, × last 24 rows`,
        measured: kept.ratio('room', 'limit24', `${share} at ${pace}`),
        most: 1.25,
      })),
    ),
    { what: 'rows lost at the end at 200/s', measured: kept.worst('room', 'lost'), most: 0, digits: 0 },
    { what: 'px short 1.5 s after 2,000/s', measured: kept.worst('room', 'short'), most: 0, digits: 0 },
    { what: 'key press to paint at 200/s, p95, ms', measured: kept.median('room', 'key'), most: 50, digits: 0 },
    { what: 'opening 100k, × plain virtuoso', measured: kept.ratio('talk', 'virtuoso', 'open 100000'), most: 0.8 },
    {
      what: 'opening 100k, × opening 1k',
      measured: kept.median('talk', 'open 100000') / kept.median('talk', 'open 1000'),
      most: 1.1,
    },
    ...['prepend', 'prepend live', 'late', 'growth', 'dropped', 'gaps'].map((what) => ({
      what: reads[what] ?? what,
      measured: kept.worst('talk', what),
      most: 0,
      digits: 1,
    })),
  ];
  return [
    'Six panes at 1440 × 900, 500 messages of history each, 200 messages a second (ours: every fifth with a read mark). Main-thread time of the page; what is drawn at the end, and what scripts hold.',
    table(
      ['', 'ms a message', '× last 24', '× virtuoso', '× chatscope', 'heap MB', 'rows lost', 'px short after 2,000/s'],
      lines(all, (name) => [
        kept.text(name, 'task', 2),
        times(name, 'limit24', 'task'),
        times(name, 'virtuoso', 'task'),
        times(name, 'chatscope', 'task'),
        kept.text(name, 'heap'),
        kept.text(name, 'lost', 0),
        kept.text(name, 'short', 0),
      ]),
    ),
    'From a message to the frame that shows it, ms.',
    table(
      ['', '20/s p50', 'p95', '× last 24', '200/s p50', 'p95', '× last 24', 'never seen'],
      lines(all, (name) =>
        [20, 200].flatMap((pace) => [
          kept.text(name, `p50 at ${pace}`),
          kept.text(name, `p95 at ${pace}`),
          `${times(name, 'limit24', `p50 at ${pace}`)} / ${times(name, 'limit24', `p95 at ${pace}`)}`,
          ...(pace === 200 ? [kept.text(name, 'unseen at 200', 0)] : []),
        ]),
      ),
    ),
    'Opening a chat whose messages are in memory: ms to its last row, and the heap it takes above the messages, MB.',
    table(
      ['', ...sizes.map((size) => `${size}`), ...sizes.map((size) => `heap ${size}`)],
      lines(['limit200', 'virtuoso', 'talk', 'chatscope', 'chatElements'], (name) => [
        ...sizes.map((size) => kept.text(name, `open ${size}`, 0)),
        ...sizes.map((size) => kept.text(name, `heap ${size}`)),
      ]),
    ),
    'Reading in 10,000 messages: the most that was seen to move, in px, and frames of a fling of 120 × 150 px.',
    table(
      ['', ...Object.values(reads)],
      lines(['virtuoso', 'talk'], (name) => Object.keys(reads).map((what) => kept.text(name, what))),
    ),
    'Budgets.',
    table(['', 'measured', 'limit', ''], budgets.map(verdict)),
  ].join('\n\n');
}
const reads: Readonly<Record<string, string>> = {
  prepend: '50 older ones in front',
  'prepend live': 'the same, messages arriving',
  late: 'picture that loads late',
  growth: 'row that grows late',
  dropped: 'frames dropped',
  gaps: 'frames with a gap',
};

/** Our panes beside what others would use, in one browser, taking turns. */
export async function paneBench(): Promise<string> {
  const found = await findChromium();
  if ('why' in found) throw new Error(found.why);
  const site = await openSite();
  const browser = await chromium.launch({ executablePath: found.path, args: launchArgs });
  try {
    for (let run = 0; run < runs; run += 1)
      for (const measure of [traffic, opening, reading]) await measure({ browser, url: site.url });
    return `${report()}\n\n${await dayBench({ browser, url: site.url })}`;
  } finally {
    await browser.close();
    site.close();
  }
}
