import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lost, Status } from '../support/scriptedTransport.ts';
import { type SessionTab, sessionWorld } from '../support/sessionWorld.ts';

/** A busy machine encrypts and stores later. */
const patience = { timeout: 10_000 };

const refresh = '/doctor/auth/refresh-token';
const website = '/system/tenant/get-by-website';
const minute = 60_000;
/** Messages reach other tabs within a second. */
const aSecond = () => vi.advanceTimersByTimeAsync(1_000);

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 5,
  });
});
afterEach(() => vi.useRealTimers());

const userOf = (tab: SessionTab) => tab.state().context.identity?.userId ?? null;

async function twoTabs() {
  const world = sessionWorld();
  const one = await world.signedInTab();
  const two = await world.openTab();
  return { ...world, one, two };
}

test('a sign-in in one tab signs the others in', async () => {
  const world = sessionWorld();
  const [one, two] = [await world.openTab({ path: '/login' }), await world.openTab({ path: '/login' })];
  await world.signIn(one, '7');
  await aSecond();
  expect([userOf(one), userOf(two)]).toEqual(['7', '7']);
});

test('a logout in one tab logs the others out, and the platform receives it once', async () => {
  const { one, two, platform, browser } = await twoTabs();
  one.session.send({ type: 'logout.requested' });
  await aSecond();
  expect([one.state().value, two.state().value]).toEqual(['signedOut', 'signedOut']);
  expect(browser.local.has('ACCESS_TOKEN')).toBe(false);
  expect(platform.calls('/doctor/auth/logout').map(({ token }) => token)).toEqual(['access-7-1']);
});

test('an expired session shows one dialog in the whole browser; the other tabs show the bar', async () => {
  const { one, two, platform } = await twoTabs();
  platform.expireAccess();
  platform.on(refresh, () => ({ code: 401, msg: '刷新令牌已过期', data: null }));
  await Promise.all([one.api.getQualification({}), two.api.getQualification({})]);
  await aSecond();
  expect([one, two].filter((tab) => tab.state().hasTag('dialog'))).toHaveLength(1);
  expect([one, two].filter((tab) => tab.state().hasTag('bar'))).toHaveLength(1);
});

test('a background tab leaves the dialog to the visible one', async () => {
  const { one, two, platform } = await twoTabs();
  Object.assign(one.window.document, { hidden: true });
  platform.expireAccess();
  platform.on(refresh, () => ({ code: 401, msg: '刷新令牌已过期', data: null }));
  await one.api.getQualification({});
  await aSecond();
  expect([one.state().hasTag('bar'), two.state().hasTag('dialog')]).toEqual([true, true]);
});

test('a sign-in of the same doctor restores the other tabs with their work', async () => {
  const { one, two, platform, signIn } = await twoTabs();
  platform.expireAccess();
  platform.on(refresh, () => ({ code: 401, msg: '刷新令牌已过期', data: null }));
  await Promise.all([one.api.getQualification({}), two.api.getQualification({})]);
  await aSecond();
  const before = two.state().context.identity;
  platform.usually(refresh);
  await signIn(one, '7');
  await aSecond();
  expect([one.state().hasTag('usable'), two.state().hasTag('usable')]).toEqual([true, true]);
  expect(two.state().context.identity).toBe(before);
});

test('a sign-in of another doctor closes the first one’s work in every tab', async () => {
  const { one, two, signIn, openTab } = await twoTabs();
  const three = await openTab({ path: '/login' });
  await signIn(three, '8');
  await aSecond();
  expect([one.state().value, two.state().value]).toEqual(['replaced', 'replaced']);
  expect(await one.api.updateInfo({ goodAt: 'x' })).toMatchObject({ ok: false, failure: { kind: 'sessionEnded' } });
  one.session.send({ type: 'reopen.requested' });
  await aSecond();
  expect(one.visited).toEqual(['/']);
});

test('tokens of another doctor in storage also close the work', async () => {
  const { one, platform } = await twoTabs();
  const theirs = platform.tokensOf('8');
  one.window.localStorage.setItem('ACCESS_TOKEN', theirs.accessToken);
  one.window.localStorage.setItem('REFRESH_TOKEN', theirs.refreshToken);
  one.window.document.dispatchEvent(new Event('visibilitychange'));
  await aSecond();
  expect(one.state().value).toBe('replaced');
  expect(platform.refreshes()).toBe(0);
});

