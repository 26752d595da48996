import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../../support/axe.ts';
import { signedIn, signedOut, withBrowser } from './scene.ts';

withBrowser();

/** Accessibility faults of the page in the light and the dark scheme. */
async function inBothSchemes(page: Page) {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    faults.push(...(await faultsOf(page)));
  }
  return faults;
}

test('the sign-in page is accessible: password, code, forgotten password', async () => {
  const { page } = await signedOut();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  expect(await inBothSchemes(page)).toEqual([]);
  await page.getByRole('tab', { name: 'SMS code' }).click();
  expect(await inBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  expect(await inBothSchemes(page)).toEqual([]);
});

test('the dialog, the bar and the log-in in place are accessible', async () => {
  const scene = await signedIn();
  await scene.expires();
  expect(await inBothSchemes(scene.page)).toEqual([]);
  await scene.page.getByRole('button', { name: 'Cancel' }).click();
  await scene.bar().waitFor();
  expect(await inBothSchemes(scene.page)).toEqual([]);
  await scene.bar().getByRole('button', { name: 'Log in again' }).click();
  await scene.page.getByRole('textbox', { name: 'Account' }).waitFor();
  expect(await inBothSchemes(scene.page)).toEqual([]);
});

test('the locked screen, opened from the account menu, is accessible', async () => {
  const { page, choose } = await signedIn();
  await choose('Lock screen');
  await page.getByRole('heading', { name: 'Screen locked' }).waitFor();
  expect(await inBothSchemes(page)).toEqual([]);
});

test('on a phone the sign-in page needs no sideways scrolling', async () => {
  const { page } = await signedOut();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/login');
  await page.getByRole('tab', { name: 'SMS code' }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('in Chinese every word of the sign-in page is Chinese', async () => {
  const { page } = await signedOut();
  await page.goto('/login');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('zh-CN');
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
  const words = await page.locator('.login-card').textContent();
  expect((words ?? '').replaceAll('Scripted Hospital', '')).not.toMatch(/[A-Za-z]{3,}/);
});

test.each([
  [390, 844],
  [1024, 768],
])('at %i by %i the session-expired bar covers neither the navigation nor the page', async (width, height) => {
  const scene = await signedIn();
  await scene.page.setViewportSize({ width, height });
  await scene.expires();
  await scene.page.getByRole('button', { name: 'Cancel' }).click();
  const bar = await scene.bar().boundingBox();
  const frame = await scene.page.locator('.app').boundingBox();
  if (!bar || !frame) throw new Error('not shown');
  expect(Math.round(frame.y + frame.height)).toBeLessThanOrEqual(Math.round(bar.y));
  expect(Math.round(bar.y + bar.height)).toBe(height);
  expect(await scene.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
});
