import type { listTeam, PlanDay, patientDoctorHours } from '../../contract/extension/schedule.ts';
import { DoctorId, LeaveId } from '../../contract/ids.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { StaffRow } from '../accounts/accountQueries.ts';
import type { Language } from '../accounts/caller.ts';
import { dutyOf } from '../accounts/duty.ts';
import type { Person } from '../accounts/peopleQueries.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { scheduleLeave } from '../db/schema/schedules.ts';
import { type PlanSources, planOn } from './plan.ts';

type Member = ReplyInputOf<typeof listTeam>['members'][number];

/** The days of a doctor's plan; `by` is the name of somebody else who planned a day. */
export const daysOnWire = (
  doctorId: string,
  { sources, dates }: { sources: PlanSources; dates: readonly string[] },
  person: (id: string) => Person,
): PlanDay[] =>
  dates.map((date) => {
    const { plannedBy, ...planned } = planOn(sources, date);
    return { date, ...planned, by: plannedBy === null || plannedBy === doctorId ? null : person(plannedBy).name };
  });

export const leaveOnWire = ({ id, fromDate, toDate, kind, note }: typeof scheduleLeave.$inferSelect) => ({
  id: LeaveId.parse(id),
  from: fromDate,
  to: toDate,
  kind,
  note,
});

/** A doctor as the head of the department sees them. */
export const memberOnWire = (
  doctor: StaffRow,
  load: Pick<Member, 'connected' | 'active' | 'limit' | 'accepted' | 'today'>,
  language: Language,
): Member => ({
  id: DoctorId.parse(doctor.id),
  name: inLanguage(language, doctor.name, doctor.nameEn),
  titleCode: doctor.titleCode,
  duty: dutyOf(doctor),
  ...load,
});

/** A doctor as their patients see them. */
export function hoursOnWire(
  doctor: StaffRow,
  nextTime: number | null,
): ReplyInputOf<typeof patientDoctorHours>[number] {
  const { state, message } = dutyOf(doctor);
  return { doctorId: DoctorId.parse(doctor.id), duty: { state, message }, nextTime };
}
