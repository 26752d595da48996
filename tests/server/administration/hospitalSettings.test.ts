import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import type { DutyState } from '../../../contract/extension/duty.ts';
import { getHospital, type HospitalProfile, updateHospital } from '../../../contract/extension/hospital.ts';
import type { HospitalSettingChange } from '../../../contract/extension/hospitalSettings.ts';
import { getTenantByWebsite } from '../../../contract/http/tenant.ts';
import { changeDuty } from '../../../server/accounts/duty.ts';
import { prescribesDuringReview } from '../../../server/accounts/qualificationQueries.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { schedule, scheduleDay } from '../../../server/db/schema/schedules.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { consultSettings } from '../../../server/orders/consultSettings.ts';
import { readHours } from '../../../server/schedules/queries.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
let token = '';
const here = () => hospitalStore(platform.db, '1');
beforeAll(async () => {
  platform = await openServedPlatform({});
  await here().change(staff, { isAdministrator: true, isAuditor: false }, eq(staff.id, platform.people.eve.id));
  token = (await platform.signIn('eve')).accessToken;
}, 60_000);
afterAll(() => platform?.close());

const isHere = () => eq(tenant.id, '1');
const stored = async () => (await platform.db.select().from(tenant).where(isHere()))[0]?.settings;
beforeEach(() =>
  platform.db
    .update(tenant)
    .set({ settings: { idleLockMin: 20 } })
    .where(isHere()),
);

const seen = async () => (await platform.call<HospitalProfile>(getHospital, {}, { token })).data;
/** Changes settings as an administrator who saw the hospital as it is now, or in an earlier state. */
async function change(settings: HospitalSettingChange, of?: HospitalProfile, language = 'en') {
  const { version, name, nameEn, contact, logo } = of ?? (await seen());
  const request = { version, name, nameEn, contact, logo, settings };
  return platform.call(updateHospital, request, { token, language });
}
const hours = (more: object = {}) => ({
  morning: { from: 480, to: 720 },
  afternoon: { from: 780, to: 1080 },
  evening: { from: 1080, to: 1440 },
  ...more,
});

test('a hospital that has decided nothing has the defaults', async () => {
  await platform.db.update(tenant).set({ settings: {} }).where(isHere());
  expect((await seen()).settings).toMatchObject({
    idleLockMin: 30,
    scheduleHours: { morning: { from: 480, to: 720 }, evening: { from: 1080, to: 1320 } },
    overdueMin: 10,
    prices: { 1: 2_000 },
    auditorsReadMessages: false,
    prescribesDuringReview: true,
  });
});

test('each setting holds at once for what reads it, and all others stay', async () => {
  await platform.db
    .update(tenant)
    .set({ settings: { idleLockMin: 20, clinical: { maxDrugs: 2 }, reviews: { other: 1 }, demonstration: true } })
    .where(isHere());
  const all = { idleLockMin: 5, scheduleHours: hours(), overdueMin: 7, prices: { 2: 9_900 } };
  expect(await change({ ...all, auditorsReadMessages: true, prescribesDuringReview: false })).toMatchObject({
    code: 200,
  });
  const { data } = await platform.call(getTenantByWebsite, { website: 'first.example' }, { hospitalId: null });
  expect(data).toMatchObject({ idleLockMin: 5 });
  expect(await readHours(here())).toEqual(hours());
  expect(await consultSettings(here())).toMatchObject({
    overdueMin: 7,
    maxActive: 20,
    prices: { 1: 2_000, 2: 9_900, 3: 8_000 },
  });
  expect(await prescribesDuringReview(here())).toBe(false);
  expect(await stored()).toMatchObject({
    clinical: { maxDrugs: 2 },
    reviews: { other: 1, messages: true },
    demonstration: true,
  });
});

