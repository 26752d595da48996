import { and, eq, gte, lte } from 'drizzle-orm';
import { dayAfter, daysBetween, mondayOf } from '../../contract/days.ts';
import { Code } from '../../contract/envelope.ts';
import type {
  addLeave,
  copyWeek,
  endLeave,
  PeriodHours,
  planDays,
  putSchedule,
} from '../../contract/extension/schedule.ts';
import { LeaveId } from '../../contract/ids.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { StaffRow } from '../accounts/accountQueries.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { followPlan } from '../accounts/duty.ts';
import { isInDictionary } from '../db/choices.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { schedule, scheduleDay, scheduleLeave } from '../db/schema/schedules.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { beginDueLeave } from './leaveBegins.ts';
import { lockedHours } from './lockedHours.ts';
import { isPlanned, leaveOn, workOn } from './plan.ts';
import { readSources } from './queries.ts';
import { findPlanned } from './readPlans.ts';

type Basis = { doctorId?: string | undefined; version?: number | undefined };
type Change = { tx: Transaction; doctor: StaffRow; today: string };

const mostLeaveDays = 366;

/** A refusal that names the dates in conflict. */
const conflict = (wording: Parameters<typeof refusedWith>[1], data: unknown) =>
  refusedWith(Code.scheduleConflict, wording, data);

const isPlannedNow = async (tx: Transaction, doctorId: string, hours: PeriodHours, at: number) => {
  const today = hospitalDay(at);
  const sources = await readSources(tx, [doctorId], { from: today, to: today });
  return isPlanned(sources(doctorId), hours, at);
};

/**
 * Changes a doctor's plan. The lock on the doctor's row puts changes in order, so that one based on an older version is
 * refused. If the change begins or ends planned hours at this moment, the duty state follows at once; a change of the parts
 * of the day waits for it, or it for that change.
 */
function changePlan<T extends object>(
  { by, at, store }: CallContext,
  { doctorId, version }: Basis,
  work: (change: Change) => Promise<Outcome<T>>,
): Promise<Outcome<T & { version: number }>> {
  return store.attempt(async (tx) => {
    const hours = await lockedHours(tx);
    await tx.locked(staff, eq(staff.id, doctorId ?? by.id));
    const found = await findPlanned(tx, by, doctorId);
    if (!found.ok) return found;
    const { doctor } = found.data;
    if (version !== undefined && version !== doctor.scheduleVersion) return refused(Code.scheduleChanged);
    const before = await isPlannedNow(tx, doctor.id, hours, at);
    const outcome = await work({ tx, doctor, today: hospitalDay(at) });
    if (!outcome.ok) return outcome;
    const next = doctor.scheduleVersion + 1;
    await tx.change(staff, { scheduleVersion: next }, eq(staff.id, doctor.id));
    const planner = by.id === doctor.id ? [] : [by.id];
    tx.announce({ type: 'own.changed', staffIds: [doctor.id, ...planner], part: 'plan' });
    await beginDueLeave(tx, { by, at }, doctor);
    const after = await isPlannedNow(tx, doctor.id, hours, at);
    if (before !== after) await followPlan(tx, doctor.id, after, at);
    return done({ ...outcome.data, version: next });
  });
}

/** Refuses a kind of consultation that the hospital does not have. */
async function refusalOfTypes(tx: Transaction, slots: readonly { readonly consultType: number }[]) {
  for (const type of new Set(slots.map(({ consultType }) => consultType)))
    if (!(await isInDictionary(tx, 'consult_type', type, [])))
      return refusedWith(Code.badRequest, 'consultTypeUnknown', { field: 'consultType' });
  return null;
}

/** Replaces the weekly plan. */
export async function storeWeek(
  { list, ...basis }: RequestOf<typeof putSchedule>,
  context: CallContext,
): Promise<Outcome<true>> {
  const outcome = await changePlan(context, basis, async ({ tx, doctor }) => {
    const refusal = await refusalOfTypes(tx, list);
    if (refusal) return refusal;
    const slots = new Map(list.map((slot) => [`${slot.weekday} ${slot.period} ${slot.consultType}`, slot]));
    await tx.remove(schedule, eq(schedule.doctorId, doctor.id));
    await tx.addAll(
      schedule,
      [...slots.values()].map((slot) => ({ ...slot, doctorId: doctor.id })),
    );
    return done({});
  });
  return outcome.ok ? done(true) : outcome;
}

type DayRequest = RequestOf<typeof planDays>['days'][number];

