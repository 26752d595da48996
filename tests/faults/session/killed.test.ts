import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterEach, expect, inject, test } from 'vitest';
import { killBrowser } from '../../support/browserProcess.ts';
import { launchArgs } from '../../support/chromium.ts';
import { type ScriptedPlatform, scriptedPlatform } from '../../support/scriptedPlatform.ts';
import { fillSignIn } from '../../support/signIn.ts';
import { sleep, until } from './scene.ts';

const profiles: string[] = [];
const platforms: ScriptedPlatform[] = [];
afterEach(async () => {
  for (const profile of profiles.splice(0)) {
    await killBrowser(profile);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  for (const platform of platforms.splice(0)) await platform.close();
});

async function profileAt(platform: ScriptedPlatform) {
  const profile = await mkdtemp(join(tmpdir(), 'cloudroom-profile-'));
  profiles.push(profile);
  const open = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, {
      executablePath: inject('chromium') ?? '',
      args: launchArgs,
      baseURL: platform.url,
      locale: 'en',
    });
  return { open, kill: () => killBrowser(profile) };
}

async function signedInProfile() {
  const platform = await scriptedPlatform();
  platforms.push(platform);
  const browser = await profileAt(platform);
  const context = await browser.open();
  const page = await context.newPage();
  await page.goto('/login');
  await fillSignIn(page, 'doctor01');
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  return { platform, page, ...browser };
}

/** Finding the processes of a browser profile requires /proc. */
const onLinux = test.skipIf(process.platform !== 'linux');

const storedAccess = (page: Awaited<ReturnType<BrowserContext['newPage']>>) =>
  page.evaluate(() => localStorage.getItem('ACCESS_TOKEN'));

onLinux('a browser killed right after a renewal restarts with the new tokens', async () => {
  const { platform, page, open, kill } = await signedInProfile();
  await sleep(500);
  platform.tokens.expireAccess();
  const language = page.locator('.app-bar select');
  await language.selectOption('zh-CN');
  await until(async () => (await storedAccess(page)) === 'access-2-doctor01');
  await sleep(150);
  await kill();
  platform.forget();
  const again = await (await open()).newPage();
  await again.goto('/');
  await again.getByText('Lin Yue', { exact: true }).waitFor();
  expect(platform.calls('refreshToken')).toEqual([]);
  expect(platform.calls('getDoctorInfo')[0]?.token).toBe('access-2-doctor01');
});

onLinux('a browser killed right after logging in is still logged in', async () => {
  const { open, kill } = await signedInProfile();
  await sleep(150);
  await kill();
  const again = await (await open()).newPage();
  await again.goto('/');
  await again.getByText('Lin Yue', { exact: true }).waitFor();
});

onLinux('a browser killed right after logging out stays logged out', async () => {
  const { page, open, kill } = await signedInProfile();
  await sleep(300);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login*');
  await sleep(150);
  await kill();
  const again = await (await open()).newPage();
  await again.goto('/');
  await again.getByRole('textbox', { name: 'Account' }).waitFor();
});
