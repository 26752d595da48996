import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import {
  endStaffSession,
  type LiveFigures,
  liveOperations,
  type StaffSession,
  staffSessions,
} from '../../../contract/extension/operations.ts';
import { listSessions } from '../../../contract/extension/sessions.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { serviceHoursFrom } from '../../../server/hospitals/dayParts.ts';
import { readQueues } from '../../../server/observe/queues.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let platform: ServedPlatform;
let administrator: string;
beforeAll(async () => {
  platform = await openServedPlatform();
  await platform.db.update(staff).set({ isAdministrator: true }).where(eq(staff.id, platform.people.bob.id));
  administrator = (await platform.signIn('bob')).accessToken;
});
afterAll(() => platform?.close());

const asked = <T>(operation: typeof liveOperations | typeof staffSessions, token = administrator) =>
  platform.call<T>(operation, {}, { token });

test('only an administrator sees the figures and sessions', async () => {
  for (const username of ['ann', 'eve']) {
    const { accessToken } = await platform.signIn(username);
    for (const operation of [liveOperations, staffSessions])
      expect((await asked(operation, accessToken)).code).toBe(403);
    expect((await platform.call(endStaffSession, { id: '1' }, { token: accessToken })).code).toBe(403);
  }
});

test('the figures are those of the own hospital', async () => {
  const waiting = { orderNo: 'C1', consultType: 1, patientId: platform.ill.id, status: OrderStatus.awaiting };
  const at = platform.clock.now - 90_000;
  await platform.uow.run(
    '1',
    async (tx) => void (await tx.add(consultOrder, { ...waiting, createTime: at, updateTime: at })),
  );
  const { accessToken } = await platform.signIn('ann', '2');
  await platform.call(listSessions, {}, { token: accessToken, hospitalId: '2' });
  const { data } = await asked<LiveFigures>(liveOperations);
  expect(data).toMatchObject({
    orders: { length: 1, oldestSeconds: 90 },
    reviews: { length: 0 },
    sockets: { doctor: 0, auditor: 0, administrator: 0, patient: 0 },
    failing: [],
  });
  const groups = data.calls.groups.map(({ group }) => group);
  expect(groups).toContain('doctor/auth');
  expect(groups).not.toContain('doctor/session');
});

test('the alarm for waits counts only service hours, whereas the age of a wait counts all', async () => {
  const hours = serviceHoursFrom(undefined);
  const at = Date.parse('2026-05-07T07:00:00+08:00');
  const paid = at - 10 * 3_600_000;
  const waits = { consultType: 1, patientId: platform.ill.id, status: OrderStatus.awaiting, createTime: paid };
  const before = await readQueues(platform.db, at, '2', () => hours);
  expect(before.orders).toEqual({ length: 0, oldestSeconds: 0, servedSeconds: 0 });
  await platform.uow.run(
    '2',
    async (tx) => void (await tx.add(consultOrder, { ...waits, orderNo: 'C9', updateTime: paid })),
  );
  const { orders } = await readQueues(platform.db, at, '2', () => hours);
  expect(orders).toEqual({ length: 1, oldestSeconds: 36_000, servedSeconds: 3_600 });
});

test('an administrator ends a session of the own staff at once, which is on the trail', async () => {
  const { accessToken } = await platform.signIn('ann');
  await platform.signIn('ann', '2');
  const { data: sessions } = await asked<StaffSession[]>(staffSessions);
  expect(new Set(sessions.map(({ staff: { id } }) => id))).not.toContain(platform.people.zoe.id);
  const [own] = sessions.filter(({ current }) => current);
  expect(own?.staff).toMatchObject({ username: 'bob', role: 'administrator' });
  const [last] = sessions
    .filter((one) => one.staff.id === platform.people.ann.id)
    .toSorted((a, b) => Number(b.id) - Number(a.id));
  expect(await platform.call(endStaffSession, { id: last?.id ?? '' }, { token: administrator })).toMatchObject({
    code: 200,
  });
  expect((await platform.call(listSessions, {}, { token: accessToken })).code).toBe(401);
  const rows = await platform.db
    .select()
    .from(auditTrail)
    .where(eq(auditTrail.entityId, last?.id ?? ''));
  expect(rows).toContainEqual(
    expect.objectContaining({ action: 'cancel', entity: 'session', userId: platform.people.bob.id, outcome: 'ok' }),
  );
});

test('the sessions of one member of the staff are listed alone, and of another hospital none', async () => {
  await platform.signIn('ann');
  const of = async (staffId: string) =>
    (await platform.call<StaffSession[]>(staffSessions, { staffId }, { token: administrator })).data;
  const { ann, zoe } = platform.people;
  expect(new Set((await of(ann.id)).map(({ staff: { id } }) => id))).toEqual(new Set([ann.id]));
  await platform.signIn('ann', '2');
  expect(await of(zoe.id)).toEqual([]);
});

test('a session of another hospital is answered like one that does not exist', async () => {
  const { accessToken } = await platform.signIn('ann', '2');
  const { data } = await platform.call<{ id: string }[]>(listSessions, {}, { token: accessToken, hospitalId: '2' });
  const foreign = await platform.call(endStaffSession, { id: data[0]?.id ?? '' }, { token: administrator });
  const unknown = await platform.call(endStaffSession, { id: '999999' }, { token: administrator });
  expect([foreign.code, foreign]).toEqual([404, unknown]);
});
