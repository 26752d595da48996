import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { findTrailPatients, searchTrail, type TrailPatient, type TrailRow } from '../../../contract/extension/trail.ts';
import { UserType } from '../../../server/accounts/caller.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { patient } from '../../../server/db/schema/patients.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { type Actor, appendTrail, type TrailEntry } from '../../../server/trail/trail.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

type Page = { list: TrailRow[]; next: string | null };

let platform: ServedPlatform;
let administrator: string;
let orderId: string;
let foreignPatient: string;
const day = { from: Date.UTC(2026, 4, 1), to: Date.UTC(2026, 4, 2) };
const at = day.from + 1_000;

beforeAll(async () => {
  platform = await openServedPlatform();
  const { db, people, ill, uow } = platform;
  await db.update(staff).set({ isAdministrator: true }).where(eq(staff.id, people.bob.id));
  administrator = (await platform.signIn('bob')).accessToken;
  const waiting = { orderNo: 'C77', consultType: 1, patientId: ill.id, status: OrderStatus.awaiting };
  const times = { createTime: at, updateTime: at };
  orderId = (await hospitalStore(db, '1').add(consultOrder, { ...waiting, ...times })).id;
  const mine = { name: '患者', mobile: '13900000001', createTime: at };
  foreignPatient = (await hospitalStore(db, '2').add(patient, mine)).id;

  const ann: Actor = {
    ...{ userType: UserType.staff, userId: people.ann.id, ip: '10.0.0.9', requestId: 'r', device: 'Firefox 140 #1' },
  };
  const read: TrailEntry = {
    ...{ action: 'read', entity: 'order', entityId: orderId, patientId: ill.id, outcome: 'ok' },
    purpose: `order:${orderId}`,
  };
  const append = (hospitalId: string, by: Actor, entry: TrailEntry) =>
    uow.run(hospitalId, (tx) => appendTrail(tx, by, at, entry));
  await append('1', ann, read);
  await append('1', { ...ann, userType: UserType.patient, userId: ill.id }, { ...read, action: 'create' });
  await append('1', { ...ann, userType: null, userId: null, ip: null }, { ...read, action: 'cancel' });
  await append('1', ann, { ...read, entity: 'staff', entityId: people.eve.id, patientId: null, purpose: null });
  await append('1', ann, {
    ...read,
    action: 'list',
    entityId: null,
    patientId: null,
    purpose: null,
    patientIds: [ill.id],
  });
  await append('2', { ...ann, userId: people.zoe.id }, { ...read, patientId: foreignPatient });
});
afterAll(() => platform?.close());

const search = (query: object = {}, token = administrator) =>
  platform.call<Page>(searchTrail, { ...day, ...query } as Record<string, unknown>, { token });

test('only an administrator searches the trail and its patients', async () => {
  for (const username of ['ann', 'eve']) {
    const { accessToken: token } = await platform.signIn(username);
    expect((await search({}, token)).code).toBe(403);
    expect((await platform.call(findTrailPatients, { keyword: '患者' }, { token })).code).toBe(403);
  }
});

test('a row says who did what about whom, from where and with which outcome', async () => {
  const { list } = (await search()).data;
  expect(list).toHaveLength(5);
  const byAnn = { kind: 'staff', name: 'Dr ann' };
  expect(list.toReversed()).toMatchObject([
    {
      ...{ time: at, by: byAnn, action: 'read', entity: 'order', about: 'C77', patient: '患*', outcome: 'ok' },
      ...{ ip: '10.0.0.9', device: 'Firefox 140 #1' },
    },
    { by: { kind: 'patient', name: '患*' }, action: 'create' },
    { by: { kind: 'platform', name: '' }, action: 'cancel' },
    { entity: 'staff', about: 'Dr eve', patient: null },
    { action: 'list', about: '', patient: null, listed: 1 },
  ]);
});

test('rows are found by person, patient, kind and the number of a consultation', async () => {
  const actions = async (query: object) => (await search(query)).data.list.map(({ action }) => action).sort();
  expect(await actions({ staffId: platform.people.ann.id })).toEqual(['list', 'read', 'read']);
  expect(await actions({ patientId: platform.ill.id })).toEqual(['cancel', 'create', 'list', 'read']);
  expect(await actions({ kind: 'record' })).toEqual(['cancel', 'create']);
  expect(await actions({ number: ' C77 ' })).toEqual(['cancel', 'create', 'read']);
});

test('rows of another hospital are never found', async () => {
  expect((await search({ staffId: platform.people.zoe.id })).data.list).toEqual([]);
  expect((await search({ patientId: foreignPatient })).data.list).toEqual([]);
});

test('a number that no consultation or prescription has is refused with what to do', async () => {
  expect(await search({ number: 'C78' })).toMatchObject({ code: 404, msg: expect.stringMatching(/number\. Check it/) });
});

test('a search is on the trail, with the patients whom it showed', async () => {
  const rowsOf = async (query: object) => {
    await search(query);
    return platform.db.select().from(auditTrail).where(eq(auditTrail.entity, 'trailSearch')).orderBy(auditTrail.id);
  };
  expect((await rowsOf({ number: 'C77' })).at(-1)).toMatchObject({
    ...{ action: 'list', kind: 'read', outcome: 'ok', tenantId: '1', userId: platform.people.bob.id },
    ...{ patientId: null, patientIds: [platform.ill.id], detail: { purposes: [`order:${orderId}`] } },
  });
  expect((await rowsOf({ patientId: platform.ill.id })).at(-1)?.patientId).toBe(platform.ill.id);
  expect((await rowsOf({ patientId: foreignPatient })).at(-1)?.patientId).toBeNull();
});

test('a patient is found by the whole name, mobile number or id, with masked data and on the trail', async () => {
  const find = async (keyword: string) =>
    (await platform.call<TrailPatient[]>(findTrailPatients, { keyword }, { token: administrator })).data;
  const found = [{ id: platform.ill.id, name: '患*', mobile: '139****0001', birthYear: '' }];
  for (const keyword of ['患者', '13900000001', platform.ill.id]) expect(await find(keyword)).toEqual(found);
  expect(await find('患')).toEqual([]);
  const rows = await platform.db.select().from(auditTrail).where(eq(auditTrail.entity, 'patient'));
  expect(rows).toContainEqual(expect.objectContaining({ patientIds: [platform.ill.id], action: 'list' }));
});
