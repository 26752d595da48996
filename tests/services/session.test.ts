import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lost } from '../support/scriptedTransport.ts';
import { type SessionTab, sessionWorld } from '../support/sessionWorld.ts';

const refresh = '/doctor/auth/refresh-token';
const counts = '/consult/consult-order/getOrderNum';
const numbers = { awaitNum: 1, processNum: 2, finishNum: 3, cancelNum: 0 };

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 5,
  });
});
afterEach(() => vi.useRealTimers());

async function expiredTab() {
  const world = sessionWorld();
  world.platform.on(counts, () => world.platform.ok(numbers));
  const tab = await world.signedInTab();
  world.platform.expireAccess();
  return { ...world, tab };
}
const ask = (tab: SessionTab, times: number) =>
  Promise.all(Array.from({ length: times }, () => tab.api.getOrderNum({})));
const kinds = (answers: Awaited<ReturnType<typeof ask>>) =>
  new Set(answers.map((answer) => (answer.ok ? 'ok' : answer.failure.kind)));
const asking = (tab: SessionTab) => tab.until((s) => s.hasTag('dialog'));

test('twenty requests refused together cause one renewal and all succeed', async () => {
  const { tab, platform } = await expiredTab();
  expect(kinds(await ask(tab, 20))).toEqual(new Set(['ok']));
  expect(platform.refreshes()).toBe(1);
  expect(tab.toasts).toEqual([]);
});

test('a refused renewal rejects all waiting requests together, with one dialog and no toast', async () => {
  const { tab, platform } = await expiredTab();
  platform.on(refresh, () => ({ code: 401, msg: '刷新令牌已过期', data: null }));
  expect(kinds(await ask(tab, 20))).toEqual(new Set(['sessionEnded']));
  expect(platform.refreshes()).toBe(1);
  await asking(tab);
  expect(tab.toasts).toEqual([]);
});

test.each([
  ['renewed', (tokens: object) => ({ code: 200, msg: '', data: tokens }), 'ok'],
  ['refused', () => ({ code: 401, msg: '刷新令牌已过期', data: null }), 'sessionEnded'],
  ['lost', () => new Lost(), 'sessionEnded'],
])('within half a second after the token is %s every request that waited has its answer', async (_, answer, kind) => {
  const { tab, platform } = await expiredTab();
  platform.on(refresh, () => answer(platform.tokensOf('7')));
  const release = platform.hold(refresh);
  const asked = ask(tab, 20);
  await vi.advanceTimersByTimeAsync(3_000);
  release();
  const ended = Date.now();
  expect(kinds(await asked)).toEqual(new Set([kind]));
  expect(Date.now() - ended).toBeLessThan(500);
});

test('without a refresh token the dialog shows, and after signing in again all is as before', async () => {
  const { tab, platform, signIn } = await expiredTab();
  tab.window.localStorage.removeItem('REFRESH_TOKEN');
  expect(kinds(await ask(tab, 3))).toEqual(new Set(['sessionEnded']));
  await asking(tab);
  expect(platform.refreshes()).toBe(0);
  await signIn(tab, '7');
  platform.expireAccess();
  expect(kinds(await ask(tab, 3))).toEqual(new Set(['ok']));
  expect(platform.refreshes()).toBe(1);
});

test('a replay that is refused again ends the session after one renewal', async () => {
  const { tab, platform } = await expiredTab();
  platform.on(counts, () => ({ code: 401, msg: '账号未登录', data: null }));
  expect(kinds(await ask(tab, 5))).toEqual(new Set(['sessionEnded']));
  await asking(tab);
  expect(platform.refreshes()).toBe(1);
  expect(platform.calls(counts).length).toBeLessThanOrEqual(10);
});

test('a late refusal of the old token is replayed with the new one, without another renewal', async () => {
  const { tab, platform } = await expiredTab();
  const path = '/doctor/qualification/get-by-doctor';
  const answerLate = platform.hold(path);
  const late = tab.api.getQualification({});
  await ask(tab, 1);
  answerLate();
  expect(await late).toEqual({ ok: true, data: null });
  expect(platform.calls(path).map(({ token }) => token)).toEqual(['access-7-1', 'access-7-2']);
  expect(platform.refreshes()).toBe(1);
});

test('a request cancelled while it waits settles at once and is never sent', async () => {
  const { tab, platform } = await expiredTab();
  const renew = platform.hold(refresh);
  const first = ask(tab, 1);
  await tab.until((s) => s.hasTag('settling'));
  const before = platform.calls(counts).length;
  const given = new AbortController();
  const second = tab.api.getOrderNum({}, { signal: given.signal });
  given.abort();
  expect(await second).toMatchObject({ ok: false, failure: { kind: 'aborted' } });
  renew();
  expect(kinds(await first)).toEqual(new Set(['ok']));
  expect(platform.calls(counts)).toHaveLength(before + 1);
});

