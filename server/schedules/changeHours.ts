import { eq } from 'drizzle-orm';
import { weekdayOf } from '../../contract/days.ts';
import type { PeriodHours } from '../../contract/extension/schedule.ts';
import { followPlan } from '../accounts/duty.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { schedule, scheduleDay } from '../db/schema/schedules.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { isPlanned } from './plan.ts';
import { readSources } from './queries.ts';

type Hours = { readonly before: PeriodHours; readonly after: PeriodHours };

/** Sets the duty state of the doctors whose planned hours begin or end at this moment, because the parts of the day changed. */
export async function applyHours(tx: Transaction, { before, after }: Hours, at: number): Promise<void> {
  const today = hospitalDay(at);
  const week = await tx.rows(schedule, eq(schedule.weekday, weekdayOf(today)));
  const days = await tx.rows(scheduleDay, eq(scheduleDay.date, today));
  const ids = [...new Set([...week, ...days].map(({ doctorId }) => doctorId))].sort();
  const sourcesOf = await readSources(tx, ids, { from: today, to: today });
  for (const id of ids) {
    const isOn = isPlanned(sourcesOf(id), after, at);
    if (isOn !== isPlanned(sourcesOf(id), before, at)) await followPlan(tx, id, isOn, at);
  }
}