test('a storage emptied by another program signs out, but leaves an expired page readable', async () => {
  const { one, two, browser, platform } = await twoTabs();
  platform.expireAccess();
  platform.on(refresh, () => ({ code: 401, msg: '刷新令牌已过期', data: null }));
  await two.api.getQualification({});
  browser.local.clear();
  for (const tab of [one, two]) tab.window.dispatchEvent(new StorageEvent('storage', { key: null }));
  await aSecond();
  expect(two.state().matches({ active: { access: 'expired' } })).toBe(true);
});

test('"log in again" clears storage and opens the sign-in page with the reason, the hospital looked up', async () => {
  const { platform, openTab, browser, ...world } = sessionWorld();
  const tab = await world.signedInTab();
  tab.window.localStorage.setItem('APPEARANCE', '{}');
  platform.expireAccess();
  platform.on(refresh, () => ({ code: 401, msg: '刷新令牌已过期', data: null }));
  await tab.api.getQualification({});
  await tab.until((s) => s.hasTag('dialog'));
  tab.session.send({ type: 'expiry.confirmed' });
  await aSecond();
  expect(tab.visited).toEqual(['/login?why=expired', 'reload']);
  expect([[...browser.local.keys()], tab.sessionValues.size]).toEqual([['APPEARANCE'], 0]);
  const from = platform.seen.length;
  const again = await openTab();
  const after = platform.seen.slice(from);
  expect(after[0]?.path).toBe(website);
  expect(again.state().value).toBe('signedOut');
});

test('every request names the hospital that was looked up, and only the lookup itself goes out before', async () => {
  const { platform, openTab } = sessionWorld();
  platform.on(website, () => platform.ok({ name: 'B', systemTenantId: 42 }));
  await openTab({ path: '/cloudRoom' });
  await aSecond();
  expect(platform.seen[0]?.path).toBe(website);
  expect(new Set(platform.seen.slice(1).map(({ hospital }) => hospital))).toEqual(new Set(['42']));
});

test.each([
  ['unknown', () => ({ code: 200, msg: '', data: null })],
  ['unknown', () => ({ code: 1_002_015_000, msg: '租户不存在', data: null })],
  ['disabled', () => ({ code: 1_002_015_001, msg: '租户已被禁用', data: null })],
  ['disabled', () => ({ code: 200, msg: '', data: { name: 'C', systemTenantId: '3', disabled: true } })],
  ['unreachable', () => new Lost()],
  ['unreachable', () => new Status(502)],
  ['unreachable', () => '<!doctype html>'],
])('a hospital that is %s gets its own page, and nobody signs in to hospital 1', async (problem, answer) => {
  const { platform, openTab } = sessionWorld();
  platform.on(website, answer);
  const tab = await openTab();
  expect(tab.state().value).toEqual({ hospitalProblem: problem });
  tab.session.send({ type: 'login.accepted', login: { ...platform.tokensOf('7'), renewAt: null } as never });
  expect(tab.state().value).toEqual({ hospitalProblem: problem });
});

test('a failed hospital lookup is retried automatically', async () => {
  const { platform, openTab } = sessionWorld();
  platform.on(website, () => new Lost());
  const tab = await openTab();
  platform.usually(website);
  tab.window.dispatchEvent(new Event('online'));
  await tab.until((s) => s.matches('signedOut'));
});

test('a reload continues the sign-in, and invalid tokens on the sign-in page open no dialog', async () => {
  const { platform, openTab, ...world } = sessionWorld();
  await world.signedInTab();
  const again = await openTab();
  expect(userOf(again)).toBe('7');
  await vi.waitFor(() => expect(platform.calls('/admin-api/system/icon/get')).toHaveLength(2), patience);
  await vi.advanceTimersByTimeAsync(50);
  platform.expireAccess();
  platform.on(refresh, () => ({ code: 401, msg: '刷新令牌已过期', data: null }));
  const login = await openTab({ path: '/login?redirect=/cloudRoom' });
  await login.until((s) => s.matches({ active: { access: { expired: 'dismissed' } } }));
  expect(login.state().hasTag('dialog')).toBe(false);
});

test('tokens without a stored sign-in are used once the platform names their owner', async () => {
  const { platform, openTab, browser } = sessionWorld();
  const { accessToken, refreshToken } = platform.tokensOf('9');
  browser.local.set('ACCESS_TOKEN', accessToken);
  browser.local.set('REFRESH_TOKEN', refreshToken);
  expect(userOf(await openTab())).toBe('9');
});

test('after half an hour without activity in any tab all screens lock', async () => {
  const { one, two } = await twoTabs();
  await vi.advanceTimersByTimeAsync(20 * minute);
  two.window.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(20 * minute);
  expect([one, two].map((tab) => tab.state().hasTag('locked'))).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(11 * minute);
  expect([one, two].map((tab) => tab.state().hasTag('locked'))).toEqual([true, true]);
});

