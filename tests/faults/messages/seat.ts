import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { killBrowser } from '../../support/browserProcess.ts';
import { launchArgs } from '../../support/chromium.ts';
import { fillSignIn } from '../../support/signIn.ts';
import { watchBubbles } from './glimpse.ts';

type Needs = {
  executablePath: string;
  url: string;
  account: string;
  /** The patients whose panes are open. */
  patients: readonly string[];
  onGlimpse: (kind: 'wrong' | 'state', what: string) => void;
};

const patienceMs = 60_000;

/** One doctor at a browser of their own, which can be killed and restarted on the same profile. */
export async function takeSeat({ executablePath, url, account, patients, onGlimpse }: Needs) {
  const profile = await mkdtemp(join(tmpdir(), 'cloudroom-profile-'));
  let context: BrowserContext;
  let page: Page;

  async function open() {
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: launchArgs,
      baseURL: url,
      locale: 'en',
      colorScheme: 'light',
      viewport: { width: 1720, height: 960 },
    });
    context.setDefaultTimeout(patienceMs);
    await context.exposeFunction('tellGlimpse', onGlimpse);
    // tsx wraps named functions in a helper that does not exist in a page.
    await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
    await context.addInitScript(watchBubbles);
    page = context.pages()[0] ?? (await context.newPage());
  }
  const box = (at: Page, patient: string) => at.getByRole('textbox', { name: `Message ${patient}` });
  const inTheRoom = async (at: Page) => {
    for (const patient of patients) await box(at, patient).waitFor();
  };
  /** Retries until the line lets the page load. */
  async function goTo(at: Page, path: string) {
    for (let tries = 0; tries < 60; tries += 1) {
      try {
        await at.goto(path, { timeout: 10_000, waitUntil: 'domcontentloaded' });
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
    throw new Error(`${path} does not come`);
  }

  await open();
  return {
    page: () => page,
    context: () => context,
    box,
    async arrives() {
      await goTo(page, '/login?redirect=%2FcloudRoom');
      await fillSignIn(page, account);
      await page.waitForURL('**/cloudRoom*');
      for (const patient of patients) {
        await page.getByRole('button', { name: `Accept ${patient}`, exact: true }).click();
        const log = page.getByRole('log', { name: `Conversation with ${patient}` });
        await log.getByText('has taken the consultation').waitFor();
        await box(page, patient).waitFor();
      }
    },
    async types(patient: string, text: string, at: Page = page) {
      await box(at, patient).fill(text);
      await box(at, patient).press('Enter');
    },
    async reloads() {
      await page.reload({ waitUntil: 'domcontentloaded' });
      await inTheRoom(page);
    },
    /** kill -9, a new browser on the same profile, and the way back to the room. */
    async crashes() {
      await killBrowser(profile);
      await context.close().catch(() => {});
      await open();
      await goTo(page, '/cloudRoom');
      await inTheRoom(page);
    },
    async secondTab(): Promise<Page> {
      const tab = await context.newPage();
      await goTo(tab, '/cloudRoom');
      await inTheRoom(tab);
      return tab;
    },
    /** Sets the page in which the doctor types and reads. */
    movesTo: (tab: Page) => {
      page = tab;
    },
    /** After the sign-in was ended elsewhere, the doctor logs in again and returns to the room. */
    async signsInAgain() {
      await page.getByRole('alertdialog', { name: 'Session expired' }).waitFor();
      await page.getByRole('button', { name: 'Log in again' }).click();
      await page.waitForURL('**/login*');
      await fillSignIn(page, account);
      await inTheRoom(page);
    },
    stored: (key: string) => page.evaluate((name) => localStorage.getItem(name), key),
    async leaves() {
      await context.close().catch(() => {});
      await killBrowser(profile);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
