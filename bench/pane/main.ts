import { type Browser, chromium } from 'playwright-core';
import { findChromium, launchArgs } from '../../tests/support/chromium.ts';
import { amount, runsOf } from '../amounts.ts';
import { installKits } from '../installKits.ts';
import { createSamples } from '../samples.ts';
import { openSite } from '../site.ts';
import { dayBench } from './day.ts';
import { report } from './report.ts';
import { arrival, burst, ingest, six, typing } from './traffic.ts';
import { visit } from './visit.ts';

const runs = runsOf(3);
/** Limits the run to these parts and contenders: `BENCH_PARTS=traffic BENCH_NAMES=room,limit24 npm run bench pane`. */
const chosen = (list: string | undefined) => (name: string) => !list || list.split(',').includes(name);
const isPart = chosen(process.env.BENCH_PARTS);
const isName = chosen(process.env.BENCH_NAMES);

/** The product preloads further code three seconds after its first view; measurements begin after that. */
const laterCodeMs = amount(4_500, 500);
const sizes = amount([1_000, 10_000, 100_000], [1_000]);
/** The page with our panes, and that of the chat kits where they are installed. */
type Site = { readonly browser: Browser; readonly url: string; readonly kitsUrl: string | null };
const samples = createSamples();
const own: readonly string[] = ['room', 'conversation'];
const isKit = (name: string) => name.startsWith('chat');
/** The page that has this contender; null where it cannot be measured. */
const siteOf = (name: string, { browser, url, kitsUrl }: Site) =>
  !isKit(name) ? { browser, url } : kitsUrl === null ? null : { browser, url: kitsUrl };
/** A contender without a feature is missing from that table; the others are measured. Ours is measured, or the run fails. */
const note = (name: string) => (cause: unknown) => {
  if (own.includes(name)) throw cause;
  console.error(cause);
};

async function traffic(site: Site) {
  for (const name of (['limit24', 'limit200', 'virtuoso', 'room', 'chatscope', 'chatElements'] as const).filter(
    isName,
  )) {
    const place = siteOf(name, site);
    if (place === null) continue;
    await visit(place, { name, ...six }, async (visited) => {
      await visited.ask('show');
      await visited.idle(name === 'room' ? laterCodeMs : undefined);
      await ingest(samples, name, visited);
      if (!isKit(name)) await arrival(samples, name, visited, { perSecond: 20, count: amount(100, 5) });
      await arrival(samples, name, visited, { perSecond: 200, count: amount(600, 20) });
      if (name === 'room') await typing(samples, name, visited);
      if (!isKit(name)) await burst(samples, name, visited);
    }).catch(note(name));
  }
}

async function opening(site: Site) {
  for (const name of (['limit200', 'virtuoso', 'conversation', 'chatscope', 'chatElements'] as const).filter(isName))
    for (const history of sizes) {
      const place = siteOf(name, site);
      if (place === null || (isKit(name) && history > 1_000)) continue;
      await visit(place, { name, history, panes: 1 }, async ({ ask, heapMb }) => {
        const before = await heapMb();
        samples.note(name, `open ${history}`, await ask('show'));
        samples.note(name, `heap ${history}`, (await heapMb()) - before);
      }).catch(note(name));
    }
}

async function reading(site: Site) {
  if (isName('plain1000'))
    await visit(site, { name: 'plain1000', history: 1_000, panes: 1 }, async ({ ask, idle }) => {
      await ask('show');
      await idle();
      samples.note('plain1000', 'dropped', (await ask('fling', 150, 120)).dropped);
    }).catch(note('plain1000'));
  for (const name of (['virtuoso', 'conversation'] as const).filter(isName)) {
    await visit(site, { name, history: 1_000, panes: 1 }, async ({ ask, idle }) => {
      await ask('show');
      await idle(name === 'conversation' ? laterCodeMs : undefined);
      samples.note(name, 'prepend', await ask('prependJump', 1, false));
      samples.note(name, 'prepend live', await ask('prependJump', -49, true));
    }).catch(note(name));
    await visit(site, { name, history: 10_000, panes: 1 }, async ({ ask, idle }) => {
      await ask('show');
      await idle(name === 'conversation' ? laterCodeMs : undefined);
      samples.note(name, 'late', await ask('lateJump'));
      samples.note(name, 'growth', await ask('growthJump'));
      const { dropped, gaps } = await ask('fling', 150, 120);
      samples.note(name, 'dropped', dropped);
      samples.note(name, 'gaps', gaps);
    }).catch(note(name));
  }
}

/** Our panes and alternatives in one browser, measured in turn. */
export async function paneBench(): Promise<string> {
  const found = await findChromium();
  if ('why' in found) throw new Error(found.why);
  const site = await openSite(new URL('.', import.meta.url));
  const kits = (await installKits()) ? await openSite(new URL('../kits/', import.meta.url)) : null;
  const browser = await chromium.launch({ executablePath: found.path, args: launchArgs });
  try {
    for (let run = 0; run < runs; run += 1)
      for (const measure of [traffic, opening, reading])
        if (isPart(measure.name)) await measure({ browser, url: site.url, kitsUrl: kits?.url ?? null });
    const day = isPart('day') ? await dayBench({ browser, url: site.url }) : '';
    return `${report(samples)}\n\n${day}`;
  } finally {
    await browser.close();
    site.close();
    kits?.close();
  }
}
