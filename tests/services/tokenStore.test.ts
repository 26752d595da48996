import { expect, test } from 'vitest';
import { wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import { AccountId, HospitalId } from '../../contract/ids.ts';
import type { Hospital, Login } from '../../src/domain/session.ts';
import { type LoginMirror, type Mirrored, StoredLogin } from '../../src/services/loginMirror.ts';
import { createTokenStore } from '../../src/services/tokenStore.ts';

const hospital: Hospital = {
  id: HospitalId.parse('7'),
  name: 'Demo',
  logo: null,
  idleLockMs: 1,
  serviceHours: wholeDay,
};
const other: Hospital = { ...hospital, id: HospitalId.parse('8') };
const loginOf = (n: number): Login => ({
  userId: AccountId.parse('1'),
  accessToken: `access-${n}`,
  refreshToken: `refresh-${n}`,
  expiresTime: n,
  renewAt: null,
});

function values(initial: Record<string, string> = {}) {
  const map = new Map(Object.entries(initial));
  return {
    map,
    names: () => [...map.keys()],
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    clear: () => map.clear(),
  };
}

/** One browser profile; `store()` is a newly loaded page. */
function profile() {
  let time = 0;
  const local = values();
  let mirrored: Mirrored | null = null;
  const mirror: LoginMirror = {
    read: async () => mirrored,
    write: async (value, when) => {
      if (when && JSON.stringify(when.ifCurrent) !== JSON.stringify(mirrored)) return;
      mirrored = structuredClone(value);
    },
  };
  const now = () => {
    time += 1;
    return time;
  };
  return { local, mirror, store: (session = values()) => createTokenStore({ local, session, mirror, now }) };
}
const accessAfter = async (browser: ReturnType<typeof profile>, session = values(), at = hospital) =>
  (await browser.store(session).restore(at)).access;

test('a sign-in is stored under the keys of the specification', async () => {
  const { local, store } = profile();
  await store().write(loginOf(1), hospital.id);
  expect(Object.fromEntries(local.map)).toMatchObject({
    ACCESS_TOKEN: 'access-1',
    REFRESH_TOKEN: 'refresh-1',
    TENANT_ID: '7',
  });
  expect(store().read().login).toMatchObject(loginOf(1));
});

test('a killed browser restarts with the rotated tokens although local storage lost them', async () => {
  const browser = profile();
  await browser.store().write(loginOf(1), hospital.id);
  const before = new Map(browser.local.map);
  await browser.store().write(loginOf(2), hospital.id);
  browser.local.map.clear();
  for (const [key, value] of before) browser.local.map.set(key, value);
  expect(await accessAfter(browser)).toBe('access-2');
});

test('a killed browser restarts with its first sign-in although local storage never stored it', async () => {
  const browser = profile();
  await browser.store().write(loginOf(1), hospital.id);
  browser.local.map.clear();
  expect(await accessAfter(browser)).toBe('access-1');
});

test('a browser killed right after logging out stays logged out', async () => {
  const browser = profile();
  await browser.store().write(loginOf(1), hospital.id);
  const before = new Map(browser.local.map);
  await browser.store().clear();
  for (const [key, value] of before) browser.local.map.set(key, value);
  expect(await accessAfter(browser)).toBeNull();
});

test('local storage that was cleared is not restored from the copy', async () => {
  const browser = profile();
  await browser.store().write(loginOf(1), hospital.id);
  expect(await accessAfter(browser)).toBe('access-1');
  browser.local.map.clear();
  expect(await accessAfter(browser)).toBeNull();
});

test('local storage cleared in a signed-in page is not restored', async () => {
  const browser = profile();
  await browser.store().write(loginOf(1), hospital.id);
  browser.local.map.clear();
  expect(await accessAfter(browser, values({ USER_INFO: '{}' }))).toBeNull();
});

test('tokens are deleted when the site belongs to another hospital', async () => {
  const browser = profile();
  await browser.store().write(loginOf(1), hospital.id);
  expect(await accessAfter(browser, values(), other)).toBeNull();
  expect(browser.local.map.get('TENANT_ID')).toBe('8');
  expect(browser.local.map.has('REFRESH_TOKEN')).toBe(false);
});

test('deleted tokens of a hospital do not return with that hospital', async () => {
  const browser = profile();
  await browser.store().write(loginOf(1), hospital.id);
  browser.local.map.set('ENUMERATIONS', '{}');
  await accessAfter(browser, values(), other);
  expect(browser.local.map.has('ENUMERATIONS')).toBe(false);
  expect(await accessAfter(browser, values(), hospital)).toBeNull();
});

test('a page that opens while another tab renews does not restore the old tokens', async () => {
  const browser = profile();
  await browser.store().write(loginOf(1), hospital.id);
  const read = browser.mirror.read;
  browser.mirror.read = async () => {
    const found = await read();
    browser.mirror.read = read;
    await browser.store().write(loginOf(2), hospital.id);
    return found;
  };
  expect(await accessAfter(browser)).toBe('access-2');
  expect(browser.local.map.get('REFRESH_TOKEN')).toBe('refresh-2');
});

test('a page that opens while another tab logs out stays logged out', async () => {
  const browser = profile();
  await browser.store().write(loginOf(1), hospital.id);
  const read = browser.mirror.read;
  browser.mirror.read = async () => {
    const found = await read();
    await browser.store().clear();
    return found;
  };
  expect(await accessAfter(browser)).toBeNull();
  expect(browser.local.map.has('ACCESS_TOKEN')).toBe(false);
});

test('the hospital is 1 until the lookup has answered', async () => {
  const browser = profile();
  const store = browser.store();
  expect(store.hospitalId()).toBe('1');
  await store.restore(hospital);
  expect(store.hospitalId()).toBe('7');
});

const noTokens = ['undefined', 'null', '', ' ', ' undefined '];

test.each(noTokens)('a stored token %j counts as absent', (written) => {
  const { local, store } = profile();
  local.setItem('ACCESS_TOKEN', written);
  local.setItem('REFRESH_TOKEN', written);
  expect(store().read()).toEqual({ access: null, refresh: null, login: null });
});

test.each(noTokens)('a stored copy of the sign-in with the token %j counts as absent', (written) => {
  const kept = { ...loginOf(1), tenantId: hospital.id, savedAt: 1 };
  expect(StoredLogin.safeParse(kept).success).toBe(true);
  for (const name of ['accessToken', 'refreshToken'])
    expect(StoredLogin.safeParse({ ...kept, [name]: written }).success).toBe(false);
});

test('tokens saved without the sign-in are not treated as part of it', async () => {
  const { local, store } = profile();
  await store().write(loginOf(1), hospital.id);
  local.setItem('ACCESS_TOKEN', 'someone else’s');
  expect(store().read()).toEqual({ access: 'someone else’s', refresh: 'refresh-1', login: null });
});

test('broken storage means no session and causes no crash', async () => {
  const { local, store } = profile();
  local.setItem('LOGIN_INFO', '{"userId":');
  local.setItem('ACCESS_TOKEN', 'a');
  const session = values({ USER_INFO: '[1,' });
  expect(store(session).read().login).toBeNull();
  expect(store(session).account()).toBeNull();
});

test('clearing local storage preserves device settings and the last typed text', async () => {
  const browser = profile();
  const store = browser.store();
  await store.write(loginOf(1), hospital.id);
  browser.local.setItem('APPEARANCE', '{"theme":"dark"}');
  browser.local.setItem('cloudroom-unfinished:7:1:a', 'sealed');
  await store.emptyStorage(['APPEARANCE', 'cloudroom-unfinished:']);
  expect(Object.fromEntries(browser.local.map)).toEqual({
    APPEARANCE: '{"theme":"dark"}',
    'cloudroom-unfinished:7:1:a': 'sealed',
  });
  expect(await accessAfter(browser)).toBeNull();
});

test('a renewal behind the lock keeps it, even if what was saved with the tokens was deleted meanwhile', async () => {
  const { local, store } = profile();
  const page = store();
  await page.write(loginOf(1), hospital.id);
  await page.setLocked(true);
  local.removeItem('LOGIN_INFO');
  await page.write(loginOf(2), hospital.id);
  expect(await store().restore(hospital)).toMatchObject({ access: 'access-2', locked: true });
  const reloaded = store();
  await reloaded.restore(hospital);
  local.removeItem('LOGIN_INFO');
  await reloaded.write(loginOf(3), hospital.id);
  expect((await store().restore(hospital)).locked).toBe(true);
  await reloaded.setLocked(false);
  expect((await store().restore(hospital)).locked).toBe(false);
});
