import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Waits for lists that are loaded again, which are dimmed, and ends every fading colour, because axe measures contrast. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.paged[aria-busy]').count()).toBe(0);
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
}

/** The same in light and dark, for what is open now. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await faultsOf(page)).map((fault) => `${colorScheme} ${fault}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** The same in light and English, then in dark and Chinese: names depend on the language, contrast on the theme. */
export async function faultsInBothLanguages(page: Page): Promise<string[]> {
  const found = await faultsOf(page);
  async function chooses(language: string) {
    await page.locator('select:has([lang="zh-CN"])').selectOption(language);
    await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await chooses('zh-CN');
  found.push(...(await faultsOf(page)).map((fault) => `dark ${fault}`));
  await page.emulateMedia({ colorScheme: 'light' });
  await chooses('en');
  return found;
}

async function measured(page: Page): Promise<string[]> {
  await settled(page);
  // The product has no frames of other origins, for which axe would open a second page on each call.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze();
  return violations.map(
    ({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/**
 * Violations of WCAG 2.2 A and AA that axe finds on the current page, with their elements. A list may arrive while axe
 * measures, and its buttons fade then, so that a fault counts if it is still there afterwards.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const first = await measured(page);
  return first.length === 0 ? first : measured(page);
}
