import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInMachines } from '../../src/screens/signIn/useSignInMachines.ts';
import { createPendingLogouts } from '../../src/services/pendingLogouts.ts';
import { Lost, Status } from '../support/scriptedTransport.ts';
import { sessionWorld } from '../support/sessionWorld.ts';

/** A busy machine encrypts and stores later. */
const patience = { timeout: 10_000 };

const logout = '/doctor/auth/logout';
const login = '/doctor/auth/login';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 5,
  });
});
afterEach(() => vi.useRealTimers());

const aMoment = () => vi.advanceTimersByTimeAsync(300);
const kept = async () => {
  const db = await openDB('cloudroom-logouts', 1, {
    upgrade: (made) => {
      made.createObjectStore('kept');
      made.createObjectStore('keys');
    },
  });
  const found = await db.getAll('kept');
  db.close();
  return found as { ct: ArrayBuffer }[];
};
const told = ({ platform }: ReturnType<typeof sessionWorld>) => platform.calls(logout).map(({ token }) => token);

test.each([
  ['a line that is down', () => new Lost()],
  ['a platform that is out of order', () => new Status(503, 'Service Unavailable')],
  ['a platform that is too busy', () => ({ code: 429, msg: '请求过于频繁', data: null })],
  ['the page of a proxy', () => '<!doctype html><title>Log in to the network</title>'],
])('a logout through %s is repeated until the platform has heard of it, and the person knows', async (_, trouble) => {
  const world = sessionWorld();
  const tab = await world.signedInTab();
  world.platform.on(logout, trouble);
  tab.session.send({ type: 'logout.requested' });
  await vi.waitFor(() => expect(tab.entrance.logoutState$.value).toBe('waiting'), patience);
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1), patience);
  world.platform.usually(logout);
  tab.window.dispatchEvent(new Event('online'));
  await aMoment();
  expect(told(world)).toEqual(['access-7-1', 'access-7-1']);
  expect(tab.entrance.logoutState$.value).toBe('confirmed');
  await vi.waitFor(async () => expect(await kept()).toEqual([]), patience);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told(world)).toHaveLength(2);
});

test('a logout that the platform confirms at once leaves no note and no message', async () => {
  const world = sessionWorld();
  const tab = await world.signedInTab();
  tab.session.send({ type: 'logout.requested' });
  await aMoment();
  await vi.waitFor(async () => expect(await kept()).toEqual([]), patience);
  expect([told(world), tab.entrance.logoutState$.value]).toEqual([['access-7-1'], 'none']);
});

test('a logout with a token unknown to the platform is not retried', async () => {
  const world = sessionWorld();
  const tab = await world.signedInTab();
  world.platform.on(logout, () => ({ code: 401, msg: '账号未登录', data: null }));
  tab.session.send({ type: 'logout.requested' });
  await aMoment();
  await vi.waitFor(async () => expect(await kept()).toEqual([]), patience);
  expect(tab.entrance.logoutState$.value).toBe('none');
});

test('the next page sends a logout that the last one could not; only the token is stored, encrypted', async () => {
  const world = sessionWorld();
  const tab = await world.signedInTab();
  world.platform.on(logout, () => new Lost());
  tab.session.send({ type: 'logout.requested' });
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1), patience);
  const [note] = await kept();
  expect(JSON.stringify(note) + Buffer.from(note?.ct ?? new ArrayBuffer()).toString('latin1')).not.toContain(
    'access-7-1',
  );
  expect(Object.keys(note ?? {}).sort()).toEqual(['at', 'ct', 'id', 'iv', 'tenantId']);
  expect([...world.browser.local.values()].join()).not.toContain('access-7-1');
  world.platform.usually(logout);
  await world.openTab();
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.waitFor(async () => expect(await kept()).toEqual([]), patience);
  expect(told(world).at(-1)).toBe('access-7-1');
});

test('a sign-in that expired a month ago needs no logout', async () => {
  const world = sessionWorld();
  const tab = await world.signedInTab();
  world.platform.on(logout, () => new Lost());
  tab.session.send({ type: 'logout.requested' });
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1), patience);
  const before = told(world).length;
  vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000);
  await world.openTab();
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.waitFor(async () => expect(await kept()).toEqual([]), patience);
  expect(told(world)).toHaveLength(before);
});

test('if another person logs in meanwhile, the first one’s logout continues and the second stays logged in', async () => {
  const world = sessionWorld();
  const tab = await world.signedInTab();
  world.platform.on(logout, () => new Lost());
  tab.session.send({ type: 'logout.requested' });
  await aMoment();
  await world.signIn(tab, '8');
  world.platform.usually(logout);
  tab.window.dispatchEvent(new Event('online'));
  await aMoment();
  expect(new Set(told(world))).toEqual(new Set(['access-7-1']));
  expect(tab.access()).toBe('access-8-2');
});

