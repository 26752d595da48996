import * as z from 'zod/mini';
import { isDay } from '../days.ts';
import { operation } from '../define.ts';
import { DoctorId, LeaveId } from '../ids.ts';
import { scheduleBounds } from '../settingBounds.ts';
import { Int, Int4, intBetween, Ms, text } from '../values.ts';
import { Duty } from './duty.ts';

/** A day of the hospital's calendar, such as 2026-05-06. */
const Day = z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/, 'is not a date'), z.refine(isDay, 'is not a date'));

/** The parts of a day. */
export const periods = ['morning', 'afternoon', 'evening'] as const;
export type Period = (typeof periods)[number];

const slot = { period: z.enum(periods), consultType: Int4, quota: intBetween(scheduleBounds.quota) };

/** How many patients of a consultation type a doctor takes in one part of a day. */
export const DaySlot = z.object(slot);
export type DaySlot = z.infer<typeof DaySlot>;

/** `weekday` 1 (Monday) to 7. */
const ScheduleSlot = z.object({ weekday: Int.check(z.minimum(1), z.maximum(7)), ...slot });
export type ScheduleSlot = z.infer<typeof ScheduleSlot>;

const leaveKinds = ['annual', 'sick', 'training', 'other'] as const;
export type LeaveKind = (typeof leaveKinds)[number];

/** Whole days without work, both ends included. */
export const Leave = z.object({ id: LeaveId, from: Day, to: Day, kind: z.enum(leaveKinds), note: z.string() });
export type Leave = z.infer<typeof Leave>;

/** A day's plan: its own, the weekly one, or none on leave. `by` names another person who planned it. */
export const PlanDay = z.object({
  date: Day,
  source: z.enum(['week', 'day', 'leave']),
  slots: z.array(DaySlot),
  note: z.string(),
  by: z.nullable(z.string()),
});
export type PlanDay = z.infer<typeof PlanDay>;

/** When a part of the day begins and ends, in minutes after midnight. */
const Span = z.object({ from: Int, to: Int });
export const PeriodHours = z.object({ morning: Span, afternoon: Span, evening: Span });
export type PeriodHours = z.infer<typeof PeriodHours>;

/** Without `doctorId` the caller; a head of department may name a doctor of the department. */
const whose = { doctorId: z.optional(DoctorId) };
/** A write based on another version than the stored one is refused. */
const basis = { ...whose, version: z.optional(Int4) };
const Changed = z.object({ version: Int });

/** The weekly plan. */
export const getSchedule = operation({
  method: 'GET',
  path: '/doctor/schedule',
  source: 'ours',
  access: 'doctor',
  query: z.object(whose),
  reply: z.array(ScheduleSlot),
});

/** Replaces the weekly plan. */
export const putSchedule = operation({
  method: 'PUT',
  path: '/doctor/schedule',
  source: 'ours',
  access: 'doctor',
  body: z.object({ ...basis, list: z.array(ScheduleSlot).check(z.maxLength(200)) }),
  reply: z.literal(true),
});

/** The plan of up to 62 days, with the leave from `from` on. */
export const getPlan = operation({
  method: 'GET',
  path: '/doctor/schedule/plan',
  source: 'ours',
  access: 'doctor',
  query: z.object({ ...whose, from: Day, to: Day }),
  reply: z.object({
    doctor: z.object({ id: DoctorId, name: z.string() }),
    version: Int,
    /** The department that the caller heads. */
    heads: z.nullable(z.string()),
    hours: PeriodHours,
    days: z.array(PlanDay),
    leaves: z.array(Leave),
  }),
});

/** Plans single days; `slots` null returns a day to the weekly plan. */
export const planDays = operation({
  method: 'PUT',
  path: '/doctor/schedule/days',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    ...basis,
    days: z
      .array(
        z.object({
          date: Day,
          slots: z.nullable(z.array(DaySlot).check(z.maxLength(60))),
          note: z.optional(text(200)),
        }),
      )
      .check(z.minLength(1), z.maxLength(62)),
  }),
  reply: Changed,
});

/** Copies the plan of the week that contains `from` to `weeks` weeks, the first of which contains `to`. */
export const copyWeek = operation({
  method: 'POST',
  path: '/doctor/schedule/copy',
  source: 'ours',
  access: 'doctor',
  body: z.object({ ...basis, from: Day, to: Day, weeks: intBetween(scheduleBounds.weeks) }),
  reply: Changed,
});

/** Adds leave; days that have passed and other leave are refused. */
export const addLeave = operation({
  method: 'POST',
  path: '/doctor/schedule/leave',
  source: 'ours',
  access: 'doctor',
  body: z.object({ ...basis, from: Day, to: Day, kind: z.enum(leaveKinds), note: z.optional(text(200)) }),
  reply: z.object({ version: Int, id: LeaveId }),
});

/** Ends leave: its days that have passed stay leave. */
export const endLeave = operation({
  method: 'POST',
  path: '/doctor/schedule/leave/end',
  source: 'ours',
  access: 'doctor',
  body: z.object({ ...basis, id: LeaveId }),
  reply: Changed,
});

/** A doctor of the department with duty state and load. */
export const TeamMember = z.object({
  id: DoctorId,
  name: z.string(),
  titleCode: z.nullable(Int),
  duty: Duty,
  /** Whether a window of the doctor is connected. */
  connected: z.boolean(),
  /** Consultations that run now, and how many the hospital allows at once. */
  active: Int,
  limit: Int,
  /** Patients accepted today. */
  accepted: Int,
  today: PlanDay,
});
export type TeamMember = z.infer<typeof TeamMember>;

/** The doctors of the department that the caller heads. */
export const listTeam = operation({
  method: 'GET',
  path: '/doctor/schedule/team',
  source: 'ours',
  access: 'doctor',
  reply: z.object({ department: z.string(), members: z.array(TeamMember) }),
});

/** The duty states of doctors, and when the next planned hours of those who are away begin. */
export const patientDoctorHours = operation({
  method: 'GET',
  path: '/patient/doctor/hours',
  source: 'ours',
  access: 'patient',
  reply: z.array(
    z.object({ doctorId: DoctorId, duty: z.pick(Duty, { state: true, message: true }), nextTime: z.nullable(Ms) }),
  ),
});
