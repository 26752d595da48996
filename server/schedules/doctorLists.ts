import { asc, eq } from 'drizzle-orm';
import { dayAfter } from '../../contract/days.ts';
import { Code } from '../../contract/envelope.ts';
import type { listTeam, patientDoctorHours } from '../../contract/extension/schedule.ts';
import { DoctorId } from '../../contract/ids.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import { findStaffById, type StaffRow } from '../accounts/accountLookup.ts';
import type { CallContext } from '../accounts/caller.ts';
import { dutyOf } from '../accounts/duty.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { doctorsOnly } from '../db/roles.ts';
import { staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { consultSettings } from '../orders/consultSettings.ts';
import { countsOf } from '../orders/orderCounts.ts';
import { readHours } from './hours.ts';
import { horizonDays, nextStart } from './plan.ts';
import { headedBy, planDaysOf, readSources } from './readPlans.ts';

/** Which members of staff have an open connection. */
export type ConnectedStaff = (tenantId: string) => Promise<ReadonlySet<string>>;

const doctorsOf = ({ db, own }: Tenanted, ...conditions: Parameters<Tenanted['own']>[1][]) =>
  db
    .select()
    .from(staff)
    .where(own(staff, doctorsOnly, eq(staff.disabled, false), ...conditions))
    .orderBy(asc(staff.id));

/** The department's doctors with duty state, load and today's plan, for its head. */
export const readTeam =
  ({ connectedStaff }: { connectedStaff: ConnectedStaff }) =>
  async (_: unknown, { by, at, store, language }: CallContext): Promise<Outcome<ReplyInputOf<typeof listTeam>>> => {
    const head = await findStaffById(store, by.id);
    const department = head && headedBy(head, language);
    if (!department) return refusedWith(Code.forbidden, 'noDepartmentHeaded');
    const doctors = await doctorsOf(store, eq(staff.deptId, head.deptId ?? ''));
    const today = hospitalDay(at);
    const [sourcesOf, { maxActive }, connected] = await Promise.all([
      readSources(
        store,
        doctors.map(({ id }) => id),
        { from: today, to: today },
      ),
      consultSettings(store),
      connectedStaff(by.tenantId),
    ]);
    const member = async (doctor: StaffRow) => {
      const { id, name, nameEn, titleCode } = doctor;
      const [counts, days] = await Promise.all([
        countsOf(store, id, at),
        planDaysOf(store, id, sourcesOf(id), { dates: [today], language }),
      ]);
      return {
        id: DoctorId.parse(id),
        name: inLanguage(language, name, nameEn),
        titleCode,
        duty: dutyOf(doctor),
        connected: connected.has(id),
        active: counts.active,
        limit: maxActive,
        accepted: counts.today,
        today: days[0] ?? { date: today, source: 'week' as const, slots: [], note: '', by: null },
      };
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
  const shown = doctors.map((doctor) => {
    const { state, message } = dutyOf(doctor);
    const nextTime = state === 'away' ? nextStart(sourcesOf(doctor.id), hours, at) : null;
    return { doctorId: DoctorId.parse(doctor.id), duty: { state, message }, nextTime };
  });
  return done(shown);
}