test('when two tabs log in together, one sign-in stays and the other is ended at the platform', async () => {
  const world = sessionWorld();
  const [one, two] = [await world.openTab({ path: '/login' }), await world.openTab({ path: '/login' })];
  // The second tab does not yet see the first one's write to storage.
  const { getItem } = two.window.localStorage;
  two.window.localStorage.getItem = () => null;
  const signingIn = [world.signIn(one, '7'), world.signIn(two, '7')];
  two.window.localStorage.getItem = getItem;
  await Promise.all(signingIn);
  await vi.advanceTimersByTimeAsync(2_000);
  const goesOn = world.browser.local.get('ACCESS_TOKEN');
  const lost = goesOn === 'access-7-1' ? 'access-7-2' : 'access-7-1';
  expect(told(world)).toEqual([lost]);
  expect((await one.api.getQualification({})).ok && (await two.api.getQualification({})).ok).toBe(true);
});

test('a sign-in answered after its form has closed is ended at the platform', async () => {
  const world = sessionWorld();
  const [one, two] = [await world.openTab({ path: '/login' }), await world.openTab({ path: '/login' })];
  const release = world.platform.hold(login);
  const { createActor } = await import('xstate');
  const form = createActor(one.entrance.machines(signInMachines).signIn).start();
  await vi.waitFor(() => expect(form.getSnapshot().matches('entering')).toBe(true), patience);
  const credentials = { kind: 'password', username: '7', password: 'x', remember: null, recalled: false } as const;
  form.send({ type: 'credentials.submitted', credentials });
  await vi.waitFor(() => expect(world.platform.calls(login)).toHaveLength(1), patience);
  await world.signIn(two, '7');
  await one.until((s) => s.matches('active'));
  form.stop();
  release();
  await vi.waitFor(() => expect(told(world)).toEqual(['access-7-2']), patience);
  expect(one.access()).toBe('access-7-1');
});

test('a dropped session is ended at the platform once that can be reached', async () => {
  const world = sessionWorld();
  const tab = await world.signedInTab();
  world.platform.on('/doctor/auth/refresh-token', () => new Lost());
  world.platform.on(logout, () => new Lost());
  tab.session.send({ type: 'session.revoked' });
  await tab.until((s) => s.hasTag('dialog'));
  tab.session.send({ type: 'expiry.confirmed' });
  await vi.waitFor(() => expect(tab.visited).toEqual(['/login?why=expired', 'reload']), patience);
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1), patience);
});

test('a note that could not be stored when the person logged out is stored at a later attempt', async () => {
  const stored: string[] = [];
  const storage = {
    keep: async ({ id }: { id: string }) => {
      stored.push(id);
      return id;
    },
    remove: async () => undefined,
    all: async () => [],
  };
  let isLoaded = false;
  let again = () => {};
  const logouts = createPendingLogouts({
    http: { post: async () => ({ kind: 'lost', why: 'network' }) as never },
    // The code of the storage did not load through the line that is down.
    notes: async () => (isLoaded ? storage : null),
    link: (restored) => {
      again = restored;
      return () => {};
    },
  });
  await logouts.end('access', '1');
  await vi.waitFor(() => expect(logouts.state$.value).toBe('waiting'));
  expect(stored).toEqual([]);
  isLoaded = true;
  again();
  await vi.waitFor(() => expect(stored).toHaveLength(1));
  again();
  await aMoment();
  expect(stored).toHaveLength(1);
});

/** Logouts through a line that is down, with a storage that answers when `store` is called. */
function slowStorage() {
  let store = (_id: string) => {};
  const storing = new Promise<string>((resolve) => {
    store = resolve;
  });
  const logouts = createPendingLogouts({
    http: { post: async () => ({ kind: 'lost', why: 'network' }) as never },
    notes: async () => ({ keep: () => storing, remove: async () => undefined, all: async () => [] }),
    link: () => () => {},
  });
  void logouts.end('access', '1');
  return { logouts, store };
}

test('a logout is said to wait for the platform once its note is stored', async () => {
  const { logouts, store } = slowStorage();
  await aMoment();
  expect(logouts.state$.value).toBe('none');
  store('note');
  await aMoment();
  expect(logouts.state$.value).toBe('waiting');
});

test('a storage that never answers keeps nobody from hearing that a logout waits', async () => {
  const { logouts } = slowStorage();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(logouts.state$.value).toBe('waiting');
});

test('the code of the notes is asked for after the action of the session that logs out, not within it', async () => {
  const asked: string[] = [];
  const logouts = createPendingLogouts({
    http: { post: () => new Promise(() => {}) },
    notes: async () => {
      asked.push('notes');
      return null;
    },
    link: () => () => {},
  });
  const ended = logouts.end('access-7-1', '1');
  expect(asked).toEqual([]);
  await ended;
  expect(asked).toEqual(['notes']);
});
