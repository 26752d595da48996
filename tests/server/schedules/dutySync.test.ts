import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DutyState } from '../../../contract/extension/duty.ts';
import { changeDuty } from '../../../server/accounts/duty.ts';
import { schedule } from '../../../server/db/schema/schedules.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { createDutySync } from '../../../server/schedules/dutySync.ts';
import { readDoctorHours } from '../../../server/schedules/team.ts';
import { answerOf, callContext } from '../../support/callContext.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform({});
}, 60_000);
afterAll(() => platform?.close());

/** A time of Wednesday, 6 May 2026, in the hospital. */
const at = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Date.UTC(2026, 4, 5, 16 + hours, minutes);
};

/** Ann's duty state, as she sets it herself. */
const sets = (time: string, state: DutyState, message = '') =>
  platform.uow.run('1', (tx) => changeDuty(tx, platform.people.ann.id, { state, message, source: 'person' }, at(time)));

/** The duty state at each time, while the platform runs from the first of them on. */
async function states(...times: string[]) {
  const { db, uow, clock } = platform;
  const syncDuty = createDutySync({ db, uow, now: () => clock.now });
  const seen: DutyState[] = [];
  for (const time of times) {
    clock.now = at(time);
    await syncDuty();
    seen.push((await platform.staffRow(platform.people.ann.id))?.dutyState ?? 'away');
  }
  return seen;
}

/** Every Wednesday from 8 to 12. */
const morning = { weekday: 3, period: 'morning', consultType: 1, quota: 8 } as const;

beforeEach(() =>
  platform.uow.run('1', async (tx) => {
    const doctorId = platform.people.ann.id;
    await tx.remove(schedule, eq(schedule.doctorId, doctorId));
    await tx.add(schedule, { ...morning, doctorId });
    await tx.change(staff, { dutyState: 'away', dutySource: 'person', dutyTime: at('00:20') }, eq(staff.id, doctorId));
  }),
);

test('a doctor goes on duty when planned hours begin, and off duty when they end', async () => {
  expect(await states('07:59', '08:00', '11:59', '12:00')).toEqual(['away', 'online', 'online', 'away']);
});

test('what a doctor sets by hand holds until planned hours next begin or end', async () => {
  expect(await states('08:00')).toEqual(['online']);
  await sets('09:00', 'busy');
  expect(await states('09:00', '11:00', '12:00')).toEqual(['busy', 'busy', 'away']);
  await sets('13:00', 'online');
  expect(await states('13:00', '18:00', '21:59')).toEqual(['online', 'online', 'online']);
});

test('a platform that was down when planned hours began catches up when it starts', async () => {
  expect(await states('10:30')).toEqual(['online']);
});

test('hours that ended while the machine slept past midnight have ended', async () => {
  await platform.uow.run('1', (tx) =>
    tx.change(schedule, { period: 'evening' }, eq(schedule.doctorId, platform.people.ann.id)),
  );
  expect(await states('18:00', '21:00', '24:10')).toEqual(['online', 'online', 'away']);
});

test('a doctor without any plan is left alone', async () => {
  await platform.uow.run('1', (tx) => tx.remove(schedule, eq(schedule.doctorId, platform.people.ann.id)));
  await sets('07:00', 'online');
  expect(await states('08:00', '12:00', '22:00')).toEqual(['online', 'online', 'online']);
});

test('patients see whether a doctor is there, and when one who is away comes back', async () => {
  const { uow, people } = platform;
  const shown = async (time: string) => {
    const doctors = answerOf(
      await readDoctorHours(null, callContext(uow, { ...people.ann, hospitalId: '1', language: 'en' }, at(time))),
    );
    const ann = doctors.find(({ doctorId }) => doctorId === people.ann.id);
    return { duty: ann?.duty, nextTime: ann?.nextTime };
  };
  await sets('07:00', 'away', 'In surgery');
  expect(await shown('07:00')).toEqual({ duty: { state: 'away', message: 'In surgery' }, nextTime: at('08:00') });
  expect((await shown('09:00')).nextTime).toBe(at('08:00') + 7 * 24 * 3_600_000);
  await sets('08:30', 'busy');
  expect(await shown('09:00')).toEqual({ duty: { state: 'busy', message: '' }, nextTime: null });
});

test('a clock that was hours ahead for a while leaves the duty state of the right time', async () => {
  expect(await states('08:00', '12:00', '10:00', '11:59', '12:00')).toEqual([
    ...['online', 'away', 'online', 'online', 'away'],
  ]);
});
