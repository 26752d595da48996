import { expect, test } from 'vitest';
import { demoPassword, fillSignIn } from '../../support/signIn.ts';
import { type Scene, signedIn, signedOut, until, withBrowser } from './scene.ts';

withBrowser();

async function expired(scene: Scene) {
  await scene.expires();
  scene.platform.forget();
}

test('a click on the mask cancels; after it nothing reaches the platform and no second dialog opens', async () => {
  const scene = await signedIn();
  await expired(scene);
  await scene.page.mouse.click(5, 5);
  await scene.dialog().waitFor({ state: 'hidden' });
  await scene.bar().waitFor();
  for (let i = 0; i < 5; i += 1) await scene.busy();
  await scene.quiet();
  expect([scene.platform.calls().length, await scene.dialog().count()]).toEqual([0, 0]);
});

test('Escape also cancels, and the page under the dialog can be read and used', async () => {
  const scene = await signedIn();
  await expired(scene);
  // The notice ignores the keys of its first second.
  await until(async () => {
    await scene.page.keyboard.press('Escape');
    return scene.bar().isVisible();
  });
  await scene.page.getByRole('button', { name: 'Account menu' }).click();
  await scene.page.getByRole('menuitem', { name: 'Log out' }).waitFor();
});

test('the dialog has the focus and traps it', async () => {
  const scene = await signedIn();
  await expired(scene);
  const focused = () => scene.page.evaluate(() => document.activeElement?.closest('[role=alertdialog]') !== null);
  expect(await focused()).toBe(true);
  for (let i = 0; i < 6; i += 1) await scene.page.keyboard.press('Tab');
  expect(await focused()).toBe(true);
});

test('"log in again" clears storage and page, and looks up the hospital before any other call', async () => {
  const scene = await signedIn();
  await scene.page.evaluate(() => {
    localStorage.setItem('LEFT_OVER', '1');
    sessionStorage.setItem('LEFT_OVER', '1');
  });
  await expired(scene);
  await scene.page.getByRole('button', { name: 'Log in again' }).click();
  await scene.page.waitForURL('**/login*');
  await scene.page.getByRole('textbox', { name: 'Account' }).waitFor();
  const kept = await scene.storage();
  expect(Object.keys(kept).filter((key) => /TOKEN|LOGIN|LEFT_OVER/.test(key))).toEqual([]);
  expect(
    await scene.page.evaluate(() => sessionStorage.getItem('LEFT_OVER') ?? sessionStorage.getItem('USER_INFO')),
  ).toBeNull();
  expect(scene.platform.calls()[0]?.name).toBe('getTenantByWebsite');
  expect(
    new Set(
      scene.platform
        .calls()
        .slice(1)
        .map(({ hospital }) => hospital),
    ),
  ).not.toContain('1');
  expect(kept.TENANT_ID).toBe('7');
});

test('the person’s choices for the device stay', async () => {
  const scene = await signedIn();
  await scene.page.getByRole('button', { name: 'Theme' }).click();
  await scene.page.getByRole('menuitem', { name: 'Dark' }).click();
  await expired(scene);
  await scene.page.getByRole('button', { name: 'Log in again' }).click();
  await scene.page.getByRole('textbox', { name: 'Account' }).waitFor();
  expect(JSON.parse((await scene.storage()).APPEARANCE ?? '{}').theme).toBe('dark');
});

test('after "log in again" the sign-in returns to the page that was left', async () => {
  const scene = await signedIn();
  await scene.page.goto('/personalData?tab=2', { waitUntil: 'commit' });
  await scene.page.getByRole('button', { name: 'Account menu' }).waitFor();
  await expired(scene);
  await scene.page.getByRole('button', { name: 'Log in again' }).click();
  await scene.page.waitForURL('**/login?redirect=*');
  await scene.signIn(scene.page);
  await scene.page.waitForURL('**/personalData?tab=2');
});

