import type { Browser } from 'playwright-core';
import { runsOf } from './amounts.ts';
import { createSamples, type Samples } from './samples.ts';
import { openSite } from './site.ts';

const runs = runsOf(5);
/** A hospital laptop on a mobile line. */
const slow = { latency: 165, downloadThroughput: 8.1e6 / 8, uploadThroughput: 8.1e6 / 8, offline: false };
const slowdown = 4;
/** The first usable element on either page. */
const box = 'label input, .sign-in-form input';

/** A React page with one input, built like the product and served compressed. */
const openAlone = () => openSite(new URL('alone', import.meta.url), { compressed: true });

/** Runs in the page: records when the field exists, is painted, and the page can respond. */
function noteReady(selector: string) {
  const watching = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    watching.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => {
        document.documentElement.dataset.readyAt = String(performance.now());
      }),
    );
  });
  watching.observe(document, { childList: true, subtree: true });
}

/** Opens an address with an empty cache; returns milliseconds until the first paint and until it is usable. */
async function opened(browser: Browser, url: string): Promise<{ painted: number; ready: number }> {
  const context = await browser.newContext({ locale: 'en' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slow);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(noteReady, box);
    await page.goto(url);
    const noted = await page.waitForFunction(() => document.documentElement.dataset.readyAt);
    const ready = Number(await noted.jsonValue());
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    return { painted, ready };
  } finally {
    await context.close();
  }
}

/** Time to open the sign-in page on a slow machine and line, alternating with the minimal React page. */
export async function timeSignIn(browser: Browser, login: string): Promise<Samples> {
  const times = createSamples();
  const alone = await openAlone();
  try {
    // A discarded warm-up round: a browser's first page is slower.
    for (let run = -1; run < runs; run += 1) {
      for (const [who, url] of Object.entries({ alone: alone.url, ours: login })) {
        const { painted, ready } = await opened(browser, url);
        if (run < 0) continue;
        times.note(who, 'painted', painted);
        times.note(who, 'ready', ready);
      }
    }
  } finally {
    alone.close();
  }
  return times;
}
