import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditor } from '../support/auditor.ts';
import { openBrowser, person } from '../support/browser.ts';
import { doctor } from '../support/doctor.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

/** What axe finds against WCAG 2.2 A and AA, each with the first place. */
async function faults(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes[0]?.html}`);
}

const doctorPlaces = [
  '/',
  '/cloudRoom',
  '/orderRecord',
  '/prescriptionRecord',
  '/serviceSetup',
  '/workforceManagement',
  '/personalData',
];

test.each(['light', 'dark'] as const)('no screen has a fault that axe can find (%s)', async (colorScheme) => {
  const [mine, theirs] = await Promise.all([
    person(browser, { url: platform.url, colorScheme }),
    person(browser, { url: platform.url, colorScheme, language: 'zh-CN' }),
  ]);
  await Promise.all([doctor(mine).signsIn(), auditor(theirs).signsIn()]);
  const found: string[] = [];
  for (const place of doctorPlaces) {
    await mine.page.goto(place);
    found.push(...(await faults(mine.page)));
  }
  found.push(...(await faults(theirs.page)));
  expect(found).toEqual([]);
});