test('invalid tokens on the sign-in page open no dialog', async () => {
  const scene = await signedIn();
  scene.platform.tokens.revokeAll();
  await scene.page.goto('/login?redirect=%2FcloudRoom');
  await scene.page.getByRole('textbox', { name: 'Account' }).waitFor();
  await until(() => scene.renewals() === 1);
  await scene.quiet();
  expect(await scene.dialog().count()).toBe(0);
  await scene.signIn(scene.page);
  await scene.page.waitForURL('**/cloudRoom');
});

test('after "cancel" the same doctor logs in in place on the same page without a reload', async () => {
  const scene = await signedIn();
  await scene.page.evaluate(() => Object.assign(window, { untouched: true }));
  await expired(scene);
  await scene.page.getByRole('button', { name: 'Cancel' }).click();
  await scene.bar().getByRole('button', { name: 'Log in again' }).click();
  expect(await scene.page.getByRole('textbox', { name: 'Account' }).inputValue()).toBe('doctor01');
  await scene.page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await scene.page.getByRole('button', { name: 'Log in', exact: true }).click();
  await scene.bar().waitFor({ state: 'hidden' });
  expect(await scene.page.evaluate(() => Reflect.get(window, 'untouched'))).toBe(true);
  await scene.busy();
  await until(() => scene.platform.calls('getDictByType').some(({ token }) => token === 'access-2-doctor01'));
});

test('another doctor who logs in in place begins with a fresh page', async () => {
  const scene = await signedIn();
  await scene.page.evaluate(() => Object.assign(window, { untouched: true }));
  await expired(scene);
  await scene.page.getByRole('button', { name: 'Cancel' }).click();
  await scene.bar().getByRole('button', { name: 'Log in again' }).click();
  await fillSignIn(scene.page, 'doctor02');
  await scene.page.getByText('Zhou Ping', { exact: true }).waitFor();
  expect(await scene.page.evaluate(() => Reflect.get(window, 'untouched'))).toBeUndefined();
});

test('an unknown hospital gets a page without a sign-in', async () => {
  const { platform, page } = await signedOut();
  const off = platform.on('getTenantByWebsite', () => ({ data: null }));
  await page.goto('/cloudRoom');
  await page.getByRole('heading', { name: 'No hospital at this address' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(platform.calls().map(({ name }) => name)).toEqual(['getTenantByWebsite']);
  off();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
});

test('the page retries a platform that does not answer, and sends nothing under hospital 1 meanwhile', async () => {
  const { platform, page } = await signedOut();
  const off = platform.on('getTenantByWebsite', () => 'reset');
  await page.goto('/login');
  await page.getByRole('heading', { name: 'The hospital cannot be reached' }).waitFor();
  off();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  expect(platform.calls().filter(({ name }) => name !== 'getTenantByWebsite')).toEqual([]);
  expect(await page.title()).toBe('Scripted Hospital');
});

test('a site that now belongs to another hospital requires a new sign-in, and sends nothing of the first', async () => {
  const { platform, page, storage, quiet } = await signedIn();
  platform.on('getTenantByWebsite', () => ({ data: { name: 'Other Hospital', systemTenantId: '8' } }));
  await page.reload();
  await page.getByRole('heading', { name: 'Other Hospital' }).waitFor();
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  await quiet();
  const [lookup, ...others] = platform.calls();
  expect([lookup?.name, platform.calls().filter(({ token }) => token !== null)]).toEqual(['getTenantByWebsite', []]);
  expect(others.filter(({ hospital }) => hospital !== '8')).toEqual([]);
  const kept = await storage();
  expect([kept.TENANT_ID, kept.ACCESS_TOKEN, kept.REFRESH_TOKEN, kept.LOGIN_INFO]).toEqual([
    '8',
    undefined,
    undefined,
    undefined,
  ]);
  expect(JSON.parse(kept.ENUMERATIONS ?? '{"tenantId":"8"}').tenantId).toBe('8');
});
