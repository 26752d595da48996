import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { hospitalMidnight } from '../db/hospitalDay.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { caseInfo, consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { signWithinMs } from '../records/policy.ts';

const expiresWithinMs = 24 * 3_600_000;
const shownAtOnce = 10;

/** The person's prescriptions that expire within a day before they were dispensed. */
export async function expiring(store: HospitalStore, { by, at }: StaffContext) {
  const isDue = store.own(
    prescription,
    eq(prescription.doctorId, by.id),
    inArray(prescription.status, [PrescriptionStatus.pending, PrescriptionStatus.approved]),
    gt(prescription.expireTime, at),
    lte(prescription.expireTime, at + expiresWithinMs),
  );
  const rows = await store.db
    .select({ rx: prescription, ill: patient })
    .from(prescription)
    .innerJoin(patient, and(eq(patient.id, prescription.patientId), store.own(patient)))
    .where(isDue)
    .orderBy(asc(prescription.expireTime))
    .limit(shownAtOnce);
  return { total: await store.db.$count(prescription, isDue), rows };
}

/** The person's ended consultations whose record is not signed and can still be signed. */
export async function unsigned(store: HospitalStore, { by, at }: StaffContext) {
  const isDue = store.own(
    consultOrder,
    eq(consultOrder.doctorId, by.id),
    eq(consultOrder.status, OrderStatus.finished),
    gt(consultOrder.endTime, at - signWithinMs),
    or(isNull(caseInfo.id), isNull(caseInfo.signTime)),
  );
  const ofOrder = and(eq(caseInfo.orderId, consultOrder.id), store.own(caseInfo));
  const rows = await store.db
    .select({ order: consultOrder, ill: patient, total: sql<number>`count(*) over ()::int` })
    .from(consultOrder)
    .innerJoin(patient, and(eq(patient.id, consultOrder.patientId), store.own(patient)))
    .leftJoin(caseInfo, ofOrder)
    .where(isDue)
    .orderBy(asc(consultOrder.endTime))
    .limit(shownAtOnce);
  return { total: rows[0]?.total ?? 0, rows };
}

const dayMs = 86_400_000;
const shownDays = 60;

const Counted = z.object({
  what: z.enum(['accepted', 'finished', 'prescribed']),
  day: z.int(),
  count: z.int(),
  rejected: z.int(),
  waitMs: z.nullable(z.coerce.number()),
});
/** What a doctor did on one day; `day` counts from the first one. */
export type Counted = z.infer<typeof Counted>;

/** The person's work on each of the last days. Days have the same length, because the zone has no summer time. */
export async function workByDay({ db, hospitalId }: HospitalStore, { by, at }: StaffContext) {
  const from = hospitalMidnight(at) - (shownDays - 1) * dayMs;
  const dayOf = (column: string) => sql`((${sql.raw(column)} - ${from}::bigint) / ${dayMs}::bigint)::int`;
  const mine = sql`tenant_id = ${hospitalId}::bigint and doctor_id = ${by.id}::bigint`;
  const { rows } = await db.execute(sql`
select 'accepted' as what, ${dayOf('accept_time')} as day, count(*)::int as count, 0 as rejected,
  round(percentile_cont(0.5) within group (order by accept_time - coalesce(pay_time, create_time)))::bigint as "waitMs"
from consult_order where ${mine} and accept_time >= ${from}::bigint group by 2
union all
select 'finished', ${dayOf('end_time')}, count(*)::int, 0, null
from consult_order where ${mine} and end_time >= ${from}::bigint and status = ${OrderStatus.finished}::int group by 2
union all
select 'prescribed', ${dayOf('create_time')}, count(*)::int, count(*) filter (where status = ${PrescriptionStatus.rejected}::int)::int, null
from prescription where ${mine} and create_time >= ${from}::bigint and submit_time is not null group by 2`);
  return { from, shownDays, found: z.array(Counted).parse(rows) };
}
