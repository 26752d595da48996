import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium, launchArgs } from '../../tests/support/chromium.ts';
import { amount, runsOf } from '../amounts.ts';
import { table } from '../results.ts';
import { createSamples, quantile, type Samples, verdict } from '../samples.ts';
import { openSite } from '../site.ts';

const runs = runsOf(3);
const [rows, perSecond, changes] = amount([5_000, 100, 500], [500, 100, 50]);
const [px, frames] = [150, 120];

const titles = { limit24: 'vanilla DOM, first 24 rows', ours: "ours, the auditor's screen" };
const tables = {
  empty: 'a box without content',
  table: 'plain react-virtuoso table',
  ours: "ours, the auditor's screen",
};
const sides = { plain: 'plain rows, all drawn', ours: 'ours, beside six panes' };

async function onPage<T>(browser: Browser, url: string, measure: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(url);
    await page.waitForFunction(() => 'queueRun' in window);
    return await measure(page);
  } finally {
    await context.close();
  }
}

async function measured(browser: Browser, url: string, samples: Samples) {
  for (const name of ['limit24', 'ours'] as const) {
    const found = await onPage(browser, url, (page) =>
      page.evaluate(([who, ...how]) => window.queueRun(who, ...how), [name, rows, perSecond, changes] as const),
    );
    samples.note(name, 'p50', quantile(found.taken, 0.5));
    samples.note(name, 'p95', quantile(found.taken, 0.95));
    samples.note(name, 'frames', found.perSecond);
    samples.note(name, 'unseen', found.unseen);
  }
  for (const name of ['empty', 'table', 'ours'] as const) {
    const { late, gaps, longest, reached } = await onPage(browser, url, (page) =>
      page.evaluate((how) => window.scrollRun(...how), [name, rows, px, frames] as const),
    );
    if (reached < px * frames) throw new Error(`${name} scrolled ${reached} px only`);
    samples.note(`table ${name}`, 'late', late);
    samples.note(`table ${name}`, 'gaps', gaps);
    samples.note(`table ${name}`, 'longest', longest);
  }
  for (const name of ['plain', 'ours'] as const) {
    const { dropped, gaps } = await onPage(browser, url, (page) =>
      page.evaluate((how) => window.sideFling(...how), [name, px, frames] as const),
    );
    samples.note(`side ${name}`, 'dropped', dropped);
    samples.note(`side ${name}`, 'gaps', gaps);
  }
}

/** Measures the review queue while it changes, and the conversation list while it is scrolled. */
export async function queueBench(): Promise<string> {
  const found = await findChromium();
  if ('why' in found) throw new Error(found.why);
  const site = await openSite(new URL('.', import.meta.url));
  const browser = await chromium.launch({ executablePath: found.path, args: launchArgs });
  const samples = createSamples();
  try {
    for (let run = 0; run < runs; run += 1) await measured(browser, site.url, samples);
  } finally {
    await browser.close();
    site.close();
  }
  return [
    `A review queue of ${rows} rows at 1440 × 900, ${perSecond} changes a second, half of them to rows in view: from a change to the frame that shows it, ms.`,
    table(
      ['', 'p50', 'p95', '× first 24', 'frames a second', 'never seen'],
      (['limit24', 'ours'] as const).map((name) => [
        titles[name],
        samples.text(name, 'p50'),
        samples.text(name, 'p95'),
        samples.ratio(name, 'limit24', 'p95').toFixed(2),
        samples.text(name, 'frames'),
        samples.text(name, 'unseen', 0),
      ]),
    ),
    `The ${rows} rows scrolled by ${frames} × ${px} px: frames over 16.7 ms, and the longest of all runs in ms.`,
    table(
      ['', 'frames over 16.7 ms', 'longest frame', 'frames with a gap'],
      (['empty', 'table', 'ours'] as const).map((name) => [
        tables[name],
        samples.text(`table ${name}`, 'late', 0),
        samples.worst(`table ${name}`, 'longest').toFixed(1),
        samples.text(`table ${name}`, 'gaps', 0),
      ]),
    ),
    `A fling of ${frames} × ${px} px through a list of 500 conversations.`,
    table(
      ['', 'frames dropped', 'frames with a gap'],
      (['plain', 'ours'] as const).map((name) => [
        sides[name],
        samples.text(`side ${name}`, 'dropped', 0),
        samples.text(`side ${name}`, 'gaps', 0),
      ]),
    ),
    'Budgets.',
    table(
      ['', 'measured', 'limit', ''],
      [
        { what: 'change to row, p95, × first 24 rows', measured: samples.ratio('ours', 'limit24', 'p95'), most: 2 },
        {
          what: 'frames missing, of those of the first 24 rows',
          measured: 1 - samples.ratio('ours', 'limit24', 'frames'),
          most: 0.05,
        },
        {
          what: 'frames over 16.7 ms while the queue is scrolled, beyond those of the plain table, of all',
          measured: Math.max(0, samples.median('table ours', 'late') - samples.median('table table', 'late')) / frames,
          most: 0.02,
        },
        {
          what: 'frames dropped by the side list beyond plain rows, of all',
          measured:
            Math.max(0, samples.median('side ours', 'dropped') - samples.median('side plain', 'dropped')) / frames,
          most: 0.02,
        },
      ].map(verdict),
    ),
  ].join('\n\n');
}
