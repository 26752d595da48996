import { dayAfter, weekdayOf } from '../../contract/days.ts';
import type { DaySlot, PeriodHours, PlanDay } from '../../contract/extension/schedule.ts';
import { periods } from '../../contract/extension/schedule.ts';
import { hospitalOffset } from '../../contract/limits.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import type { schedule, scheduleDay, scheduleLeave } from '../db/schema/schedules.ts';

type LeaveRow = typeof scheduleLeave.$inferSelect;

/** Everything that decides what one doctor does on a day. */
export type PlanSources = {
  week: readonly (typeof schedule.$inferSelect)[];
  days: ReadonlyMap<string, typeof scheduleDay.$inferSelect>;
  leaves: readonly LeaveRow[];
};

type Planned = { source: PlanDay['source']; slots: DaySlot[]; note: string; plannedBy: string | null };

/** The time of a minute of a hospital's day, epoch ms. */
const timeOf = (day: string, minutes: number): number =>
  Date.parse(`${day}T00:00:00${hospitalOffset}`) + minutes * 60_000;

export const leaveOn = ({ leaves }: PlanSources, day: string): LeaveRow | null =>
  leaves.find(({ fromDate, toDate }) => fromDate <= day && day <= toDate) ?? null;

/** What is planned for a day if the doctor is not on leave: its own plan, else the weekly one. */
export function workOn({ week, days }: PlanSources, day: string): Planned {
  const own = days.get(day);
  if (own) return { source: 'day', slots: own.slots, note: own.note, plannedBy: own.plannedBy };
  const slots = week.flatMap(({ weekday, period, consultType, quota }) =>
    weekday === weekdayOf(day) ? [{ period, consultType, quota }] : [],
  );
  return { source: 'week', slots, note: '', plannedBy: null };
}

/** What a doctor does on a day; leave comes before everything else. */
export function planOn(sources: PlanSources, day: string): Planned {
  const leave = leaveOn(sources, day);
  return leave ? { source: 'leave', slots: [], note: leave.note, plannedBy: leave.plannedBy } : workOn(sources, day);
}

const works = (slots: readonly DaySlot[], period: string) =>
  slots.some((slot) => slot.period === period && slot.quota > 0);

/** Whether the doctor has planned hours at this time. */
export function isPlanned(sources: PlanSources, hours: PeriodHours, at: number): boolean {
  const day = hospitalDay(at);
  const { slots } = planOn(sources, day);
  return periods.some(
    (period) => timeOf(day, hours[period].from) <= at && at < timeOf(day, hours[period].to) && works(slots, period),
  );
}

/** How many days before and after now a beginning or end of planned hours is searched for. */
export const horizonDays = 14;

/** The times at which parts of a day begin and end, in order. */
export const edgesOf = (day: string, hours: PeriodHours): number[] =>
  [...new Set(periods.flatMap((period) => [timeOf(day, hours[period].from), timeOf(day, hours[period].to)]))].sort(
    (one, other) => one - other,
  );

/** When the doctor's planned hours last began or ended. */
export function plannedSince(sources: PlanSources, hours: PeriodHours, at: number): number {
  const now = isPlanned(sources, hours, at);
  for (let back = 0; back <= horizonDays; back += 1) {
    const edges = edgesOf(dayAfter(hospitalDay(at), -back), hours).filter((edge) => edge <= at);
    for (const edge of edges.reverse()) if (isPlanned(sources, hours, edge - 1) !== now) return edge;
  }
  return at - horizonDays * 86_400_000;
}

/** When the doctor's next planned hours begin; null if none do within two weeks. */
export function nextStart(sources: PlanSources, hours: PeriodHours, at: number): number | null {
  for (let ahead = 0; ahead <= horizonDays; ahead += 1) {
    const day = dayAfter(hospitalDay(at), ahead);
    const { slots } = planOn(sources, day);
    const starts = periods.flatMap((period) => (works(slots, period) ? [timeOf(day, hours[period].from)] : []));
    const [first] = starts.filter((start) => start > at).sort((one, other) => one - other);
    if (first !== undefined) return first;
  }
  return null;
}
