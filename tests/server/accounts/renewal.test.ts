import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { login, logout, refreshToken } from '../../../contract/http/auth.ts';
import { getDoctorInfo } from '../../../contract/http/whoami.ts';
import { removeExpiredSessions } from '../../../server/accounts/sessions.ts';
import {
  accessToken,
  idempotencyKey,
  loginSession,
  refreshToken as refreshRow,
} from '../../../server/db/schema/sessions.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { type Answered, openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

type Issued = Awaited<ReturnType<ServedPlatform['signIn']>>;

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());

const renew = (token: string, hospitalId = '1') =>
  platform.call<Issued>(refreshToken, { refreshToken: token }, { hospitalId });
const codeWith = async (token: string) => (await platform.call(getDoctorInfo, {}, { token })).code;
const later = (ms: number) => {
  platform.clock.now += ms;
};
const minute = 60_000;
const unknown = { code: 400, msg: 'Invalid refresh token', data: null };

test('a session is renewed with a new pair of valid tokens', async () => {
  const first = await platform.signIn();
  expect(first.expiresTime - platform.clock.now).toBe(30 * minute);
  later(20 * minute);
  const { code, data: second } = await renew(first.refreshToken);
  expect(code).toBe(200);
  expect(second).toMatchObject({ userId: first.userId, expiresTime: platform.clock.now + 30 * minute });
  expect(new Set([first.accessToken, first.refreshToken, second.accessToken, second.refreshToken]).size).toBe(4);
  expect(await codeWith(second.accessToken)).toBe(200);
});

test('five renewals at once with one token rotate it once and get the same successor', async () => {
  const first = await platform.signIn();
  const answers = await Promise.all(Array.from({ length: 5 }, () => renew(first.refreshToken)));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
});

test('the old access token stays valid for 30 seconds after a renewal', async () => {
  const first = await platform.signIn();
  await renew(first.refreshToken);
  later(29_000);
  expect(await codeWith(first.accessToken)).toBe(200);
  later(2_000);
  expect(await codeWith(first.accessToken)).toBe(401);
});

test('within 120 seconds a used refresh token gets the same successor: the first answer may be lost', async () => {
  const first = await platform.signIn();
  const { data: second } = await renew(first.refreshToken);
  later(119_000);
  expect((await renew(first.refreshToken)).data).toEqual(second);
});

test('a refresh token reused after the grace period ends the whole session, with its successor', async () => {
  const first = await platform.signIn();
  const { data: second } = await renew(first.refreshToken);
  later(121_000);
  expect(await renew(first.refreshToken)).toEqual(unknown);
  expect(await codeWith(second.accessToken)).toBe(401);
  expect(await renew(second.refreshToken)).toEqual(unknown);
  expect(platform.logged.join()).toContain('presented again');
});

test('a chain of renewals ends 30 days after the sign-in', async () => {
  const first = await platform.signIn();
  later(29 * 24 * 60 * minute);
  const { data: second } = await renew(first.refreshToken);
  later(24 * 60 * minute);
  expect(await renew(second.refreshToken)).toEqual({ code: 401, msg: 'Refresh token has expired', data: null });
});

test('neither kind of token can be used as the other', async () => {
  const { accessToken: access, refreshToken: refresh } = await platform.signIn();
  expect(await codeWith(refresh)).toBe(401);
  expect(await renew(access)).toEqual(unknown);
});

test('a refresh token is unknown in another hospital, and stays valid in its own', async () => {
  const { refreshToken: refresh } = await platform.signIn();
  expect(await renew(refresh, '2')).toEqual(unknown);
  expect((await renew(refresh)).code).toBe(200);
});

test.each(['', 'x', "' or 1=1 --", 'A'.repeat(200)])(
  'the refresh token %j is refused without a fault',
  async (token) => {
    expect(await renew(token)).toEqual(unknown);
  },
);

