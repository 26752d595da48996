import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { endBrowser, openBrowser, type Person, person, type StorageState } from '../../support/browser.ts';
import { type ScriptedPlatform, scriptedPlatform } from '../../support/scriptedPlatform.ts';
import { fillSignIn } from '../../support/signIn.ts';

let browser: Browser | undefined;
/** One platform for all files of a worker, so that its address and the browser's stored data stay valid. */
let platform: ScriptedPlatform | null = null;
let leave: (() => Promise<void>) | null = null;
/** Browser state after the first sign-in; later cases start from it with the same tokens. */
let kept: StorageState | null = null;

/** One Chromium and one platform; each case has its own empty profile. */
export function withBrowser() {
  beforeAll(async () => {
    browser = await openBrowser();
    platform ??= await scriptedPlatform();
  });
  afterAll(async () => {
    await leave?.();
    leave = null;
    await endBrowser(browser);
  });
}

const refused = { code: 401, msg: '刷新令牌已过期' } as const;

type Opening = {
  /** The test controls the page's clock from the start. */
  clock?: boolean;
};

async function opened(from: StorageState | null) {
  if (!browser || !platform) throw new Error('no browser');
  await leave?.();
  platform.reset();
  const me = await person(browser, { url: platform.url, kept: from });
  leave = () => me.context.close();
  return { platform, ...me, ...acts(platform, me) };
}

/** A person at the scripted platform who has not signed in. */
export const signedOut = () => opened(null);

/** Doctor 1, signed in at the home page, with no request pending. */
export async function signedIn({ clock = false }: Opening = {}) {
  const scene = await opened(kept);
  const { page, platform } = scene;
  if (clock) await page.clock.install();
  if (kept === null) {
    await scene.signIn(page);
    kept = await scene.context.storageState();
  } else {
    platform.tokens.issue('doctor01');
    await scene.home(page);
  }
  await until(() => platform.calls('getDictByType').length >= 12 && platform.calls('getOrderNum').length > 0);
  await scene.quiet();
  platform.forget();
  return scene;
}
export type Scene = Awaited<ReturnType<typeof signedIn>>;

/** One round shows an answer to the page; what it asks because of that is seen in a later one. */
const calmRounds = 4;

/** A round trip through the page's event loop, its network and its storage: what came before has been handled. */
const handledAll = (page: Page) =>
  page
    .evaluate(async () => {
      await fetch('/config.json', { cache: 'no-store' }).catch(() => {});
      await navigator.locks?.query();
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(0);
      });
    })
    // A page that is being left or closed has nothing more to handle.
    .catch(() => {});

function acts(platform: ScriptedPlatform, me: Person) {
  const dialog = (page: Page = me.page) => page.getByRole('alertdialog', { name: 'Session expired' });
  const bar = (page: Page = me.page) => page.getByRole('region', { name: 'Session expired' });
  /** Runs inside the page, because a background tab gets no animation frames. */
  async function speak(page: Page, language: string) {
    await page.evaluate((chosen) => {
      const select = document.querySelector<HTMLSelectElement>('.app-bar select');
      if (select) select.value = chosen;
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    }, language);
    await until(() => page.evaluate((chosen) => document.documentElement.lang === chosen, language));
  }
  /** Makes two dozen requests at once: the dictionaries in Chinese, then in English again. */
  async function busy(page: Page = me.page) {
    await speak(page, 'zh-CN');
    await speak(page, 'en');
  }
  async function home(page: Page) {
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
  }
  return {
    dialog,
    bar,
    home,
    async signIn(page: Page, account = 'doctor01', password?: string) {
      await page.bringToFront();
      if (!page.url().includes('/login')) await page.goto('/login', { waitUntil: 'commit' });
      await fillSignIn(page, account, password);
      await page.getByRole('button', { name: 'Account menu' }).waitFor();
    },
    async choose(item: string, page: Page = me.page) {
      await page.bringToFront();
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    busy,
    /** Expires the session and waits until the page knows it. */
    async expires() {
      platform.tokens.revokeAll();
      await busy();
      await dialog().waitFor();
    },
    /** Waits until every page has handled all that has happened and the platform has answered all that was asked. */
    async quiet() {
      for (let calm = 0, seen = -1; calm < calmRounds; calm += 1) {
        await Promise.all(me.context.pages().map(handledAll));
        const count = platform.calls().length;
        if (count !== seen || platform.isBusy()) calm = 0;
        seen = count;
      }
    },
    refuseToRenew: () => platform.on('refreshToken', () => refused),
    renewals: () => platform.calls('refreshToken').length,
    storage: (page: Page = me.page) => page.evaluate(() => ({ ...localStorage })),
    toasts: (page: Page = me.page) => page.getByRole('region', { name: 'Notifications' }).getByRole('alert'),
  };
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('it did not become so');
    await sleep(20);
  }
}