test('a renewal without answer times out after ten seconds, and all waiting requests settle', async () => {
  const { tab, platform } = await expiredTab();
  platform.on(refresh, () => new Promise(() => {}));
  const begun = Date.now();
  const answers = ask(tab, 2);
  await vi.advanceTimersByTimeAsync(10_400);
  expect(kinds(await answers)).toEqual(new Set(['sessionEnded']));
  expect(Date.now() - begun).toBeLessThan(12_000);
  await asking(tab);
  expect(tab.state().context.expiry).toBe('unreachable');
  expect(tab.window.localStorage.getItem('REFRESH_TOKEN')).not.toBeNull();
});

test('a request made during the renewal waits for the new token', async () => {
  const { tab, platform } = await expiredTab();
  const first = ask(tab, 1);
  await tab.until((s) => s.hasTag('settling'));
  const second = ask(tab, 1);
  expect(kinds([...(await first), ...(await second)])).toEqual(new Set(['ok']));
  expect(platform.calls(counts).map(({ token }) => token)).toEqual(['access-7-1', 'access-7-2', 'access-7-2']);
  expect(platform.refreshes()).toBe(1);
});

test('after logging out during the renewal no token is stored and nothing is replayed', async () => {
  const { tab, platform } = await expiredTab();
  const renew = platform.hold(refresh);
  const waiting = ask(tab, 2);
  await tab.until((s) => s.hasTag('settling'));
  const sent = platform.calls(counts).length;
  tab.session.send({ type: 'logout.requested' });
  expect(kinds(await waiting)).toEqual(new Set(['sessionChanged']));
  renew();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tab.window.localStorage.getItem('ACCESS_TOKEN')).toBeNull();
  expect(platform.calls(counts)).toHaveLength(sent);
  expect(tab.state().value).toBe('signedOut');
});

test('a refused write is sent once more, its body unchanged', async () => {
  const { tab, platform } = await expiredTab();
  platform.on('/doctor/info/update', () => platform.ok(true));
  const answer = await tab.api.updateInfo({ goodAt: '腹痛 & "fever"', gender: 1 });
  expect(answer).toEqual({ ok: true, data: true });
  const [first, second, ...more] = platform.calls('/doctor/info/update');
  expect(second?.body).toEqual({ goodAt: '腹痛 & "fever"', gender: 1 });
  expect(second?.body).toEqual(first?.body);
  expect(more).toEqual([]);
});

test.each([
  ['nothing in it', {}],
  ['no data', { code: 200, msg: '', data: null }],
  ['half the tokens', { code: 200, msg: '', data: { userId: '7', accessToken: 'a', expiresTime: 1 } }],
  ['a web page', '<!doctype html><title>Sign in</title>'],
  ['an empty body', ''],
])('a renewal answered with %s is a refusal, and nothing is stored', async (_, answer) => {
  const { tab, platform } = await expiredTab();
  platform.on(refresh, () => answer);
  expect(kinds(await ask(tab, 2))).toEqual(new Set(['sessionEnded']));
  await asking(tab);
  expect(tab.window.localStorage.getItem('ACCESS_TOKEN')).toBe('access-7-1');
  expect(platform.seen.map(({ token }) => token)).not.toContain('undefined');
});

test('a newer token of the same person in the storage is used instead of renewing', async () => {
  const { tab, platform } = await expiredTab();
  const newer = platform.tokensOf('7');
  tab.window.localStorage.setItem('ACCESS_TOKEN', newer.accessToken);
  tab.window.localStorage.setItem('REFRESH_TOKEN', newer.refreshToken);
  expect(kinds(await ask(tab, 3))).toEqual(new Set(['ok']));
  expect(platform.refreshes()).toBe(0);
  expect(tab.access()).toBe(newer.accessToken);
});

test('when another doctor signs in during the renewal, nothing of the first is sent and the tokens stay', async () => {
  const { tab, platform, openTab, signIn } = await expiredTab();
  platform.on('/doctor/info/update', () => platform.ok(true));
  const renew = platform.hold(refresh);
  const write = tab.api.updateInfo({ goodAt: 'of doctor 7' });
  await tab.until((s) => s.hasTag('settling'));
  const other = await openTab({ path: '/login' });
  await signIn(other, '8');
  expect(await write).toMatchObject({ ok: false, failure: { kind: 'sessionChanged' } });
  renew();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(platform.calls('/doctor/info/update').map(({ token }) => token)).toEqual(['access-7-1']);
  expect(other.visited).toEqual(['/']);
  expect(other.window.localStorage.getItem('ACCESS_TOKEN')).toBe('access-8-2');
  expect(tab.state().value).toBe('replaced');
});