test('the token is also accepted in the query, as the specification has it, and never appears in the log', async () => {
  const { refreshToken: refresh } = await platform.signIn();
  const reply = await platform.app.inject({
    method: 'POST',
    url: `/api/doctor/auth/refresh-token?refreshToken=${refresh}`,
    headers: { 'tenant-id': '1', 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(reply.json<Answered>().code).toBe(200);
  expect(platform.logged.join()).toContain('/api/doctor/auth/refresh-token');
  expect(platform.logged.join()).not.toContain(refresh);
});

test('only hashes of tokens are stored', async () => {
  const issued = await platform.signIn();
  const kept = JSON.stringify([
    await platform.db.select().from(accessToken),
    await platform.db.select().from(refreshRow),
  ]);
  expect(kept).not.toContain(issued.accessToken);
  expect(kept).not.toContain(issued.refreshToken);
});

test('an answer with tokens is never stored, whatever idempotency key the request has', async () => {
  const issued = await platform.signIn();
  const again = await platform.call<{ accessToken: string }>(
    login,
    { username: 'ann', password },
    { token: issued.accessToken, ip: '10.77.0.1', headers: { 'idempotency-key': crypto.randomUUID() } },
  );
  const kept = JSON.stringify(await platform.db.select().from(idempotencyKey));
  expect(kept).not.toContain(again.data.accessToken);
});

test('signing out ends access, renewal and sockets, and succeeds again with the invalid token', async () => {
  const issued = await platform.signIn();
  const heard: unknown[] = [];
  const stop = platform.bus.subscribe((event) => heard.push(event));
  expect(await codeWith(issued.accessToken)).toBe(200);
  expect((await platform.call(logout, {}, { token: issued.accessToken })).data).toBe(true);
  stop();
  // The person's other devices load their list of sign-ins again, after this one is cut off.
  expect(heard).toMatchObject([
    { type: 'session.revoked', userId: issued.userId, reason: 'signed out' },
    { type: 'own.changed', staffIds: [issued.userId], part: 'sessions' },
  ]);
  expect(await codeWith(issued.accessToken)).toBe(401);
  expect(await renew(issued.refreshToken)).toEqual(unknown);
  expect((await platform.call(logout, {}, { token: issued.accessToken })).data).toBe(true);
});

test('a logout that is days late, with an expired token, still ends its session', async () => {
  const issued = await platform.signIn();
  later(3 * 24 * 60 * minute);
  await removeExpiredSessions(platform.db, platform.clock.now);
  expect((await platform.call(logout, {}, { token: issued.accessToken })).data).toBe(true);
  expect(await renew(issued.refreshToken)).toEqual(unknown);
  const recorded = and(eq(auditTrail.time, platform.clock.now), eq(auditTrail.userId, issued.userId));
  const rows = await platform.db.select().from(auditTrail).where(recorded);
  expect(rows).toMatchObject([{ action: 'cancel', outcome: 'ok' }]);
});

test('every token of a disabled doctor is invalid within three seconds', async () => {
  const { staff } = await import('../../../server/db/schema/staff.ts');
  const issued = await platform.signIn('bob');
  expect(await codeWith(issued.accessToken)).toBe(200);
  await platform.db.update(staff).set({ disabled: true }).where(eq(staff.id, platform.people.bob.id));
  later(3_001);
  expect(await codeWith(issued.accessToken)).toBe(401);
  expect((await renew(issued.refreshToken)).code).toBe(400);
  await platform.db.update(staff).set({ disabled: false }).where(eq(staff.id, platform.people.bob.id));
});

test('sessions are independent: ending one leaves the others', async () => {
  const [phone, computer] = [await platform.signIn(), await platform.signIn()];
  await platform.call(logout, {}, { token: phone.accessToken });
  expect(await codeWith(computer.accessToken)).toBe(200);
  const sessions = await platform.db.select().from(loginSession).where(eq(loginSession.userId, phone.userId));
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length);
});
