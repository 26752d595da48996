import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Name, Opened } from './offer.ts';

const idleMs = 400;

/** One page with one contender, in its own renderer process. */
export async function visit<T>(
  { browser, url }: { readonly browser: Browser; readonly url: string },
  { name, history, panes }: { readonly name: Name; readonly history: number; readonly panes: number },
  measure: (visited: Visited) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(url);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const of = { name, history, panes };
    await page.evaluate(async (asked) => {
      window.opened = await window.openContender(asked.name, asked.history, asked.panes);
    }, of);
    return await measure(visitedOn(page, cdp));
  } finally {
    await context.close();
  }
}

/** Runs one operation in the page and returns its result. */
type Ask = <K extends keyof Opened>(
  what: K,
  ...args: Opened[K] extends (...args: infer A) => unknown ? A : []
) => Promise<Opened[K] extends (...args: never[]) => infer R ? Awaited<R> : Opened[K]>;

function visitedOn(page: Page, cdp: CDPSession) {
  const ask: Ask = (what, ...args) =>
    page.evaluate(
      ([asked, given]) => {
        const found: unknown = window.opened[asked];
        return typeof found === 'function' ? found(...given) : found;
      },
      [what, args] as const,
    );
  return {
    page,
    ask,
    /** Waits until the network is idle: the product preloads further code after its first view. */
    async idle(ms = idleMs) {
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(ms);
    },
    /** CPU time of the page's main thread in ms, which excludes other processes. */
    async taskMs(): Promise<number> {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
    },
    /** Listeners and elements of the page, visible or not. */
    async counted() {
      const { metrics } = await cdp.send('Performance.getMetrics');
      const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
      return { listeners: of('JSEventListeners'), elements: of('Nodes') };
    },
    /** JavaScript heap after garbage collection, in MB. */
    async heapMb(): Promise<number> {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;
    },
  };
}

export type Visited = ReturnType<typeof visitedOn>;
