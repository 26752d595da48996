import { afterEach, expect, test, vi } from 'vitest';
import { sessionWorld } from '../support/sessionWorld.ts';

afterEach(() => vi.restoreAllMocks());

const refuse = () => {
  throw new DOMException('no', 'SecurityError');
};

/** A browser whose web storage and databases throw whenever they are read. */
function unreadable() {
  const world = sessionWorld();
  const storage = Object.getPrototypeOf(world.browser.tab().window.localStorage);
  vi.spyOn(storage, 'getItem').mockImplementation(refuse);
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(refuse);
  return world;
}

test('a browser that gives nothing back opens the sign-in, and keeps a session while the page is open', async () => {
  const { openTab, signIn, platform } = unreadable();
  const tab = await openTab({ path: '/login' });
  expect(tab.state().hasTag('signedIn')).toBe(false);
  await signIn(tab, '7');
  expect((await tab.api.getQualification({})).ok).toBe(true);
  platform.expireAccess();
  expect((await tab.api.getQualification({})).ok).toBe(true);
  expect(platform.refreshes()).toBe(1);
});

test('a person signs out of a browser that gives nothing back', async () => {
  const { signedInTab, platform } = unreadable();
  const tab = await signedInTab();
  tab.session.send({ type: 'logout.requested' });
  await tab.until((s) => !s.hasTag('signedIn'));
  expect(tab.access()).toBeNull();
  await vi.waitFor(() => expect(platform.calls('/doctor/auth/logout')).toHaveLength(1));
});
