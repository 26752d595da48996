import { and, eq, gte, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { hospitalDay } from '../db/hospitalDay.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { scheduleLeave } from '../db/schema/schedules.ts';

/** The leaves that contain the hospital's day of a time. */
export function isLeaveAt(at: number): SQL | undefined {
  const today = hospitalDay(at);
  return and(lte(scheduleLeave.fromDate, today), gte(scheduleLeave.toDate, today));
}

const isLeaveOf = (doctorId: string | AnyPgColumn, at: number): SQL | undefined =>
  and(eq(scheduleLeave.doctorId, doctorId), isLeaveAt(at));

/** The last day of the leave that the doctor is on, such as 2026-05-06; null if none. */
export async function onLeaveUntil(store: HospitalStore, doctorId: string, at: number): Promise<string | null> {
  return (await store.first(scheduleLeave, isLeaveOf(doctorId, at)))?.toDate ?? null;
}

/** The doctors who are not on leave, as a condition of a query. */
export const isNotOnLeave = ({ db, own }: HospitalStore, doctorId: AnyPgColumn, at: number): SQL =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(scheduleLeave)
      .where(own(scheduleLeave, isLeaveOf(doctorId, at))),
  );
