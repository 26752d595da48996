import { dayAfter } from '../../contract/days.ts';
import { Code } from '../../contract/envelope.ts';
import type { listTeam, patientDoctorHours } from '../../contract/extension/schedule.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import { findStaffById, type StaffRow } from '../accounts/accountQueries.ts';
import type { CallContext } from '../accounts/caller.ts';
import { isOnDuty } from '../accounts/duty.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { consultSettings } from '../orders/consultSettings.ts';
import { orderCountsOf } from '../orders/countQueries.ts';
import { horizonDays, nextStart } from './plan.ts';
import { headedBy } from './policy.ts';
import { doctorsOf, readHours, readSources } from './queries.ts';
import { planDaysOf } from './readPlans.ts';
import { hoursOnWire, memberOnWire } from './wire.ts';

/** Which members of staff have an open connection. */
export type ConnectedStaff = (hospitalId: string) => Promise<ReadonlySet<string>>;

/** The department's doctors with duty state, load and today's plan, for its head. */
export const readTeam =
  ({ connectedStaff }: { connectedStaff: ConnectedStaff }) =>
  async (_: unknown, { by, at, store, language }: CallContext): Promise<Outcome<ReplyInputOf<typeof listTeam>>> => {
    const head = await findStaffById(store, by.id);
    const department = head && headedBy(head, language);
    if (!department) return refusedWith(Code.forbidden, 'noDepartmentHeaded');
    const doctors = await doctorsOf(store, head.deptId ?? '');
    const today = hospitalDay(at);
    const [sourcesOf, { maxActive }, connected] = await Promise.all([
      readSources(
        store,
        doctors.map(({ id }) => id),
        { from: today, to: today },
      ),
      consultSettings(store),
      connectedStaff(by.hospitalId),
    ]);
    const member = async (doctor: StaffRow) => {
      const { id } = doctor;
      const [counts, days] = await Promise.all([
        orderCountsOf(store, id, at),
        planDaysOf(store, id, { sources: sourcesOf(id), dates: [today] }, language),
      ]);
      const load = {
        connected: connected.has(id),
        active: counts.active,
        limit: maxActive,
        accepted: counts.today,
        today: days[0] ?? { date: today, source: 'week' as const, slots: [], note: '', by: null },
      };
      return memberOnWire(doctor, load, language);
    };
    return done({ department, members: await Promise.all(doctors.map(member)) });
  };

/** Whether the hospital's doctors are there, and when those who are away come back, as their patients see it. */
export async function readDoctorHours(
  _: unknown,
  { at, store }: CallContext<unknown>,
): Promise<Outcome<ReplyInputOf<typeof patientDoctorHours>>> {
  const doctors = await doctorsOf(store);
  const today = hospitalDay(at);
  const range = { from: today, to: dayAfter(today, horizonDays) };
  const ids = doctors.map(({ id }) => id);
  const [hours, sourcesOf] = await Promise.all([readHours(store), readSources(store, ids, range)]);
  const nextTimeOf = (doctor: StaffRow) => (isOnDuty(doctor) ? null : nextStart(sourcesOf(doctor.id), hours, at));
  return done(doctors.map((doctor) => hoursOnWire(doctor, nextTimeOf(doctor))));
}
