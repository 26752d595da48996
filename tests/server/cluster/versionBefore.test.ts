import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { logout } from '../../../contract/http/auth.ts';
import { loginSession } from '../../../server/db/schema/sessions.ts';
import { rooms } from '../../../server/im/rooms.ts';
import { listen } from '../../../server/listen.ts';
import { createMemoryBus } from '../../support/memoryBus.ts';
import { openServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A platform whose cluster also has a process of the version before, which calls the hospital `tenantId`. */
async function withProcessBefore() {
  const { join } = createMemoryBus();
  const [link, before] = [await join(), await join()];
  const platform = await openServedPlatform({}, { link });
  const url = await listen(platform.app, { port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await platform.close();
    await before.close();
    await link.close();
  });
  return { platform, before, url };
}

test('a session that a process of the version before has ended is disconnected here', async () => {
  const { platform, before, url } = await withProcessBefore();
  const { accessToken: token } = await platform.signIn('ann');
  const socket = io(url, {
    path: '/infra/im',
    transports: ['websocket'],
    forceNew: true,
    auth: { token, tenantId: '1' },
  });
  onTestFinished(() => void socket.disconnect());
  await new Promise<void>((connected) => socket.once('connect', connected));
  const [session] = await platform.db.select().from(loginSession);
  const revoked = { type: 'session.revoked', userType: 2, userId: platform.people.ann.id, reason: 'ended' };
  before.send('event', { ...revoked, sessionIds: [session?.id], tenantId: '1', eventId: '1', at: 0 });
  await expect.poll(() => socket.connected).toBe(false);
});

test('a process of the version before reads the hospital of an event under the name that it knows', async () => {
  const { platform, before } = await withProcessBefore();
  const heard: { type: string; tenantId?: string }[] = [];
  before.on<(typeof heard)[number]>('event', (event) => heard.push(event));
  const { accessToken: token } = await platform.signIn('ann');
  await platform.call(logout, {}, { token });
  await expect.poll(() => heard.find(({ type }) => type === 'session.revoked')).toMatchObject({ tenantId: '1' });
});

test('processes of two versions know a room by one name', () => {
  expect(rooms.person('1', 'staff', '5')).toBe('tenant:1:staff:5');
  expect(rooms.side('1', '7', 2)).toBe('tenant:1:conversation:7:2');
});
