import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject, onTestFailed } from 'vitest';
import { launchArgs } from './chromium.ts';
import { recordingIn } from './recordingIn.ts';

export type Language = 'en' | 'zh-CN';

export type Who = {
  /** Address of the workstation. */
  url: string;
  language?: Language;
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
  /** Browser state from before. */
  kept?: StorageState | null;
};

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

let shared: Browser | null = null;

/** The worker's shared Chromium, or a separate one if its launch options differ. Close it with `endBrowser`. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  if (more.length > 0) return launch(more);
  if (!shared?.isConnected()) shared = await launch();
  return shared;
}

async function launch(more: readonly string[] = []): Promise<Browser> {
  const executablePath = inject('chromium');
  if (executablePath === null) throw new Error('There is no Chromium on this machine. Set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: [...launchArgs, ...more] });
}

/** Closes everything that a file opened; the worker's Chromium stays open for its next file. */
export async function endBrowser(browser: Browser | undefined): Promise<void> {
  if (browser !== shared) return browser?.close();
  await Promise.all(shared?.contexts().map((context) => context.close()) ?? []);
}

/** A person at a screen with separate storage. `problems` collects console errors. */
export async function person(browser: Browser, { url, language = 'en', colorScheme, viewport, kept }: Who) {
  const context = await browser.newContext({
    baseURL: url,
    locale: language,
    colorScheme: colorScheme ?? 'light',
    viewport: viewport ?? { width: 1440, height: 900 },
    ...(kept ? { storageState: kept } : {}),
  });
  const problems: string[] = [];
  await reportViolations(context, problems);
  const tab = async () => {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
    return page;
  };
  const page = await tab();
  // Saves a picture of a failed journey, and beside it what its machines received.
  onTestFailed(async ({ task }) => {
    const file = `${task.name} ${language} ${Date.now()}`.replace(/[^\w-]+/g, '-');
    if (page.isClosed()) return;
    await screenshot(page, `test-results/${file}.png`);
    const recording = await recordingIn(page);
    if (recording !== null) await writeFile(`test-results/${file}.json`, recording);
  });
  return { context, page, tab, language, problems };
}

export type Person = Awaited<ReturnType<typeof person>>;

/** Reports every violation of the content security policy or of Trusted Types in any page of the context. */
async function reportViolations(context: BrowserContext, problems: string[]) {
  await context.exposeFunction('reportViolation', (text: string) => void problems.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      if (typeof report === 'function') report(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
}

/** Saves a picture of the page. Those in the README are updated with PICTURES=1 only. */
export async function screenshot(page: Page, picture: `docs/${string}.png` | `test-results/${string}.png`) {
  const path = process.env.PICTURES === '1' ? picture : picture.replace(/^docs/, 'test-results');
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
}
