import type { Page } from 'playwright-core';

/** What the page must show: an element of `within` with these texts and without the others, or none with the first text. */
export type Wanted = {
  readonly within: string;
  readonly has: readonly string[];
  readonly hasNot?: readonly string[];
  readonly gone?: boolean;
};

type Watch = { found: Promise<number>; start(wanted: Wanted): void };

declare global {
  interface Window {
    watch: Watch;
  }
}

/**
 * Runs in the page: looks after each painted frame, and notes the time when the page shows what is wanted. Methods, because
 * a named function inside it would need a helper of the compiler that the page does not have.
 */
export function installWatch(): void {
  window.watch = {
    found: Promise.resolve(0),
    start({ within, has, hasNot = [], gone = false }) {
      const patienceMs = 10_000;
      const channel = new MessageChannel();
      const until = performance.now() + patienceMs;
      this.found = new Promise((resolve, reject) => {
        channel.port1.onmessage = () => {
          const texts = [...document.querySelectorAll(within)].map(({ textContent }) => textContent ?? '');
          const isShown = texts.some(
            (text) => has.every((part) => text.includes(part)) && !hasNot.some((part) => text.includes(part)),
          );
          if (isShown !== gone) resolve(Date.now());
          else if (performance.now() > until) reject(new Error(`not shown: ${JSON.stringify({ within, has, gone })}`));
          else requestAnimationFrame(() => channel.port2.postMessage(null));
        };
        requestAnimationFrame(() => channel.port2.postMessage(null));
      });
    },
  };
}

/** Does something and returns its answer, when it came and when the page showed it, in ms of this machine's clock. */
export async function shownAfter<T>(page: Page, wanted: Wanted, act: () => Promise<T>) {
  await page.evaluate((what) => window.watch.start(what), wanted);
  const answer = await act();
  const answeredAt = Date.now();
  return { answer, answeredAt, shownAt: await page.evaluate(() => window.watch.found) };
}
