import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wireLogin } from '../../support/scriptedTokens.ts';
import { fillSignIn } from '../../support/signIn.ts';
import { type Scene, signedIn, until, withBrowser } from './scene.ts';

withBrowser();

const waiting = ({ page }: Scene) => page.getByText('but the platform could not be reached');
const confirmed = ({ page }: Scene) => page.getByText('The platform has confirmed that you are logged out.');
const told = ({ platform }: Scene) => platform.calls('logout').map(({ token }) => token);

/** Number of logouts stored in this browser for a later attempt. */
const notesIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('cloudroom-logouts');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('kept').objectStore('kept').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

test.each([
  ['the line is down', 'reset'],
  ['the platform answers 503', { status: 503, contentType: 'text/html', body: 'Service Unavailable' }],
] as const)('a logout while %s is reported on the page and sent to the platform later', async (_, trouble) => {
  const scene = await signedIn();
  const off = scene.platform.on('logout', () => trouble);
  await scene.choose('Log out');
  await waiting(scene).waitFor();
  const [token] = told(scene);
  off();
  await scene.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await confirmed(scene).waitFor();
  // A browser repeats a request by itself when a reused connection was reset.
  expect([told(scene).length > 1, new Set(told(scene))]).toEqual([true, new Set([token])]);
  expect(await waiting(scene).count()).toBe(0);
});

test('the next page sends the logout of a page that closed too early, and no storage shows the token', async () => {
  const scene = await signedIn();
  const off = scene.platform.on('logout', () => 'reset');
  // The code that stores the note arrives long after the line was cut.
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await scene.page.route(/logoutNotes/, async (route) => {
    await arrived;
    await route.continue();
  });
  await scene.choose('Log out');
  await until(() => told(scene).length > 0);
  expect(await waiting(scene).count()).toBe(0);
  arrive();
  await waiting(scene).waitFor();
  const [token] = told(scene);
  expect(JSON.stringify(await scene.storage())).not.toContain(token);
  await scene.page.close();
  off();
  scene.platform.forget();
  const next = await scene.tab();
  await next.goto('/login');
  await next.getByRole('textbox', { name: 'Account' }).waitFor();
  await until(() => told(scene).length > 0);
  await scene.quiet();
  expect(new Set(told(scene))).toEqual(new Set([token]));
  await until(async () => (await notesIn(next)) === 0);
});

test('a sign-in overtaken by another tab is ended at the platform', async () => {
  const scene = await signedIn();
  await scene.choose('Log out');
  const other = await scene.tab();
  await other.goto('/login');
  await other.getByRole('textbox', { name: 'Account' }).waitFor();
  await scene.quiet();
  scene.platform.forget();
  const release = scene.platform.hold('login');
  await other.bringToFront();
  await fillSignIn(other, 'doctor01');
  await until(() => scene.platform.calls('login').length === 1);
  const passes = scene.platform.on('login', ({ body }) => {
    passes();
    return { data: wireLogin(scene.platform.tokens.issue(JSON.parse(body.toString()).username)) };
  });
  await scene.signIn(scene.page);
  await other.getByRole('button', { name: 'Account menu' }).waitFor();
  release();
  await until(() => told(scene).length > 0);
  await scene.quiet();
  expect([(await scene.storage()).ACCESS_TOKEN, told(scene)]).toEqual(['access-2-doctor01', ['access-3-doctor01']]);
});