test('the hospital sets the time until the screen locks', async () => {
  const { platform, ...world } = sessionWorld();
  platform.on(website, () => platform.ok({ name: 'B', systemTenantId: '1', idleLockMin: 5 }));
  const tab = await world.signedInTab();
  await vi.advanceTimersByTimeAsync(5 * minute + 25_000);
  expect(tab.state().hasTag('locked')).toBe(true);
});

test('a locked screen stays locked through a reload and a closed browser, and opens for its own doctor', async () => {
  const { one, two, openTab, signIn } = await twoTabs();
  one.session.send({ type: 'lock.requested' });
  await aSecond();
  const reloaded = await openTab();
  expect([one, two, reloaded].map((tab) => tab.state().hasTag('locked'))).toEqual([true, true, true]);
  await signIn(two, '7');
  await aSecond();
  expect([one, two, reloaded].map((tab) => tab.state().hasTag('locked'))).toEqual([false, false, false]);
});

test('a token that one tab renews unlocks no screen, not even for a moment', async () => {
  const { one, two } = await twoTabs();
  one.session.send({ type: 'lock.requested' });
  await aSecond();
  const opened: string[] = [];
  for (const [name, { session }] of Object.entries({ one, two }))
    session.subscribe((state) => void (state.hasTag('locked') || opened.push(name)));
  const before = one.access();
  one.session.send({ type: 'token.aged' });
  await one.until(() => one.access() !== before);
  await aSecond();
  expect([two.access() === one.access(), opened]).toEqual([true, []]);
});

/** A browser whose screens are locked, with the names of what it stores. */
async function lockedBrowser() {
  const { one, openTab } = await twoTabs();
  one.session.send({ type: 'lock.requested' });
  await aSecond();
  const storage = one.window.localStorage;
  return { storage, openTab, names: Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? '') };
}

test('a locked screen is opened by deleting no stored value and no two of them', async () => {
  const { names } = await lockedBrowser();
  expect(names).toContain('LOCKED');
  const opened: string[] = [];
  for (const deleted of names.flatMap((one, at) => names.slice(at).map((other) => [one, other]))) {
    const { storage, openTab } = await lockedBrowser();
    for (const name of deleted) storage.removeItem(name);
    const state = (await openTab()).state();
    if (state.matches('active') && !state.hasTag('locked')) opened.push(deleted.join());
  }
  expect(opened).toEqual([]);
});

test('a browser that was closed for longer than the idle time opens locked without its mark of activity', async () => {
  const { openTab, ...world } = sessionWorld();
  const tab = await world.signedInTab();
  vi.setSystemTime(Date.now() + 31 * minute);
  tab.window.localStorage.removeItem('LAST_ACTIVE_AT');
  expect((await openTab()).state().hasTag('locked')).toBe(true);
});

test('a log-in that replaces another ends that one at the platform', async () => {
  const { one, platform, signIn } = await twoTabs();
  one.session.send({ type: 'lock.requested' });
  await signIn(one, '7');
  await aSecond();
  expect(platform.calls('/doctor/auth/logout').map(({ token }) => token)).toEqual(['access-7-1']);
  expect((await one.api.getQualification({})).ok).toBe(true);
});

test('a browser that was closed for longer than the idle time opens locked', async () => {
  const { openTab, ...world } = sessionWorld();
  await world.signedInTab();
  vi.setSystemTime(Date.now() + 31 * minute);
  expect((await openTab()).state().hasTag('locked')).toBe(true);
});

test('another person’s password opens that person’s session, not the locked screen', async () => {
  const { one, signIn } = await twoTabs();
  one.session.send({ type: 'lock.requested' });
  await signIn(one, '8');
  expect(one.state().value).toBe('reopening');
});

test('a clock set back by a day neither logs out nor renews again and again', async () => {
  const { one, platform } = await twoTabs();
  vi.setSystemTime(Date.now() - 24 * 60 * minute);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect((await one.api.getQualification({})).ok).toBe(true);
  expect(platform.refreshes()).toBe(0);
  expect(one.state().hasTag('locked')).toBe(false);
});

test('a clock an hour ahead renews at most once for each real expiry', async () => {
  const { platform, openTab, ...world } = sessionWorld();
  const tab = await world.signedInTab();
  platform.expireAccess();
  await tab.api.getQualification({});
  vi.setSystemTime(Date.now() + 60 * minute);
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(platform.refreshes()).toBeLessThanOrEqual(2);
  expect((await tab.api.getQualification({})).ok).toBe(true);
});
