import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, type Person, person } from '../../support/browser.ts';
import { type ScriptedPlatform, scriptedPlatform } from '../../support/scriptedPlatform.ts';

let browser: Awaited<ReturnType<typeof openBrowser>> | null = null;
const platforms: ScriptedPlatform[] = [];

/** One Chromium for the tests of a file. */
export function withBrowser() {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all(platforms.map((platform) => platform.close()));
  });
}

const refused = { code: 401, msg: '刷新令牌已过期' } as const;

/** A scripted platform and somebody in front of it who has not signed in. */
export async function atTheDoor() {
  if (browser === null) throw new Error('no browser');
  const platform = await scriptedPlatform();
  platforms.push(platform);
  const me = await person(browser, { url: platform.url });
  return { platform, ...me, ...acts(platform, me) };
}

/** Doctor 1, signed in at the home page, with nothing under way. */
export async function signedIn() {
  const scene = await atTheDoor();
  await scene.signIn(scene.page);
  await scene.quiet();
  scene.platform.forget();
  return scene;
}
export type Scene = Awaited<ReturnType<typeof signedIn>>;

function acts(platform: ScriptedPlatform, me: Person) {
  const dialog = (page: Page = me.page) => page.getByRole('alertdialog', { name: 'Session expired' });
  const bar = (page: Page = me.page) => page.getByRole('region', { name: 'Session expired' });
  return {
    dialog,
    bar,
    async signIn(page: Page, account = 'doctor01', password = 'Cloudroom2026') {
      if (!page.url().includes('/login')) await page.goto('/login');
      await page.getByRole('textbox', { name: 'Account' }).fill(account);
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByRole('button', { name: 'Account menu' }).waitFor();
    },
    /** A screen asks for two dozen things at once: the lists of words in Chinese, then in English again. */
    async busy(page: Page = me.page) {
      const language = page.locator('.app-bar select');
      await language.selectOption('zh-CN');
      await page.locator('html[lang=zh-CN]').waitFor();
      await language.selectOption('en');
    },
    /** Until nothing has reached the platform for a while. */
    async quiet() {
      let seen = -1;
      for (let still = 0; still < 6; still += 1) {
        await sleep(100);
        if (platform.calls().length !== seen) still = 0;
        seen = platform.calls().length;
      }
    },
    refuseToRenew: () => platform.on('refreshToken', () => refused),
    renewals: () => platform.calls('refreshToken').length,
    storage: (page: Page = me.page) => page.evaluate(() => ({ ...localStorage })),
    toasts: (page: Page = me.page) => page.getByRole('region', { name: 'Notifications' }).getByRole('alert'),
  };
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something that can be counted is so, looking often. */
export async function until(condition: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('it did not become so');
    await sleep(20);
  }
}
