import { table } from '../results.ts';
import { type Budget, type Samples, verdict } from '../samples.ts';
import type { Name } from './offer.ts';

const title: Record<Name, string> = {
  limit24: 'vanilla DOM, last 24 rows',
  limit200: 'vanilla DOM, last 200 rows',
  plain1000: 'vanilla DOM, 1,000 rows, all drawn',
  virtuoso: 'plain react-virtuoso',
  chatscope: '@chatscope/chat-ui-kit-react',
  chatElements: 'react-chat-elements',
  conversation: 'ours, the chat alone',
  room: 'ours, the whole workspace',
};
const six: readonly Name[] = ['limit24', 'limit200', 'virtuoso', 'chatscope', 'chatElements', 'room'];
const one: readonly Name[] = ['limit200', 'virtuoso', 'chatscope', 'chatElements', 'conversation'];
const sizes = [1_000, 10_000, 100_000];
const reads: Readonly<Record<string, string>> = {
  prepend: '50 older ones in front',
  'prepend live': 'the same, messages arriving',
  late: 'picture that loads late',
  growth: 'row that grows late',
  dropped: 'frames dropped',
  gaps: 'frames with a gap',
};

const lines = (names: readonly Name[], cells: (name: Name) => string[]) =>
  names.map((name) => [title[name], ...cells(name)]);
const budgetsOf = (samples: Samples): Budget[] => [
  { what: 'cost of a message, × plain virtuoso', measured: samples.ratio('room', 'virtuoso', 'task'), most: 1.5 },
  { what: 'cost of a message, × chatscope', measured: samples.ratio('room', 'chatscope', 'task'), most: 0.75 },
  ...[20, 200].flatMap((pace) =>
    ['p50', 'p95'].map((share) => ({
      what: `arrival to paint at ${pace}/s, ${share}, × last 24 rows`,
      measured: samples.ratio('room', 'limit24', `${share} at ${pace}`),
      most: pace === 200 ? 1.45 : 1.25,
    })),
  ),
  { what: 'rows lost at the end at 200/s', measured: samples.worst('room', 'lost'), most: 0, digits: 0 },
  { what: 'px short 1.5 s after 2,000/s', measured: samples.worst('room', 'short'), most: 0, digits: 0 },
  { what: 'key press to paint at 200/s, p95, ms', measured: samples.median('room', 'key'), most: 50, digits: 0 },
  {
    what: 'opening 100k, × plain virtuoso',
    measured: samples.ratio('conversation', 'virtuoso', 'open 100000'),
    most: 1,
  },
  {
    what: 'opening 100k, × opening 1k',
    measured: samples.median('conversation', 'open 100000') / samples.median('conversation', 'open 1000'),
    most: 1.1,
  },
  {
    what: 'frames dropped, beyond those of plain rows',
    measured: Math.max(0, samples.median('conversation', 'dropped') - samples.median('plain1000', 'dropped')),
    most: 0,
    digits: 0,
  },
  ...['prepend', 'prepend live', 'late', 'growth', 'gaps'].map((what) => ({
    what: reads[what] ?? what,
    measured: samples.worst('conversation', what),
    most: 0,
    digits: 1,
  })),
];

/** The figures side by side, with the agreed budgets. */
export function report(samples: Samples): string {
  const times = (name: Name, to: Name, what: string) => {
    const ratio = samples.ratio(name, to, what);
    return Number.isNaN(ratio) ? '–' : ratio.toFixed(2);
  };
  return [
    'Six panes at 1920 × 1080, 500 messages of history each, 200 messages a second (ours: every fifth with a read mark). Main-thread time of the page; what is drawn at the end, and what scripts hold.',
    table(
      ['', 'ms a message', '× last 24', '× virtuoso', '× chatscope', 'heap MB', 'rows lost', 'px short after 2,000/s'],
      lines(six, (name) => [
        samples.text(name, 'task', 2),
        times(name, 'limit24', 'task'),
        times(name, 'virtuoso', 'task'),
        times(name, 'chatscope', 'task'),
        samples.text(name, 'heap'),
        samples.text(name, 'lost', 0),
        samples.text(name, 'short', 0),
      ]),
    ),
    'From a message to the frame that shows it, ms.',
    table(
      ['', '20/s p50', 'p95', '× last 24', '200/s p50', 'p95', '× last 24', 'never seen'],
      lines(six, (name) =>
        [20, 200].flatMap((pace) => [
          samples.text(name, `p50 at ${pace}`),
          samples.text(name, `p95 at ${pace}`),
          `${times(name, 'limit24', `p50 at ${pace}`)} / ${times(name, 'limit24', `p95 at ${pace}`)}`,
          ...(pace === 200 ? [samples.text(name, 'unseen at 200', 0)] : []),
        ]),
      ),
    ),
    'Opening a chat whose messages are in memory: ms to its last row, and the heap it takes above the messages, MB.',
    table(
      ['', ...sizes.map((size) => `${size}`), ...sizes.map((size) => `heap ${size}`)],
      lines(one, (name) => [
        ...sizes.map((size) => samples.text(name, `open ${size}`, 0)),
        ...sizes.map((size) => samples.text(name, `heap ${size}`)),
      ]),
    ),
    'Reading: the most that was seen to move, in px, and frames of a fling of 120 × 150 px.',
    table(
      ['', ...Object.values(reads)],
      lines(['plain1000', 'virtuoso', 'conversation'], (name) =>
        Object.keys(reads).map((what) => samples.text(name, what)),
      ),
    ),
    'Budgets.',
    table(['', 'measured', 'limit', ''], budgetsOf(samples).map(verdict)),
  ].join('\n\n');
}
