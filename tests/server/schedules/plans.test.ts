import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { getDuty, setDuty } from '../../../contract/extension/duty.ts';
import {
  addLeave,
  copyWeek,
  endLeave,
  getPlan,
  getSchedule,
  listTeam,
  type PlanDay,
  planDays,
  putSchedule,
} from '../../../contract/extension/schedule.ts';
import type { Operation } from '../../../contract/operation.ts';
import { runCommand } from '../../../server/admin/commands.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { scheduleDay, scheduleLeave } from '../../../server/db/schema/schedules.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { nine, openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  platform = await openServedPlatform({});
  const store = hospitalStore(platform.db, '1');
  await store.change(staff, { deptId: '3', deptName: '内科', deptNameEn: 'Medicine' });
  await store.change(staff, { headsDept: true }, eq(staff.id, platform.people.ann.id));
  for (const name of ['ann', 'bob']) tokens[name] = (await platform.signIn(name)).accessToken;
}, 60_000);
afterAll(() => platform?.close());

/** Mondays to Fridays, in the morning. */
const weekly = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, period: 'morning', consultType: 1, quota: 8 }));
const evening = [{ period: 'evening', consultType: 1, quota: 3 }];

const as = (name: string, operation: Operation, input: object = {}) =>
  platform.call<Record<string, unknown>>(operation, { ...input }, { token: tokens[name] ?? null });
/** Each day of bob's plan as `date source quotas`. */
async function plan(from: string, to = from, name = 'bob', doctorId?: string) {
  const { data } = await as(name, getPlan, { from, to, ...(doctorId ? { doctorId } : {}) });
  const { days } = data as { days: PlanDay[] };
  return days.map(({ date, source, slots }) =>
    [date, source, ...slots.map(({ period, quota }) => `${period} ${quota}`)].join(' '),
  );
}

beforeEach(async () => {
  platform.clock.now = nine;
  const store = hospitalStore(platform.db, '1');
  await store.remove(scheduleDay);
  await store.remove(scheduleLeave);
  await as('bob', putSchedule, { list: weekly });
});

test('a changed plan is announced to its doctor and to the head who planned, a refused change to nobody', async () => {
  const { ann, bob } = platform.people;
  const announced: unknown[] = [];
  const stop = platform.bus.subscribe((event) => {
    if (event.type === 'own.changed') announced.push([event.part, event.staffIds]);
  });
  await as('bob', planDays, { days: [{ date: '2026-05-07', slots: evening }] });
  await as('ann', putSchedule, { list: weekly, doctorId: bob.id });
  await as('bob', putSchedule, { list: weekly, doctorId: ann.id });
  stop();
  expect(announced).toEqual([
    ['plan', [bob.id]],
    ['plan', [bob.id, ann.id]],
  ]);
});

test('a day has its own plan, else the weekly one, and none on leave', async () => {
  await as('bob', planDays, { days: [{ date: '2026-05-07', slots: evening }] });
  await as('bob', addLeave, { from: '2026-05-08', to: '2026-05-10', kind: 'annual' });
  expect(await plan('2026-05-06', '2026-05-09')).toEqual([
    '2026-05-06 week morning 8',
    '2026-05-07 day evening 3',
    '2026-05-08 leave',
    '2026-05-09 leave',
  ]);
  await as('bob', planDays, { days: [{ date: '2026-05-07', slots: null }] });
  expect(await plan('2026-05-07')).toEqual(['2026-05-07 week morning 8']);
});

test('a week is copied day by day to following weeks, and days that have passed stay as they were', async () => {
  const days = ['2026-05-11', '2026-05-12'].map((date) => ({ date, slots: evening }));
  await as('bob', planDays, { days });
  expect(await as('bob', copyWeek, { from: '2026-05-13', to: '2026-05-18', weeks: 2 })).toMatchObject({ code: 200 });
  expect(await plan('2026-05-18', '2026-05-20')).toEqual([
    '2026-05-18 day evening 3',
    '2026-05-19 day evening 3',
    '2026-05-20 day morning 8',
  ]);
  expect(await plan('2026-05-26')).toEqual(['2026-05-26 day evening 3']);
  await as('bob', copyWeek, { from: '2026-05-11', to: '2026-05-04', weeks: 1 });
  expect(await plan('2026-05-05', '2026-05-07')).toEqual([
    '2026-05-05 week morning 8',
    '2026-05-06 day morning 8',
    '2026-05-07 day morning 8',
  ]);
});