/** Stores plans of single days, all or none: not for the past, and not on leave. */
async function storeDays({ tx, doctor, today }: Change, days: readonly DayRequest[], { by, at }: StaffContext) {
  const dates = days.map(({ date }) => date).sort();
  const [from = today, to = today] = [dates[0], dates.at(-1)];
  const sources = (await readSources(tx, [doctor.id], { from, to }))(doctor.id);
  for (const date of dates) {
    if (date < today) return conflict('planDayPassed', { date });
    const leave = leaveOn(sources, date);
    if (leave) return conflict('planDayOnLeave', { date, from: leave.fromDate, to: leave.toDate });
  }
  for (const { date, slots, note = '' } of days) {
    await tx.remove(scheduleDay, eq(scheduleDay.doctorId, doctor.id), eq(scheduleDay.date, date));
    if (slots === null) continue;
    const unique = new Map(slots.map((slot) => [`${slot.period} ${slot.consultType}`, slot]));
    await tx.add(scheduleDay, {
      doctorId: doctor.id,
      date,
      slots: [...unique.values()].filter(({ quota }) => quota > 0),
      note: note.trim(),
      plannedBy: by.id,
      updateTime: at,
    });
  }
  return done({});
}

/** Plans single days, or returns them to the weekly plan. */
export const planSingleDays = ({ days, ...basis }: RequestOf<typeof planDays>, context: CallContext) =>
  changePlan(context, basis, async (change) => {
    const refusal = await refusalOfTypes(
      change.tx,
      days.flatMap(({ slots }) => slots ?? []),
    );
    return refusal ?? storeDays(change, days, context);
  });

/** Copies one week's work, without its leave, to following weeks; days that have passed are left as they were. */
export const copyOneWeek = ({ from, to, weeks, ...basis }: RequestOf<typeof copyWeek>, context: CallContext) =>
  changePlan(context, basis, async (change) => {
    const { tx, doctor, today } = change;
    const [source, first] = [mondayOf(from), mondayOf(to)];
    const ahead = daysBetween(first, source);
    if (ahead >= 0 && ahead < weeks * 7) return conflict('weekOntoItself', null);
    const sources = (await readSources(tx, [doctor.id], { from: source, to: dayAfter(source, 6) }))(doctor.id);
    const copied = Array.from({ length: weeks * 7 }, (_, n) => {
      const { slots, note } = workOn(sources, dayAfter(source, n % 7));
      return { date: dayAfter(first, n), slots, note };
    });
    const days = copied.filter(({ date }) => date >= today);
    if (days.length === 0) return conflict('planDayPassed', { date: dayAfter(first, weeks * 7 - 1) });
    return storeDays(change, days, context);
  });

/** Adds leave from today on that overlaps no other leave. */
export const storeLeave = ({ from, to, kind, note = '', ...basis }: RequestOf<typeof addLeave>, context: CallContext) =>
  changePlan(context, basis, async ({ tx, doctor, today }) => {
    const length = daysBetween(from, to);
    if (length < 0 || length >= mostLeaveDays)
      return refusedWith(Code.badRequest, 'planRangeWrong', { field: 'to', most: mostLeaveDays });
    if (from < today) return conflict('planDayPassed', { date: from });
    const isOwn = eq(scheduleLeave.doctorId, doctor.id);
    const other = await tx.first(
      scheduleLeave,
      isOwn,
      and(lte(scheduleLeave.fromDate, to), gte(scheduleLeave.toDate, from)),
    );
    if (other) return conflict('leaveOverlaps', { from: other.fromDate, to: other.toDate });
    const stored = await tx.add(scheduleLeave, {
      doctorId: doctor.id,
      fromDate: from,
      toDate: to,
      kind,
      note: note.trim(),
      plannedBy: context.by.id,
      createTime: context.at,
    });
    return done({ id: LeaveId.parse(stored.id) });
  });

/** Ends leave today: the days that have passed stay, those from today on are work again. */
export const endOneLeave = ({ id, ...basis }: RequestOf<typeof endLeave>, context: CallContext) =>
  changePlan(context, basis, async ({ tx, doctor, today }) => {
    const isThis = [eq(scheduleLeave.id, id), eq(scheduleLeave.doctorId, doctor.id)];
    const leave = await tx.first(scheduleLeave, ...isThis);
    if (!leave) return refused(Code.notFound);
    if (leave.toDate < today) return conflict('leaveEnded', null);
    if (leave.fromDate >= today) await tx.remove(scheduleLeave, ...isThis);
    else await tx.change(scheduleLeave, { toDate: dayAfter(today, -1) }, ...isThis);
    return done({});
  });
