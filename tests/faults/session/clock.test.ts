import { expect, test } from 'vitest';
import { demoPassword } from '../../support/signIn.ts';
import { type Scene, signedIn, until, withBrowser } from './scene.ts';

withBrowser();

const minute = 60_000;

/** Signed in at a page whose clock the test controls. */
async function withClock() {
  return signedIn({ clock: true });
}
/** No activity for long enough that the screen locks. */
async function idleUntilLocked(scene: Scene) {
  await scene.page.clock.fastForward(31 * minute);
  await lock(scene).waitFor();
}
const lock = (scene: Scene) => scene.page.getByRole('heading', { name: 'Screen locked' });

test('a clock that jumps an hour ahead renews once and logs nobody out', async () => {
  const scene = await withClock();
  await scene.page.clock.setSystemTime(Date.now() + 60 * minute);
  await scene.page.mouse.move(10, 10);
  await scene.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await until(() => scene.renewals() > 0);
  await scene.quiet();
  await scene.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await scene.quiet();
  expect([scene.renewals(), await scene.dialog().count()]).toEqual([1, 0]);
});

test('a clock that falls back by a day renews nothing and logs nobody out', async () => {
  const scene = await withClock();
  await scene.page.clock.setSystemTime(Date.now() - 24 * 60 * minute);
  await scene.page.mouse.move(10, 10);
  await scene.page.clock.fastForward(5 * minute);
  await scene.busy();
  expect([scene.renewals(), await scene.dialog().count(), await lock(scene).count()]).toEqual([0, 0, 0]);
});

test('tokens are renewed before they expire, without any request', async () => {
  const scene = await withClock();
  await scene.page.clock.fastForward(29 * minute + 1_000);
  await until(() => scene.renewals() === 1);
  await until(async () => (await scene.storage()).ACCESS_TOKEN === 'access-2-doctor01');
});

test('after half an hour without activity the screen locks: the page cannot be read, even after a reload', async () => {
  const scene = await withClock();
  await scene.page.mouse.move(20, 20);
  await idleUntilLocked(scene);
  expect(await scene.page.getByRole('button', { name: 'Account menu' }).count()).toBe(0);
  expect(await scene.page.getByText('Scripted Hospital', { exact: true }).isVisible()).toBe(false);
  await scene.page.reload();
  await lock(scene).waitFor();
  expect(await scene.page.getByText('Scripted Hospital', { exact: true }).isVisible()).toBe(false);
});

test('a locked screen opens in place with the password; a wrong one shows an error under the field', async () => {
  const scene = await withClock();
  await scene.page.evaluate(() => Object.assign(window, { untouched: true }));
  await idleUntilLocked(scene);
  const password = scene.page.getByRole('textbox', { name: 'Password' });
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
  await password.fill('wrong');
  await scene.page.getByRole('button', { name: 'Unlock' }).click();
  await scene.page.getByText('登录失败，账号密码不正确').waitFor();
  await password.fill(demoPassword);
  await scene.page.getByRole('button', { name: 'Unlock' }).click();
  await scene.page.getByRole('button', { name: 'Account menu' }).waitFor();
  expect(await scene.page.evaluate(() => Reflect.get(window, 'untouched'))).toBe(true);
  expect(await scene.page.getByRole('textbox', { name: 'Account' }).count()).toBe(0);
});

test('a locked screen cannot be closed with Escape', async () => {
  const scene = await withClock();
  await idleUntilLocked(scene);
  await scene.page.keyboard.press('Escape');
  await scene.page.keyboard.press('Escape');
  expect(await scene.page.getByText('Scripted Hospital', { exact: true }).isVisible()).toBe(false);
});

test('while the screen is locked no shortcut does anything behind it', async () => {
  const { page, choose } = await signedIn();
  await choose('Lock screen');
  await page.getByRole('heading', { name: 'Screen locked' }).waitFor();
  for (const keys of ['Control+k', 'Shift+?', 'g', 'q']) await page.keyboard.press(keys);
  await page.mouse.click(5, 5);
  for (const keys of ['Control+k', 'Shift+?', 'g', 'q']) await page.keyboard.press(keys);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.locator('dialog[open], [role=dialog]').count()).toBe(1);
});

test.each([31, 125, 480])(
  'after %i minutes of sleep the screen is locked in every tab before the first mouse move counts',
  async (slept) => {
    const scene = await withClock();
    const other = await scene.tab();
    await other.clock.install();
    await scene.home(other);
    await scene.page.bringToFront();
    await scene.page.mouse.move(20, 20);
    // The clock advances without firing timers, as while a computer sleeps.
    const awake = Date.now() + slept * minute;
    for (const page of [scene.page, other]) await page.clock.setSystemTime(awake);
    const active = async () => Number((await scene.storage()).LAST_ACTIVE_AT);
    const before = await active();
    await scene.page.mouse.move(300, 300);
    await lock(scene).waitFor();
    expect(await active()).toBe(before);
    await other.getByRole('heading', { name: 'Screen locked' }).waitFor();
    await scene.page.reload();
    await lock(scene).waitFor();
  },
);

test('the page reports that the lock screen’s code cannot be loaded, and shows the form once it can', async () => {
  const { page, choose, problems } = await signedIn();
  await page.route('**/assets/LockScreen-*.js', (route) => route.abort());
  await choose('Lock screen');
  await page.getByRole('heading', { name: 'Screen locked' }).waitFor();
  await page.getByText('The form for your password is loading.').waitFor();
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  expect(await page.locator('#page').count()).toBe(0);
  await page.unroute('**/assets/LockScreen-*.js');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});