test('a change of one limit stores it alone; what the operator stored stays, beside an invalid value', async () => {
  const consult = { maxOpenOrders: 'many', maxActive: 50, other: 1 };
  await platform.db.update(tenant).set({ settings: { consult } }).where(isHere());
  expect(await change({ overdueMin: 7 })).toMatchObject({ code: 200 });
  expect(await stored()).toEqual({ consult: { ...consult, overdueMin: 7 } });
  expect(await consultSettings(here())).toMatchObject({ overdueMin: 7, maxActive: 50, maxOpenOrders: 3 });
  const { settingHistory } = await seen();
  expect(settingHistory[0]?.changes).toEqual([{ setting: 'overdueMin', before: 10, after: 7 }]);
});

test('a change leaves the old and the new value on the trail and in the history', async () => {
  await change({ idleLockMin: 15, scheduleHours: hours({ morning: { from: 510, to: 720 } }) });
  const changes = [
    { setting: 'idleLockMin', before: 20, after: 15 },
    { setting: 'scheduleHours.morning.from', before: 480, after: 510 },
    { setting: 'scheduleHours.afternoon.from', before: 720, after: 780 },
    { setting: 'scheduleHours.evening.to', before: 1320, after: 1440 },
  ];
  const { settingHistory, version } = await seen();
  expect(settingHistory[0]).toEqual({ version, time: platform.clock.now, by: 'Dr eve', changes });
  const rows = await here().rows(auditTrail, eq(auditTrail.entity, 'hospital'), eq(auditTrail.outcome, 'ok'));
  expect(rows.at(-1)).toMatchObject({ userId: platform.people.eve.id, detail: { settings: changes } });
});

test('a change of the name is none of the settings', async () => {
  const { settingHistory, ...before } = await seen();
  await change({});
  await change({ idleLockMin: 20 });
  expect((await seen()).settingHistory).toEqual(settingHistory);
  expect((await seen()).settings).toEqual(before.settings);
});

test('of two changes of one version the second is refused', async () => {
  const before = await seen();
  expect(await change({ idleLockMin: 10 }, before)).toMatchObject({ code: 200 });
  expect(await change({ maxActive: 5 }, before)).toMatchObject({ code: Code.administrationChanged });
  expect((await seen()).settings).toMatchObject({ idleLockMin: 10, maxActive: 20 });
});

test.each<[string, HospitalSettingChange]>([
  ['idleLockMin', { idleLockMin: 0 }],
  ['idleLockMin', { idleLockMin: 121 }],
  ['scheduleHours', { scheduleHours: hours({ evening: { from: 1080, to: 1441 } }) }],
  ['overdueMin', { overdueMin: 0 }],
  ['awaitingMin', { awaitingMin: 10_081 }],
  ['durationMin', { durationMin: 4 }],
  ['maxActive', { maxActive: 101 }],
  ['maxOpenOrders', { maxOpenOrders: 0 }],
  ['prices', { prices: { 1: -1 } }],
])('%s outside its bounds is refused, and nothing is stored', async (field, settings) => {
  const before = await stored();
  expect(await change(settings)).toMatchObject({
    code: Code.badRequest,
    data: { field: expect.stringContaining(field) },
  });
  expect(await stored()).toEqual(before);
});

test.each<[string, HospitalSettingChange, string, string, string]>([
  [
    'a part of the day that ends before it begins',
    { scheduleHours: hours({ morning: { from: 720, to: 720 } }) },
    'settings.scheduleHours.morning.to',
    'A part of the day must end after it begins',
    '时段的结束时间必须晚于开始时间',
  ],
  [
    'parts of the day that overlap',
    { scheduleHours: hours({ afternoon: { from: 700, to: 1080 } }) },
    'settings.scheduleHours.afternoon.from',
    'This part of the day begins before the one before it ends. Change one of the times',
    '该时段在上一时段结束之前开始，请调整时间',
  ],
  [
    'a wait that is overdue after the refund',
    { overdueMin: 30, awaitingMin: 20 },
    'settings.overdueMin',
    'A wait cannot become overdue later than the order is refunded',
    '等待超时的时间不能长于未接诊自动退款的时间',
  ],
  [
    'a price of an unknown kind of consultation',
    { prices: { 9: 100 } },
    'settings.prices.9',
    'The hospital has no such kind of consultation',
    '本院没有这种问诊类型',
  ],
])('%s is refused in both languages', async (_, settings, field, en, zh) => {
  const before = await stored();
  expect(await change(settings)).toEqual({ code: Code.badRequest, msg: en, data: { field } });
  expect(await change(settings, undefined, 'zh-CN')).toMatchObject({ msg: zh });
  expect(await stored()).toEqual(before);
});

