import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A window of 1440 by 900 at 200 % zoom. */
export const zoomedWindow = { width: 720, height: 450 } as const;

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

/** Names of dialogs that keep too little room for their content, or reach beyond the window. */
export function dialogSizes(page: Page) {
  const faults: string[] = [];
  async function measures(name: string, selector = dialog) {
    await page.locator(selector).last().waitFor();
    const { share, isInside, isWide } = await shareOf(page, selector);
    if (share <= 50 || !isInside || isWide)
      faults.push(`${name}: ${share} % of its height for content${isInside ? '' : ', beyond the window'}`);
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
