import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { firstView, gzipKib } from '../support/firstView.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { signIn } from '../support/signIn.ts';

let platform: Platform;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  context = await browser.newContext({ baseURL: platform.url, locale: 'en' });
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

/** Ceilings that may only be lowered: the agreed budgets of 175 and 280 KiB are lower still (bench/RESULTS.md). */
const mostKib = { login: 252, room: 380, chunk: 110, route: 60 };
const mostRequests = { login: 12, room: 18 };

test('sign-in and the cloud room open with few files and no more script than they did', async () => {
  const login = await firstView(context, '/login');
  expect(gzipKib(login.scripts)).toBeLessThanOrEqual(mostKib.login);
  expect(login.requests).toBeLessThanOrEqual(mostRequests.login);

  await signIn(context, 'doctor01');
  const room = await firstView(context, '/cloudRoom');
  expect(gzipKib(room.scripts)).toBeLessThanOrEqual(mostKib.room);
  expect(room.requests).toBeLessThanOrEqual(mostRequests.room);
  for (const script of room.scripts) expect([script, gzipKib([script]) <= mostKib.chunk]).toEqual([script, true]);

  for (const path of ['/', '/orderRecord', '/personalData']) {
    const { scripts } = await firstView(context, path);
    const more = scripts.filter((script) => !room.scripts.includes(script));
    expect([path, gzipKib(more) <= mostKib.route]).toEqual([path, true]);
  }
});
