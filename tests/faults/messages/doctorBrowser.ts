import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { killBrowser } from '../../support/browserProcess.ts';
import { launchArgs } from '../../support/chromium.ts';
import { fillSignIn } from '../../support/signIn.ts';
import { watchBubbles } from './watchBubbles.ts';

type Needs = {
  executablePath: string;
  url: string;
  account: string;
  /** The patients whose panes are open. */
  patients: readonly string[];
  onReport: (kind: 'wrong' | 'state', what: string) => void;
};

const timeoutMs = 60_000;

/** A doctor in a separate browser, which can be killed and restarted on the same profile. */
export async function openDoctorBrowser({ executablePath, url, account, patients, onReport }: Needs) {
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
    context.setDefaultTimeout(timeoutMs);
    await context.exposeFunction('reportBubble', onReport);
    // tsx wraps named functions in a helper that does not exist in a page.
    await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
    await context.addInitScript(watchBubbles);
    page = context.pages()[0] ?? (await context.newPage());
  }
  const box = (at: Page, patient: string) => at.getByRole('textbox', { name: `Message ${patient}` });
  const waitForPanes = async (at: Page) => {
    for (const patient of patients) await box(at, patient).waitFor();
  };
  /** Retries until the page loads despite the faults. */
  async function goTo(at: Page, path: string) {
    for (let tries = 0; tries < 60; tries += 1) {
      try {
        await at.goto(path, { timeout: 10_000, waitUntil: 'domcontentloaded' });
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
    throw new Error(`${path} does not load`);
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
      await waitForPanes(page);
    },
    /** Kills the browser with SIGKILL, restarts it on the same profile and opens the cloud room. */
    async crashes() {
      await killBrowser(profile);
      await context.close().catch(() => {});
      await open();
      await goTo(page, '/cloudRoom');
      await waitForPanes(page);
    },
    async secondTab(): Promise<Page> {
      const tab = await context.newPage();
      await goTo(tab, '/cloudRoom');
      await waitForPanes(tab);
      return tab;
    },
    /** Sets the current page. */
    movesTo: (tab: Page) => {
      page = tab;
    },
    /** Logs in again through the expiry dialog and returns to the cloud room. */
    async signsInAgain() {
      await page.getByRole('alertdialog', { name: 'Session expired' }).waitFor();
      await page.getByRole('button', { name: 'Log in again' }).click();
      await page.waitForURL('**/login*');
      await fillSignIn(page, account);
      await waitForPanes(page);
    },
    stored: (key: string) => page.evaluate((name) => localStorage.getItem(name), key),
    async leaves() {
      await context.close().catch(() => {});
      await killBrowser(profile);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
