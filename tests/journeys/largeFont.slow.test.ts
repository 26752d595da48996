import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cutTexts, identifyingTexts } from '../support/cutTexts.ts';
import { journey } from '../support/journey.ts';

/** A person who has set the browser's font to 24 pixels; media queries count in it too. */
const { doctorWith, patient } = journey({ chromium: ['--blink-settings=defaultFontSize=24'] });

const controls = '.app-bar > *, .app-nav > a > *, .pane-head button, .reply-tools > *';

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 720, height: 450 },
] as const;

/** The percentage of the space below the application's bar that the conversation has. */
const chatShare = (page: Page) =>
  page.evaluate(() => {
    const heightOf = (selector: string) => document.querySelector(selector)?.clientHeight ?? 0;
    return Math.round((100 * heightOf('.pane-chat')) / (window.innerHeight - heightOf('.app-bar')));
  });

test('with a font of 24 pixels names, buttons and navigation are whole and the chat keeps a third', async () => {
  const phone = await patient('en');
  await phone.opensOrder('Cough with phlegm for five days');
  const { user, page } = await doctorWith('doctor01', [phone]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('24px');
  await page.locator('.pane-chat').waitFor();
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    // Two frames for what is arranged by a measured size.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const cut = await cutTexts(page, `${identifyingTexts}, ${controls}`);
    const share = await chatShare(page);
    faults.push(...cut.map((text) => `${size.width}: ${text}`), ...(share < 33 ? [`${size.width}: ${share} %`] : []));
  }
  expect(faults).toEqual([]);
  await user.context.close();
});