test('after "cancel" requests fail locally without reaching the platform, and no second dialog opens', async () => {
  const { tab, platform } = await expiredTab();
  platform.on(refresh, () => ({ code: 400, msg: '无效的刷新令牌', data: null }));
  await ask(tab, 1);
  await asking(tab);
  tab.session.send({ type: 'expiry.cancelled' });
  const before = platform.seen.length;
  expect(kinds(await ask(tab, 10))).toEqual(new Set(['sessionEnded']));
  expect(platform.seen).toHaveLength(before);
  expect(tab.state().hasTag('bar')).toBe(true);
});

test('six tabs whose token expired together renew once, and all continue', async () => {
  const { browser: _, platform, openTab, tab } = await expiredTab();
  const tabs = [tab];
  for (let i = 0; i < 5; i += 1) tabs.push(await openTab());
  await Promise.all(tabs.map((one) => one.until((s) => s.matches({ active: { account: 'known' } }))));
  await vi.advanceTimersByTimeAsync(100);
  platform.expireAccess();
  const before = platform.refreshes();
  const answers = await Promise.all(tabs.map((one) => ask(one, 3)));
  expect(kinds(answers.flat())).toEqual(new Set(['ok']));
  expect(platform.refreshes()).toBe(before + 1);
  expect(new Set(tabs.map((one) => one.access())).size).toBe(1);
});

test('a message about an invalid refresh token is only logged, and the session is checked', async () => {
  const { tab, platform } = await expiredTab();
  platform.on(refresh, () => ({ code: 400, msg: 'Invalid refresh token', data: null }));
  platform.on(counts, () => ({ code: 400, msg: '无效的刷新令牌', data: null }));
  platform.expireAccess();
  await ask(tab, 1);
  await asking(tab);
  expect(tab.toasts).toEqual([]);
});

test('a network failure of the renewal preserves the tokens, and "try again" uses them', async () => {
  const { tab, platform } = await expiredTab();
  platform.on(refresh, () => new Lost());
  await ask(tab, 1);
  await asking(tab);
  tab.session.send({ type: 'expiry.cancelled' });
  platform.usually(refresh);
  tab.session.send({ type: 'retry.requested' });
  expect(kinds(await ask(tab, 1))).toEqual(new Set(['ok']));
});

test('an early renewal that fails changes nothing while the token still works', async () => {
  const { tab, platform } = await expiredTab();
  platform.usually(refresh);
  expect(kinds(await ask(tab, 1))).toEqual(new Set(['ok']));
  platform.on(refresh, () => new Lost());
  const before = platform.refreshes();
  await vi.advanceTimersByTimeAsync(29 * 60_000 + 30_000);
  expect(platform.refreshes()).toBeGreaterThan(before);
  expect(tab.state().hasTag('usable')).toBe(true);
  expect(kinds(await ask(tab, 1))).toEqual(new Set(['ok']));
});

test('tokens are renewed before they expire', async () => {
  const world = sessionWorld();
  world.platform.on(counts, () => world.platform.ok(numbers));
  const tab = await world.signedInTab();
  world.platform.expireAccess();
  await ask(tab, 1);
  await vi.advanceTimersByTimeAsync(29 * 60_000 + 1_000);
  expect(world.platform.refreshes()).toBe(2);
  await ask(tab, 1);
  expect(world.platform.calls(counts).filter(({ token }) => token === tab.access())).toHaveLength(1);
});

test('without a refresh token the access token is used until the platform refuses it', async () => {
  const world = sessionWorld();
  world.platform.on(counts, () => world.platform.ok(numbers));
  const tab = await world.signedInTab();
  world.platform.expireAccess();
  await ask(tab, 1);
  tab.window.localStorage.removeItem('REFRESH_TOKEN');
  await vi.advanceTimersByTimeAsync(29 * 60_000 + 1_000);
  expect(kinds(await ask(tab, 1))).toEqual(new Set(['ok']));
  world.platform.expireAccess();
  await ask(tab, 1);
  await asking(tab);
});

test.each([
  ['access', 'undefined'],
  ['access', 'null'],
  ['refresh', 'undefined'],
  ['refresh', 'null'],
])('a renewal whose %s token reads "%s" is refused, and nothing of it is stored', async (name, written) => {
  const { tab, platform, browser } = await expiredTab();
  platform.on(refresh, () => platform.ok({ ...platform.tokensOf('7'), [`${name}Token`]: written }));
  expect(kinds(await ask(tab, 1))).toEqual(new Set(['sessionEnded']));
  expect(tab.access()).not.toBe(written);
  expect([...browser.local.values()]).not.toContain(written);
});