describe('conflicts are refused with their reason', () => {
  const leave = { from: '2026-05-11', to: '2026-05-15', kind: 'annual' };
  test.each([
    [
      'leave over other leave',
      addLeave,
      { ...leave, from: '2026-05-15', to: '2026-05-20' },
      'There is leave from 2026-05-11 to 2026-05-15 already. End it first, or choose other days.',
    ],
    [
      'work on a day of leave',
      planDays,
      { days: [{ date: '2026-05-12', slots: evening }] },
      '2026-05-12 is a day of leave (2026-05-11 to 2026-05-15). End that leave first, then plan the day.',
    ],
    [
      'a week copied over leave',
      copyWeek,
      { from: '2026-05-18', to: '2026-05-11', weeks: 1 },
      '2026-05-11 is a day of leave (2026-05-11 to 2026-05-15). End that leave first, then plan the day.',
    ],
    [
      'a day that has passed',
      planDays,
      { days: [{ date: '2026-05-05', slots: evening }] },
      '2026-05-05 has passed and can no longer be planned',
    ],
    [
      'a week copied onto itself',
      copyWeek,
      { from: '2026-05-18', to: '2026-05-20', weeks: 1 },
      'A week cannot be copied onto itself. Choose another week.',
    ],
  ])('%s', async (_, operation, input, msg) => {
    await as('bob', addLeave, leave);
    const before = await plan('2026-05-04', '2026-05-24');
    expect(await as('bob', operation, input)).toMatchObject({ code: Code.scheduleConflict, msg });
    expect(await plan('2026-05-04', '2026-05-24')).toEqual(before);
  });

  test.each([
    ['of a week', putSchedule, { list: [{ weekday: 1, period: 'morning', consultType: 9, quota: 1 }] }],
    ['of a day', planDays, { days: [{ date: '2026-05-12', slots: [{ ...evening[0], consultType: 9 }] }] }],
  ])('a plan %s with a kind of consultation that the hospital does not have', async (_, operation, input) => {
    const before = await plan('2026-05-04', '2026-05-24');
    expect(await as('bob', operation, input)).toEqual({
      code: Code.badRequest,
      msg: 'The hospital has no such kind of consultation',
      data: { field: 'consultType' },
    });
    expect(await plan('2026-05-04', '2026-05-24')).toEqual(before);
  });

  test('leave whose last day is before its first', async () => {
    const reply = await as('bob', addLeave, { ...leave, to: '2026-05-10' });
    expect(reply).toMatchObject({ code: Code.badRequest, data: { field: 'to' } });
  });

  test('a change of a plan that somebody else changed meanwhile', async () => {
    const doctorId = platform.people.bob.id;
    const { data } = await as('bob', getPlan, { from: '2026-05-06', to: '2026-05-06' });
    const { version } = data as { version: number };
    await as('ann', planDays, { doctorId, version, days: [{ date: '2026-05-07', slots: evening }] });
    const late = await as('bob', planDays, { version, days: [{ date: '2026-05-07', slots: [] }] });
    expect(late).toMatchObject({ code: Code.scheduleChanged });
    expect(await plan('2026-05-07')).toEqual(['2026-05-07 day evening 3']);
  });
});

test('ending leave keeps the days that have passed and returns the others to the plan', async () => {
  const { data } = await as('bob', addLeave, { from: '2026-05-06', to: '2026-05-08', kind: 'sick' });
  platform.clock.now = nine + 24 * 3_600_000;
  tokens.bob = (await platform.signIn('bob')).accessToken;
  await as('bob', endLeave, { id: (data as { id: string }).id });
  expect(await plan('2026-05-06', '2026-05-08')).toEqual([
    '2026-05-06 leave',
    '2026-05-07 week morning 8',
    '2026-05-08 week morning 8',
  ]);
});

