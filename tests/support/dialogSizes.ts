import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cutTexts } from './cutTexts.ts';

/** A window of 1440 by 900 at 200 % zoom. */
export const zoomedWindow = { width: 720, height: 450 } as const;

const sizes = [zoomedWindow, { width: 1024, height: 768 }, { width: 390, height: 844 }] as const;
const fonts = [16, 24] as const;

/** The share of a part that the largest area for its content has, and whether all of it is on the screen. */
const shareOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const part = [...document.querySelectorAll<HTMLElement>(wanted)].at(-1);
    if (!part) throw new Error(`${wanted} is not on the screen`);
    const box = part.getBoundingClientRect();
    const scrolls = (one: HTMLElement) =>
      /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1;
    const areas = [part, ...part.querySelectorAll<HTMLElement>('*')].filter(scrolls);
    const area = areas.length === 0 ? box.height : Math.max(...areas.map(({ clientHeight }) => clientHeight));
    return {
      share: Math.round((100 * area) / box.height),
      isInside: box.top >= -1 && box.bottom <= window.innerHeight + 1,
      isWide: part.scrollWidth > part.clientWidth + 1,
    };
  }, selector);

const dialog = '[role="dialog"], [role="alertdialog"]';
/** What a person must read before a decision: headings, names, doses, allergies, cells of tables and the buttons. */
const wholeTexts = ':is(h2, h3, p, li, strong, dt, dd, th, td, label > span, .ui-badge, .ui-person > *, button)';

/** Names of dialogs that keep too little room for their content, reach beyond the window or cut a text. */
export function dialogSizes(page: Page) {
  const faults: string[] = [];

  async function measureNow(name: string, selector: string) {
    const { share, isInside, isWide } = await shareOf(page, selector);
    if (share <= 50 || !isInside || isWide)
      faults.push(
        `${name}: ${share} % of its height for content${isInside ? '' : ', beyond the window'}${isWide ? ', wider than itself' : ''}`,
      );
    const last = selector.split(',').map((one) => `${one.trim()} ${wholeTexts}`);
    faults.push(...(await cutTexts(page, last.join())).map((text) => `${name}: cut: ${text}`));
  }

  /** Measures a part at every size, with the usual font and with one of 24 pixels. */
  async function measures(name: string, selector = dialog) {
    await page.locator(selector).last().waitFor();
    const before = page.viewportSize() ?? zoomedWindow;
    for (const size of sizes)
      for (const font of fonts) {
        await page.setViewportSize(size);
        await page.evaluate((px) => {
          document.documentElement.style.fontSize = px === 16 ? '' : `${px}px`;
        }, font);
        // Nothing is measured while it moves into its place.
        await page.evaluate(() =>
          Promise.allSettled(
            document
              .getAnimations()
              .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
              .map(({ finished }) => finished),
          ),
        );
        // Two frames for what is arranged by a measured size.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await measureNow(`${name} at ${size.width} with ${font}`, selector);
      }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
    });
    await page.setViewportSize(before);
  }
  async function closes() {
    const open = await page.locator(dialog).count();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator(dialog).count()).toBe(open - 1);
    // The next key must reach somebody.
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  }
  return {
    faults,
    measures,
    closes,
    async walks(name: string, opens: () => Promise<unknown>) {
      await opens();
      await measures(name);
      await closes();
    },
  };
}
