import { asc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { PeriodHours } from '../../contract/extension/schedule.ts';
import type { StaffRow } from '../accounts/accountQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { doctorsOnly } from '../db/roles.ts';
import { schedule, scheduleDay, scheduleLeave } from '../db/schema/schedules.ts';
import { staff } from '../db/schema/staff.ts';
import { storedSettings } from '../db/storedSettings.ts';
import { isOneOf } from '../db/textSearch.ts';
import { hoursFrom } from '../hospitals/dayParts.ts';
import type { PlanSources } from './plan.ts';

/** The parts of the hospital's day. */
export const readHours = async (store: HospitalStore): Promise<PeriodHours> => hoursFrom(await storedSettings(store));

/** The weekly plan of a doctor. */
export const weekOf = (store: HospitalStore, doctorId: string) => store.rows(schedule, eq(schedule.doctorId, doctorId));

/** The doctors of the hospital who have a plan. */
export async function plannedDoctors(store: HospitalStore): Promise<StaffRow[]> {
  const planned = await Promise.all([store.rows(schedule), store.rows(scheduleDay)]);
  const ids = [...new Set(planned.flat().map(({ doctorId }) => doctorId))];
  return ids.length === 0 ? [] : store.rows(staff, inArray(staff.id, ids));
}

/** The enabled doctors of the hospital, or of one department. */
export const doctorsOf = ({ db, own }: HospitalStore, deptId?: string): Promise<StaffRow[]> =>
  db
    .select()
    .from(staff)
    .where(
      own(staff, doctorsOnly, eq(staff.disabled, false), deptId === undefined ? undefined : eq(staff.deptId, deptId)),
    )
    .orderBy(asc(staff.id));

/** What decides the days from `from` to `to` of these doctors, by their ids. */
export async function readSources(
  store: HospitalStore,
  doctorIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<(doctorId: string) => PlanSources> {
  const inRange = [gte(scheduleDay.date, from), lte(scheduleDay.date, to)];
  const [week, days, leaves] =
    doctorIds.length === 0
      ? [[], [], []]
      : await Promise.all([
          store.rows(schedule, isOneOf(schedule.doctorId, doctorIds)),
          store.rows(scheduleDay, isOneOf(scheduleDay.doctorId, doctorIds), ...inRange),
          store.rows(scheduleLeave, isOneOf(scheduleLeave.doctorId, doctorIds), gte(scheduleLeave.toDate, from)),
        ]);
  return (id) => ({
    week: week.filter(({ doctorId }) => doctorId === id),
    days: new Map(days.filter(({ doctorId }) => doctorId === id).map((day) => [day.date, day])),
    leaves: leaves
      .filter(({ doctorId }) => doctorId === id)
      .sort((one, other) => one.fromDate.localeCompare(other.fromDate)),
  });
}