test('a lock that the operator switched off stays off until an administrator sets one', async () => {
  await platform.db
    .update(tenant)
    .set({ settings: { idleLockMin: 0 } })
    .where(isHere());
  expect(await change({ maxActive: 30 })).toMatchObject({ code: 200 });
  expect(await seen()).toMatchObject({ settings: { idleLockMin: 0, maxActive: 30 } });
});

test('plans stay with their part of the day, and duty follows new hours at once', async () => {
  const [ann, bob] = [platform.people.ann.id, platform.people.bob.id];
  await here().remove(scheduleDay);
  await here().remove(schedule);
  const slot = { weekday: 3, consultType: 1, quota: 8 };
  await here().addAll(schedule, [
    { ...slot, doctorId: ann, period: 'morning' },
    { ...slot, doctorId: bob, period: 'afternoon' },
  ]);
  const plans = await here().rows(schedule);
  for (const [id, state] of [
    [ann, 'online'],
    [bob, 'away'],
  ] as const)
    await platform.uow.run('1', (tx) => changeDuty(tx, id, { state, source: 'schedule' }, platform.clock.now));
  const duties = async (): Promise<(DutyState | undefined)[]> =>
    [await platform.staffRow(ann), await platform.staffRow(bob)].map((row) => row?.dutyState);
  // It is nine in the morning of a Wednesday.
  expect(await duties()).toEqual(['online', 'away']);
  const early = { morning: { from: 300, to: 530 }, afternoon: { from: 530, to: 900 } };
  await change({ scheduleHours: hours(early) });
  expect(await duties()).toEqual(['away', 'online']);
  expect(await here().rows(schedule)).toEqual(plans);
  await change({ scheduleHours: hours() });
  expect(await duties()).toEqual(['online', 'away']);
});

test('new hours leave a doctor alone whose duty fits them already, with the message', async () => {
  const [ann, bob] = [platform.people.ann.id, platform.people.bob.id];
  await here().remove(schedule);
  const slot = { weekday: 3, consultType: 1, quota: 8 };
  await here().addAll(schedule, [
    { ...slot, doctorId: ann, period: 'morning' },
    { ...slot, doctorId: bob, period: 'afternoon' },
  ]);
  const byHand = [
    { id: ann, state: 'away', message: 'In surgery until ten' },
    { id: bob, state: 'busy', message: 'On the ward' },
  ] as const;
  for (const { id, ...duty } of byHand)
    await platform.uow.run('1', (tx) => changeDuty(tx, id, { ...duty, source: 'person' }, platform.clock.now));
  // It is nine: ann's hours end, and bob's begin.
  await change({ scheduleHours: hours({ morning: { from: 300, to: 530 }, afternoon: { from: 530, to: 900 } }) });
  for (const { id, state, message } of byHand)
    expect(await platform.staffRow(id)).toMatchObject({
      dutyState: state,
      dutyMessage: message,
      dutySource: 'person',
    });
});

test('doctors change no settings', async () => {
  const { accessToken } = await platform.signIn('ann');
  expect(await platform.call(updateHospital, { settings: {} }, { token: accessToken })).toMatchObject({
    code: Code.forbidden,
  });
});
