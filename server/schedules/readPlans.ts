import { dayAfter, daysBetween } from '../../contract/days.ts';
import { Code } from '../../contract/envelope.ts';
import type { getPlan, getSchedule, PlanDay } from '../../contract/extension/schedule.ts';
import { DoctorId } from '../../contract/ids.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import { findStaffById, type StaffRow } from '../accounts/accountQueries.ts';
import type { CallContext, Language, Staff } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { type PlanSources, planOn } from './plan.ts';
import { headedBy, isHeadOf } from './policy.ts';
import { readHours, readSources, weekOf } from './queries.ts';
import { daysOnWire, leaveOnWire } from './wire.ts';

/** The longest range of one request, in days: two months. */
const mostDays = 62;

/** The doctor whose plan the caller may see and change: themselves, or a doctor of the department that they head. */
export async function findPlanned(
  store: Pick<HospitalStore, 'first'>,
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

/** What is planned for a doctor on these days. */
export async function planDaysOf(
  store: HospitalStore,
  doctorId: string,
  plan: { sources: PlanSources; dates: readonly string[] },
  language: Language,
): Promise<PlanDay[]> {
  const planners = plan.dates.map((date) => planOn(plan.sources, date).plannedBy);
  return daysOnWire(doctorId, plan, await loadPeople(store, planners, language));
}

/** The weekly plan of a doctor. */
export async function readWeek(
  { doctorId }: RequestOf<typeof getSchedule>,
  { by, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof getSchedule>>> {
  const found = await findPlanned(store, by, doctorId);
  return found.ok ? done(await weekOf(store, found.data.doctor.id)) : found;
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
    planDaysOf(store, doctor.id, { sources, dates }, language),
    loadPeople(store, [doctor.id], language),
  ]);
  return done({
    doctor: { id: DoctorId.parse(doctor.id), name: person(doctor.id).name },
    version: doctor.scheduleVersion,
    heads: headedBy(caller, language),
    hours,
    days,
    leaves: sources.leaves.map(leaveOnWire),
  });
}
