import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type OpenSession,
  recentSignIns,
  type SignIn,
} from '../../../contract/extension/sessions.ts';
import { login, logout, refreshToken } from '../../../contract/http/auth.ts';
import { getDoctorInfo } from '../../../contract/http/whoami.ts';
import { loginSession } from '../../../server/db/schema/sessions.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

const minute = 60_000;
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

let platform: ServedPlatform;
let mine: string;
let other: string;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());

const enter = async (ip: string, username = 'ann') =>
  (
    await platform.call<{ accessToken: string; refreshToken: string }>(
      login,
      { username, password },
      { ip, headers: { 'user-agent': chrome } },
    )
  ).data;
const open = async (token: string) => (await platform.call<OpenSession[]>(listSessions, {}, { token })).data;
const signIns = async (token: string) => (await platform.call<SignIn[]>(recentSignIns, {}, { token })).data;
const codeWith = async (token: string) => (await platform.call(getDoctorInfo, {}, { token })).code;
const elsewhere = async (token: string) => (await open(token)).find(({ current }) => !current)?.id ?? '';

beforeEach(async () => {
  await platform.db.delete(loginSession);
  platform.clock.now += 24 * 60 * minute;
  mine = (await enter('10.0.0.1')).accessToken;
  platform.clock.now += minute;
  other = (await enter('10.0.0.2')).accessToken;
});

test('the list names device, address, sign-in and last use of each session, this one first', async () => {
  const device = { browser: 'Chrome 141', system: 'Windows', kind: 'desktop' };
  expect(await open(mine)).toEqual([
    {
      id: expect.any(String),
      device,
      ip: '10.0.0.1',
      signInTime: platform.clock.now - minute,
      lastTime: platform.clock.now,
      current: true,
    },
    {
      id: expect.any(String),
      device,
      ip: '10.0.0.2',
      signInTime: platform.clock.now,
      lastTime: platform.clock.now,
      current: false,
    },
  ]);
});

test('a renewal is the last use of another session', async () => {
  const third = await enter('10.0.0.3');
  platform.clock.now += 20 * minute;
  await platform.call(refreshToken, { refreshToken: third.refreshToken });
  const renewedAt = platform.clock.now;
  platform.clock.now += minute;
  const found = (await open(mine)).find(({ ip }) => ip === '10.0.0.3');
  expect(found).toMatchObject({ signInTime: renewedAt - 20 * minute, lastTime: renewedAt });
});

test('an ended session is refused at once, leaves the list and is on the trail; its sockets are told', async () => {
  const told: unknown[] = [];
  const unsubscribe = platform.bus.subscribe((event) => {
    if (event.type === 'session.revoked') told.push(...event.sessionIds);
  });
  const id = await elsewhere(mine);
  expect(await codeWith(other)).toBe(200);
  expect(await platform.call(endSession, { id }, { token: mine })).toMatchObject({ code: 200, data: true });
  unsubscribe();
  expect(told).toEqual([id]);
  expect(await codeWith(other)).toBe(Code.unauthorised);
  expect((await open(mine)).map(({ current }) => current)).toEqual([true]);
  const rows = await platform.db
    .select()
    .from(auditTrail)
    .where(and(eq(auditTrail.entity, 'session'), eq(auditTrail.entityId, id), eq(auditTrail.action, 'cancel')));
  expect(rows).toMatchObject([{ outcome: 'ok', userId: platform.people.ann.id }]);
  expect(await platform.call(endSession, { id }, { token: mine }), 'ending it again').toMatchObject({ code: 200 });
});

test('a session of somebody else cannot be ended, and the attempt is on the trail', async () => {
  const bob = (await enter('10.0.0.9', 'bob')).accessToken;
  const [{ id } = { id: '' }] = await open(bob);
  expect(await platform.call(endSession, { id }, { token: mine })).toMatchObject({ code: Code.notFound });
  expect(await codeWith(bob)).toBe(200);
  const tried = and(eq(auditTrail.entityId, id), eq(auditTrail.outcome, 'refused'));
  expect(await platform.db.select().from(auditTrail).where(tried)).toHaveLength(1);
});

test('ending all others keeps this session and those of other people', async () => {
  const bob = (await enter('10.0.0.9', 'bob')).accessToken;
  await enter('10.0.0.3');
  expect(await platform.call(endOtherSessions, {}, { token: mine })).toMatchObject({ code: 200, data: { ended: 2 } });
  expect([await codeWith(mine), await codeWith(other), await codeWith(bob)]).toEqual([200, 401, 200]);
  expect(await platform.call(endOtherSessions, {}, { token: mine })).toMatchObject({ data: { ended: 0 } });
});

test('recent sign-ins say how each ended, and show refused attempts at this account only', async () => {
  const guess = (username: string) =>
    platform.call(login, { username, password: 'a wrong password' }, { ip: '10.0.0.66' });
  platform.clock.now += minute;
  await guess('ann');
  await guess('bob');
  platform.clock.now += minute;
  await platform.call(logout, {}, { token: other });
  const [refused, second, first, ...rest] = await signIns(mine);
  expect(refused).toMatchObject({ outcome: 'refused', ip: '10.0.0.66', device: null });
  expect(second).toMatchObject({ outcome: 'ok', ip: '10.0.0.2', end: 'signedOut', endTime: platform.clock.now });
  expect(first).toMatchObject({ outcome: 'ok', ip: '10.0.0.1', end: null, endTime: null });
  expect(rest.filter(({ outcome }) => outcome === 'ok')).toEqual([]);
});

test('reviewers have the same calls', async () => {
  const reviewer = (await enter('10.0.0.5', 'eve')).accessToken;
  expect(await open(reviewer)).toMatchObject([{ current: true }]);
  expect(await signIns(reviewer)).toHaveLength(1);
});