test('a head of department plans the team and is named at the days; others see only their own plan', async () => {
  const doctorId = platform.people.bob.id;
  await as('ann', planDays, { doctorId, days: [{ date: '2026-05-07', slots: evening, note: 'Cover' }] });
  const { data } = await as('bob', getPlan, { from: '2026-05-07', to: '2026-05-07' });
  expect(data).toMatchObject({ heads: null, days: [{ source: 'day', note: 'Cover', by: 'Dr ann' }] });
  const own = { doctorId: platform.people.ann.id };
  for (const [operation, input] of [
    [getPlan, { ...own, from: '2026-05-07', to: '2026-05-07' }],
    [getSchedule, own],
    [putSchedule, { ...own, list: [] }],
    [addLeave, { ...own, from: '2026-05-07', to: '2026-05-07', kind: 'other' }],
    [listTeam, {}],
  ] as const)
    expect(await as('bob', operation, input)).toMatchObject({ code: Code.forbidden });
  const stranger = { doctorId: platform.people.zoe.id, from: '2026-05-07', to: '2026-05-07' };
  expect(await as('ann', getPlan, stranger)).toMatchObject({ code: Code.forbidden });
});

test('the hospital appoints and dismisses heads of departments on the platform’s machine', async () => {
  const { db, uow, people, clock } = platform;
  const admin = (...args: string[]) =>
    runCommand({ db, uow, now: () => clock.now, filesFolder: '/files' }, args, 'ward');
  const mayPlan = async () => (await as('bob', listTeam)).code === 200;
  expect(await admin('appoint', people.bob.id)).toEqual({ ok: true, lines: ['bob heads Medicine.'] });
  expect(await mayPlan()).toBe(true);
  expect((await admin('doctors')).lines).toContain(`${people.bob.id}  hospital 1, bob, Medicine, heads it`);
  expect(await admin('dismiss', people.bob.id)).toEqual({ ok: true, lines: ['bob no longer heads Medicine.'] });
  expect(await mayPlan()).toBe(false);
  expect((await admin('appoint', people.eve.id)).ok).toBe(false);
});

test('the team shows who is on duty with what load and plan', async () => {
  await as('bob', setDuty, { state: 'busy', message: 'In surgery' });
  const { data } = await as('ann', listTeam);
  expect(data).toMatchObject({
    department: 'Medicine',
    members: [
      { name: 'Dr ann', connected: false, active: 0, limit: 20 },
      { name: 'Dr bob', duty: { state: 'busy', message: 'In surgery' }, today: { source: 'week' } },
    ],
  });
});

test('a change of the plan leaves a duty state alone that fits it already, with its message', async () => {
  await as('bob', setDuty, { state: 'away', message: 'In surgery until ten' });
  const { data } = await as('bob', addLeave, { from: '2026-05-06', to: '2026-05-06', kind: 'sick' });
  expect((await as('bob', getDuty)).data).toMatchObject({ source: 'person', message: 'In surgery until ten' });
  await as('bob', setDuty, { state: 'busy', message: 'On the ward' });
  await as('bob', endLeave, { id: (data as { id: string }).id });
  expect((await as('bob', getDuty)).data).toMatchObject({ state: 'busy', source: 'person', message: 'On the ward' });
});

test('a change that begins or ends planned hours now changes the duty state at once', async () => {
  const duty = async () => (await as('bob', getDuty)).data;
  await as('bob', setDuty, { state: 'online' });
  const { data } = await as('bob', addLeave, { from: '2026-05-06', to: '2026-05-06', kind: 'sick' });
  expect(await duty()).toMatchObject({ state: 'away', source: 'schedule' });
  await as('bob', endLeave, { id: (data as { id: string }).id });
  expect(await duty()).toMatchObject({ state: 'online', source: 'schedule' });
  await as('bob', setDuty, { state: 'busy' });
  await as('bob', planDays, { days: [{ date: '2026-05-08', slots: [] }] });
  expect(await duty()).toMatchObject({ state: 'busy', source: 'person' });
});
