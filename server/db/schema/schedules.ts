import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { DaySlot, LeaveKind, Period } from '../../../contract/extension/schedule.ts';
import { id, identity, list, ms } from '../columns.ts';
import { staff } from './staff.ts';

/** How many consultations of a kind a doctor accepts in one part of a weekday (1 is Monday). */
export const schedule = pgTable(
  'schedule',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    doctorId: id()
      .notNull()
      .references(() => staff.id),
    weekday: integer().notNull(),
    period: text().$type<Period>().notNull(),
    consultType: integer().notNull(),
    quota: integer().notNull(),
  },
  (t) => [uniqueIndex('schedule_slot').on(t.tenantId, t.doctorId, t.weekday, t.period, t.consultType)],
);

/** The plan of a single day, such as `2026-05-06`, in place of the weekly one. */
export const scheduleDay = pgTable(
  'schedule_day',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    doctorId: id()
      .notNull()
      .references(() => staff.id),
    date: text().notNull(),
    slots: list<DaySlot>(),
    note: text().notNull().default(''),
    plannedBy: id()
      .notNull()
      .references(() => staff.id),
    updateTime: ms().notNull(),
  },
  (t) => [uniqueIndex('schedule_day_of_doctor').on(t.tenantId, t.doctorId, t.date)],
);

/** Days without work, from the first to the last. */
export const scheduleLeave = pgTable(
  'schedule_leave',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    doctorId: id()
      .notNull()
      .references(() => staff.id),
    fromDate: text().notNull(),
    toDate: text().notNull(),
    kind: text().$type<LeaveKind>().notNull(),
    note: text().notNull().default(''),
    plannedBy: id()
      .notNull()
      .references(() => staff.id),
    createTime: ms().notNull(),
    /** When the patients of a leave that has begun were told; null before that. */
    begunTime: ms(),
  },
  (t) => [index('schedule_leave_of_doctor').on(t.tenantId, t.doctorId, t.toDate)],
);
