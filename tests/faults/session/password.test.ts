import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword as secret } from '../../support/signIn.ts';
import { signedOut, until, withBrowser } from './scene.ts';

withBrowser();

const day = 24 * 3_600_000;

/** Logged in with "Remember me" ticked, then logged out. */
async function remembered() {
  const scene = await signedOut();
  await scene.page.goto('/login');
  await scene.page.getByRole('checkbox', { name: 'Remember me' }).check();
  await scene.signIn(scene.page);
  await scene.choose('Log out');
  await scene.page.waitForURL('**/login*');
  return scene;
}
const form = async (page: Page) => ({
  account: await page.getByRole('textbox', { name: 'Account' }).inputValue(),
  password: await page.getByRole('textbox', { name: 'Password' }).inputValue(),
});

/** Everything this origin stores in the browser, as text, and whether its key can be exported. */
const dump = (page: Page) =>
  page.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: string[] = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
    ];
    let exported = 'no key';
    for (const { name } of await indexedDB.databases()) {
      const db = await read(indexedDB.open(name ?? ''));
      for (const store of db.objectStoreNames) {
        for (const value of await read(db.transaction(store).objectStore(store).getAll())) {
          if (value instanceof CryptoKey && name === 'cloudroom-form')
            exported = await crypto.subtle.exportKey('raw', value).then(
              () => 'exported',
              (error: Error) => error.name,
            );
          const bytes = (one: unknown) =>
            one instanceof ArrayBuffer || ArrayBuffer.isView(one) ? new TextDecoder('latin1').decode(one) : one;
          found.push(JSON.stringify(value, (_, one) => bytes(one)) ?? '');
        }
      }
      db.close();
    }
    return { text: found.join('\n'), exported };
  });

test('the stored form contains neither the password nor an exportable key', async () => {
  const { page } = await remembered();
  const kept = await dump(page);
  expect(kept.text).toContain('doctor01');
  expect(kept.text).not.toContain(secret);
  expect(kept.text).not.toContain(btoa(secret));
  expect(kept.exported).toBe('InvalidAccessError');
});

test('the built program contains no key material', () => {
  const sources = readdirSync('dist/assets').map((file) => readFileSync(join('dist/assets', file), 'latin1'));
  expect(sources.filter((source) => /BEGIN (RSA )?PRIVATE KEY|MIIB[Vv]|MIICX/.test(source))).toEqual([]);
});

test('the form is filled in 29 days and 23 hours later, and not a second after 30 days', async () => {
  const { page, context, platform } = await remembered();
  const later = async (ms: number) => {
    const tab = await context.newPage();
    await tab.clock.setFixedTime(Date.now() + ms);
    await tab.goto(`${platform.url}/login`);
    await tab.getByRole('textbox', { name: 'Account' }).waitFor();
    const filled = await form(tab);
    await tab.close();
    return filled;
  };
  expect(await later(30 * day - 3_600_000)).toEqual({ account: 'doctor01', password: secret });
  expect(await later(30 * day + 1_000)).toEqual({ account: '', password: '' });
  const { text } = await dump(page);
  expect(text).not.toContain('doctor01');
});

test('remembering is off by default, and unticking deletes the form at once', async () => {
  const scene = await signedOut();
  await scene.signIn(scene.page);
  expect((await dump(scene.page)).exported).toBe('no key');
  const { page } = await remembered();
  await page.reload();
  expect(await form(page)).toEqual({ account: 'doctor01', password: secret });
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck();
  await until(async () => (await dump(page)).exported === 'no key');
  await page.reload();
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  expect(await form(page)).toEqual({ account: '', password: '' });
});

test('a remembered password is deleted after three refusals', async () => {
  const { page, platform } = await remembered();
  platform.on('login', () => ({ code: 1_002_000_000, msg: '登录失败，账号密码不正确' }));
  for (let i = 0; i < 3; i += 1) {
    await page.reload();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('登录失败，账号密码不正确').waitFor();
  }
  await page.reload();
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  expect(await form(page)).toEqual({ account: '', password: '' });
});

test.each([
  ['WebCrypto', () => Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })],
  ['IndexedDB', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
])('without %s the form cannot remember, says why, and logging in works', async (_, remove) => {
  const scene = await signedOut();
  await scene.context.addInitScript(remove);
  await scene.page.goto('/login');
  const box = scene.page.getByRole('checkbox', { name: 'Remember me' });
  await box.waitFor();
  expect(await box.isDisabled()).toBe(true);
  await scene.page.getByText('This browser cannot keep it safely.').waitFor();
  await scene.signIn(scene.page);
  expect(JSON.stringify(await scene.storage())).not.toContain(secret);
});

test('a form of one hospital is not shown at another', async () => {
  const { page, platform } = await remembered();
  platform.on('getTenantByWebsite', () => ({ data: { name: 'Other Hospital', systemTenantId: '8' } }));
  await page.reload();
  await page.getByText('Other Hospital').waitFor();
  await until(async () => (await form(page)).account === '');
  expect(await form(page)).toEqual({ account: '', password: '' });
});

test.each([
  ['ticked', true],
  ['not ticked', false],
])('with "Remember me" %s, logging in works even if the code for remembering cannot be loaded', async (_, ticked) => {
  const scene = await signedOut();
  await scene.context.route('**/assets/formRecord-*.js', (route) => route.abort());
  await scene.page.goto('/login');
  if (ticked) await scene.page.getByRole('checkbox', { name: 'Remember me' }).check();
  await scene.signIn(scene.page);
  expect(scene.platform.calls('logout')).toEqual([]);
});

test('remembered credentials are deleted even if the code for remembering cannot be loaded', async () => {
  const { page, context } = await remembered();
  await context.route('**/assets/formRecord-*.js', (route) => route.abort());
  await page.reload();
  await page.getByRole('checkbox', { name: 'Remember me' }).check();
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck();
  await until(async () => !(await dump(page)).text.includes('doctor01'));
});
