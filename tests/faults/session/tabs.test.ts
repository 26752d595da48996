import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillSignIn } from '../../support/signIn.ts';
import { type Scene, signedIn, signedOut, until, withBrowser } from './scene.ts';

withBrowser();

const home = async (scene: Scene) => {
  const page = await scene.tab();
  await scene.home(page);
  return page;
};
/** One second plus the margin of a busy machine, in ms. */
const soon = { timeout: 3_000 };

/** All tabs need a new token before the first renewal is answered. */
async function refusedTogether(scene: Scene, pages: readonly Page[]) {
  const release = scene.platform.hold('refreshToken');
  await Promise.all(pages.map((page) => scene.busy(page)));
  await until(() => scene.renewals() > 0);
  release();
  await scene.quiet();
}

test('six tabs whose token expired renew once together, although a refresh token works only once', async () => {
  const scene = await signedIn();
  const pages = [scene.page, ...(await Promise.all(Array.from({ length: 5 }, () => home(scene))))];
  await scene.quiet();
  scene.platform.forget();
  scene.platform.tokens.expireAccess();
  await refusedTogether(scene, pages);
  const dialogs = await Promise.all(pages.map((page) => scene.dialog(page).count()));
  expect([scene.renewals(), dialogs]).toEqual([1, [0, 0, 0, 0, 0, 0]]);
  expect(scene.platform.calls('getDictByType').at(-1)?.token).toBe('access-2-doctor01');
});

test('six tabs whose session is over show one dialog in the whole browser and send one renewal', async () => {
  const scene = await signedIn();
  const pages = [scene.page, ...(await Promise.all(Array.from({ length: 5 }, () => home(scene))))];
  await scene.quiet();
  scene.platform.forget();
  scene.platform.tokens.revokeAll();
  await refusedTogether(scene, pages);
  const count = async (of: (page: Page) => Promise<number>) => {
    const counts = await Promise.all(pages.map(of));
    return counts.reduce((sum, one) => sum + one, 0);
  };
  expect(await count((page) => scene.dialog(page).count())).toBe(1);
  expect(await count((page) => scene.bar(page).count())).toBe(5);
  expect(scene.renewals()).toBe(1);
});

test('a log-in in one tab also signs in the other tab’s sign-in page', async () => {
  const scene = await signedOut();
  const other = await scene.tab();
  await other.goto('/login');
  await other.getByRole('textbox', { name: 'Account' }).waitFor();
  await scene.signIn(scene.page);
  await other.getByRole('button', { name: 'Account menu' }).waitFor(soon);
});

test('a logout in one tab logs the other out', async () => {
  const scene = await signedIn();
  const other = await home(scene);
  await scene.choose('Log out');
  await other.waitForURL('**/login', soon);
});

test('another doctor’s log-in closes the first one’s work in the other tab, which sends nothing more', async () => {
  const scene = await signedIn();
  const other = await scene.tab();
  await other.goto('/login?redirect=%2FcloudRoom');
  await other.getByRole('button', { name: 'Account menu' }).waitFor();
  scene.platform.tokens.expireAccess();
  const release = scene.platform.hold('refreshToken');
  await scene.busy();
  await until(() => scene.renewals() === 1);
  const theirs = scene.platform.tokens.issue('doctor02');
  await other.evaluate(
    ([access, refresh]) => {
      localStorage.setItem('REFRESH_TOKEN', refresh ?? '');
      localStorage.setItem('ACCESS_TOKEN', access ?? '');
    },
    [theirs.access, theirs.refresh],
  );
  await other.goto('about:blank');
  const from = scene.platform.calls().length;
  release();
  await scene.page.getByRole('heading', { name: 'Another person has logged in' }).waitFor();
  await scene.quiet();
  const after = scene.platform.calls().slice(from);
  expect(after.filter(({ token }) => token?.endsWith('doctor01'))).toEqual([]);
  expect((await scene.storage()).ACCESS_TOKEN).toBe(theirs.access);
  await scene.page.bringToFront();
  await scene.page.getByRole('button', { name: 'Continue' }).click();
  await scene.page.getByText('Zhou Ping', { exact: true }).waitFor();
});

test('a log-in in place in one tab restores the other tabs without a reload', async () => {
  const scene = await signedIn();
  const other = await home(scene);
  await other.evaluate(() => Object.assign(window, { untouched: true }));
  await scene.quiet();
  await scene.expires();
  await scene.bar(other).waitFor(soon);
  await scene.page.bringToFront();
  await scene.page.getByRole('button', { name: 'Cancel' }).click();
  await scene.bar().getByRole('button', { name: 'Log in again' }).click();
  await fillSignIn(scene.page, 'doctor01');
  await scene.bar().waitFor({ state: 'hidden' });
  await scene.bar(other).waitFor({ state: 'hidden', ...soon });
  expect(await other.evaluate(() => Reflect.get(window, 'untouched'))).toBe(true);
});

test('a frozen tab that holds the lock does not block renewals', async () => {
  const scene = await signedIn();
  const other = await home(scene);
  await scene.quiet();
  scene.platform.tokens.expireAccess();
  const release = scene.platform.hold('refreshToken');
  await scene.busy(other);
  await until(() => scene.renewals() === 1);
  const cdp = await scene.context.newCDPSession(other);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  await scene.busy();
  await until(() => scene.renewals() === 2);
  release();
  await until(() => scene.platform.calls('getDictByType').some(({ token }) => token === 'access-2-doctor01'));
  expect(await scene.dialog().count()).toBe(0);
});
