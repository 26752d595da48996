import { expect, test } from 'vitest';
import { signedIn, until, withBrowser } from './scene.ts';

withBrowser();

test('two dozen requests refused together are renewed once and all answered', async () => {
  const { platform, busy, renewals, toasts, problems, quiet } = await signedIn();
  platform.tokens.expireAccess();
  await busy();
  await quiet();
  expect(renewals()).toBe(1);
  const last = platform.calls('getDictByType').slice(-12);
  expect(new Set(last.map(({ token }) => token))).toEqual(new Set(['access-2-doctor01']));
  expect([await toasts().count(), problems]).toEqual([0, []]);
});

test('a refused renewal rejects all waiting requests and shows one dialog, without a toast', async () => {
  const { platform, busy, dialog, renewals, refuseToRenew, toasts, quiet } = await signedIn();
  platform.tokens.expireAccess();
  refuseToRenew();
  await busy();
  await dialog().waitFor();
  await quiet();
  expect([renewals(), await dialog().count(), await toasts().count()]).toEqual([1, 1, 0]);
});

test('without a refresh token the dialog shows; after logging in again a later expiry is renewed', async () => {
  const { platform, busy, dialog, renewals, page, signIn, quiet } = await signedIn();
  await page.evaluate(() => localStorage.removeItem('REFRESH_TOKEN'));
  platform.tokens.expireAccess();
  await busy();
  await dialog().waitFor();
  expect(renewals()).toBe(0);
  await page.getByRole('button', { name: 'Log in again' }).click();
  await page.waitForURL('**/login*');
  await signIn(page);
  platform.tokens.expireAccess();
  await busy();
  await quiet();
  expect([renewals(), await dialog().count()]).toEqual([1, 0]);
});

test('a platform that refuses every token is asked to renew once, and each request is sent at most twice', async () => {
  const { platform, busy, dialog, renewals, quiet } = await signedIn();
  platform.on('getDictByType', ({ token }) => (token === null ? null : { code: 401 }));
  await busy();
  await dialog().waitFor();
  const sent = platform.calls().length;
  await quiet();
  expect([renewals(), platform.calls().length - sent]).toEqual([1, 0]);
  expect(platform.calls('getDictByType').length).toBeLessThanOrEqual(48);
});

test('requests of a page that is left while they wait are never sent', async () => {
  const { platform, busy, page, problems, quiet } = await signedIn();
  platform.tokens.expireAccess();
  const release = platform.hold('refreshToken');
  await busy();
  await until(() => platform.calls('refreshToken').length === 1);
  const before = platform.calls('getDictByType').length;
  await page.goto('about:blank');
  release();
  await quiet();
  expect([platform.calls('getDictByType').length - before, problems]).toEqual([0, []]);
});

test('a renewal without answer ends within twelve seconds, and the next log-in works', async () => {
  const { platform, busy, dialog, page, bar, storage, renewals } = await signedIn({ clock: true });
  platform.tokens.expireAccess();
  const off = platform.on('refreshToken', () => 'silence');
  await busy();
  await until(() => renewals() === 1);
  await page.clock.runFor(9_000);
  expect(await dialog().count()).toBe(0);
  await page.clock.runFor(3_000);
  await dialog().waitFor();
  expect((await storage()).REFRESH_TOKEN).toBe('refresh-1-doctor01');
  off();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await bar().getByRole('button', { name: 'Try again' }).click();
  await bar().waitFor({ state: 'hidden' });
});

test('a request made during a renewal is sent once, with the new token', async () => {
  const { platform, busy, renewals, quiet } = await signedIn();
  platform.tokens.expireAccess();
  const release = platform.hold('refreshToken');
  await busy();
  await until(() => renewals() === 1);
  platform.forget();
  await busy();
  await quiet();
  expect(platform.calls('getDictByType')).toHaveLength(0);
  release();
  await quiet();
  await until(() => platform.calls('getDictByType').length > 0);
  expect(new Set(platform.calls('getDictByType').map(({ token }) => token))).toEqual(new Set(['access-2-doctor01']));
});

test('after logging out during a renewal the renewed tokens are discarded', async () => {
  const { platform, busy, page, renewals, storage, choose, quiet } = await signedIn();
  platform.tokens.expireAccess();
  const release = platform.hold('refreshToken');
  await busy();
  await until(() => renewals() === 1);
  await choose('Log out');
  await page.waitForURL('**/login');
  const before = platform.calls('getDictByType').length;
  release();
  await quiet();
  expect(Object.keys(await storage())).not.toContain('ACCESS_TOKEN');
  expect(
    platform
      .calls('getDictByType')
      .slice(before)
      .filter(({ token }) => token !== null),
  ).toEqual([]);
});

test.each([
  ['an empty object', { contentType: 'application/json', body: '{}' }],
  ['a web page', { contentType: 'text/html', body: '<!doctype html><title>Log in</title>' }],
  ['nothing', { contentType: 'application/json', body: '' }],
  ['no data', { data: null }],
])('a renewal answered with %s counts as a refusal; invalid tokens are neither stored nor sent', async (_, answer) => {
  const { platform, busy, dialog, storage } = await signedIn();
  platform.tokens.expireAccess();
  platform.on('refreshToken', () => answer);
  await busy();
  await dialog().waitFor();
  const kept = await storage();
  expect([kept.ACCESS_TOKEN, kept.REFRESH_TOKEN].map(String)).not.toContain('null');
  expect(kept.ACCESS_TOKEN).toBe('access-1-doctor01');
  expect(platform.calls().map(({ token }) => token)).not.toContain('undefined');
});

test('a newer token in storage is used instead of renewing', async () => {
  const { platform, busy, page, renewals, dialog, quiet } = await signedIn();
  platform.tokens.expireAccess();
  const newer = platform.tokens.issue('doctor01');
  await page.evaluate(
    ([access, refresh]) => {
      localStorage.setItem('ACCESS_TOKEN', access ?? '');
      localStorage.setItem('REFRESH_TOKEN', refresh ?? '');
    },
    [newer.access, newer.refresh],
  );
  await busy();
  await quiet();
  expect([renewals(), await dialog().count()]).toEqual([0, 0]);
  expect(platform.calls('getDictByType').at(-1)?.token).toBe(newer.access);
});

test('the platform’s message about the refresh token is not shown; the dialog is', async () => {
  const { platform, busy, dialog, toasts } = await signedIn();
  platform.tokens.expireAccess();
  platform.on('refreshToken', () => ({ code: 400, msg: 'Invalid refresh token' }));
  await busy();
  await dialog().waitFor();
  expect(await toasts().count()).toBe(0);
});

test('no address contains a token, except for the one call that the specification requires', async () => {
  const { platform, busy, quiet } = await signedIn();
  platform.tokens.expireAccess();
  await busy();
  await quiet();
  const withToken = platform.calls().filter(({ query }) => /access-|refresh-/.test(query.toString()));
  expect(new Set(withToken.map(({ name }) => name))).toEqual(new Set(['refreshToken']));
});
