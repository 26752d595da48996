import { table } from '../results.ts';
import { median } from '../row.ts';
import { largest, quantile, verdict } from '../samples.ts';
import type { Times } from './rounds.ts';

const inQueue = {
  push: 'bare server and page, the row is pushed',
  pull: 'the same, the push is a hint and the page asks for the row',
  submitted: 'a doctor submits: a row appears',
  claimed: 'a colleague claims: the row names them',
  released: 'a colleague releases: the row is free',
  withdrawn: 'a doctor withdraws: the row goes',
  all: 'all four',
} as const;
const inPane = {
  announced: 'a rejection is announced, from the platform’s answer',
  effective: 'a rejection is in effect, from the time it was announced for',
} as const;

/** The times of one run. */
export type Run = Record<keyof typeof inQueue | keyof typeof inPane, Times>;

const p95 = (times: Times) => quantile(times, 0.95);

/** What was measured, beside the least that can do the same; ratios are medians of those of each run. */
export function reviewReport(runs: readonly Run[], waiting: number): string {
  const all = (what: keyof Run) => runs.flatMap((run) => run[what]);
  const ratio = (what: keyof Run, to: 'push' | 'pull') => median(runs.map((run) => p95(run[what]) / p95(run[to])));
  const numbers = (what: keyof Run) => [
    String(all(what).length),
    ...[quantile(all(what), 0.5), p95(all(what)), largest(all(what))].map((ms) => ms.toFixed(0)),
  ];
  const head = ['n', 'p50', 'p95', 'longest'];
  return [
    `Time from the platform's answer to one person's change until another person's screen shows it, in ms. A queue of ${waiting} rows at 1440 × 900, on the embedded database, in a page of the built client; changes come one at a time.`,
    table(
      ['in the auditor’s queue', ...head, 'p95 × pushed', 'p95 × hinted'],
      (Object.keys(inQueue) as (keyof typeof inQueue)[]).map((what) => [
        inQueue[what],
        ...numbers(what),
        ratio(what, 'push').toFixed(2),
        ratio(what, 'pull').toFixed(2),
      ]),
    ),
    'The platform looks every 250 ms for decisions that come into effect.',
    table(
      ['in the doctor’s pane', ...head],
      (Object.keys(inPane) as (keyof typeof inPane)[]).map((what) => [inPane[what], ...numbers(what)]),
    ),
    'Budgets.',
    table(
      ['', 'measured', 'limit', ''],
      [
        {
          what: 'change to row, p95, × a hint and a request to a bare server',
          measured: ratio('all', 'pull'),
          most: 6,
        },
        {
          what: 'a decision in effect to the doctor’s pane, longest, ms',
          measured: largest(all('effective')),
          most: 1_000,
          digits: 0,
        },
      ].map(verdict),
    ),
  ].join('\n\n');
}
