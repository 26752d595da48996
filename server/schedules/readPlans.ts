import { eq, gte, lte } from 'drizzle-orm';
import { dayAfter, daysBetween } from '../../contract/days.ts';
import { Code } from '../../contract/envelope.ts';
import type { getPlan, getSchedule, PlanDay } from '../../contract/extension/schedule.ts';
import { DoctorId, LeaveId } from '../../contract/ids.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import { findStaffById, type StaffRow } from '../accounts/accountLookup.ts';
import type { CallContext, Language, Staff } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/people.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { isDoctor } from '../db/roles.ts';
import { schedule, scheduleDay, scheduleLeave } from '../db/schema/schedules.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { isOneOf } from '../db/textSearch.ts';
import { readHours } from './hours.ts';
import { type PlanSources, planOn } from './plan.ts';

/** The longest range of one request, in days: two months. */
const mostDays = 62;

/** What decides the days from `from` to `to` of these doctors, by their ids. */
export async function readSources(
  store: Tenanted,
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

const isHeadOf = (head: StaffRow, member: StaffRow) =>
  head.headsDept && head.deptId !== null && head.deptId === member.deptId && isDoctor(member);

/** The doctor whose plan the caller may see and change: themselves, or a doctor of the department that they head. */
export async function findPlanned(
  store: Pick<Tenanted, 'first'>,
  by: Staff,
  doctorId: string | undefined,
): Promise<Outcome<{ doctor: StaffRow; caller: StaffRow }>> {
  const foreign = refusedWith(Code.forbidden, 'scheduleForeign');
  const caller = await findStaffById(store, by.id);
  if (!caller) return foreign;
  if (doctorId === undefined || doctorId === by.id) return done({ doctor: caller, caller });
  const doctor = await findStaffById(store, doctorId);
  return doctor && isHeadOf(caller, doctor) ? done({ doctor, caller }) : foreign;
}

/** The name of the department that this doctor heads; null if none. */
export const headedBy = ({ headsDept, deptId, deptName, deptNameEn }: StaffRow, language: Language): string | null =>
  headsDept && deptId !== null ? inLanguage(language, deptName, deptNameEn) : null;

/** A day's plan as it is sent; `by` is the name of somebody else who planned it. */
export async function planDaysOf(
  store: Tenanted,
  doctorId: string,
  sources: PlanSources,
  { dates, language }: { dates: readonly string[]; language: Language },
): Promise<PlanDay[]> {
  const planned = dates.map((date) => ({ date, ...planOn(sources, date) }));
  const others = planned.map(({ plannedBy }) => (plannedBy === doctorId ? null : plannedBy));
  const person = await loadPeople(store, others, language);
  return planned.map(({ plannedBy, ...day }, n) => {
    const other = others[n] ?? null;
    return { ...day, by: other && person(other).name };
  });
}

/** The weekly plan of a doctor. */
export async function readWeek(
  { doctorId }: RequestOf<typeof getSchedule>,
  { by, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof getSchedule>>> {
  const found = await findPlanned(store, by, doctorId);
  return found.ok ? done(await store.rows(schedule, eq(schedule.doctorId, found.data.doctor.id))) : found;
}

/** A doctor's plan, day by day. */
export async function readPlan(
  { doctorId, from, to }: RequestOf<typeof getPlan>,
  { by, store, language }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof getPlan>>> {
  const count = daysBetween(from, to) + 1;
  if (count < 1 || count > mostDays)
    return refusedWith(Code.badRequest, 'planRangeWrong', { field: 'to', most: mostDays });
  const found = await findPlanned(store, by, doctorId);
  if (!found.ok) return found;
  const { doctor, caller } = found.data;
  const sources = (await readSources(store, [doctor.id], { from, to }))(doctor.id);
  const dates = Array.from({ length: count }, (_, n) => dayAfter(from, n));
  const [hours, days, person] = await Promise.all([
    readHours(store),
    planDaysOf(store, doctor.id, sources, { dates, language }),
    loadPeople(store, [doctor.id], language),
  ]);
  return done({
    doctor: { id: DoctorId.parse(doctor.id), name: person(doctor.id).name },
    version: doctor.scheduleVersion,
    heads: headedBy(caller, language),
    hours,
    days,
    leaves: sources.leaves.map(({ id, fromDate, toDate, kind, note }) => ({
      id: LeaveId.parse(id),
      from: fromDate,
      to: toDate,
      kind,
      note,
    })),
  });
}
