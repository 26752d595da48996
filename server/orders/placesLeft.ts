import { and, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import { hospitalMidnight } from '../db/hospitalDay.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { consultConfig } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';

export type ConfigRow = typeof consultConfig.$inferSelect;

const { active, awaiting, awaitingPayment } = OrderStatus;

/** A doctor's configuration of one kind of consultation, if there is one. */
export const configOf = (store: Tenanted, doctorId: string, consultType: number): Promise<ConfigRow | null> =>
  store.first(consultConfig, eq(consultConfig.doctorId, doctorId), eq(consultConfig.consultType, consultType));

/**
 * The orders that take a place of the doctor's day. An order for a doctor whom the patient chose takes one on the day on
 * which it was placed, unless it ended before it was accepted; any other one on the day on which it was accepted.
 */
function takesPlace(doctorId: string, consultType: number, at: number): SQL | undefined {
  const midnight = hospitalMidnight(at);
  const chosen = and(
    eq(consultOrder.requestedDoctorId, doctorId),
    gte(consultOrder.createTime, midnight),
    or(isNotNull(consultOrder.acceptTime), inArray(consultOrder.status, [awaitingPayment, awaiting])),
  );
  const accepted = and(
    eq(consultOrder.doctorId, doctorId),
    isNull(consultOrder.requestedDoctorId),
    gte(consultOrder.acceptTime, midnight),
  );
  return and(eq(consultOrder.consultType, consultType), or(chosen, accepted));
}

/** How many places of the doctor's day are taken. */
export const placesTaken = (store: Tenanted, { doctorId, consultType }: ConfigRow, at: number): Promise<number> =>
  store.count(consultOrder, takesPlace(doctorId, consultType, at));

/** How many consultations of a kind the doctor has now, with the patients who wait for this doctor only. */
export const consultationsAtOnce = (store: Tenanted, { doctorId, consultType }: ConfigRow): Promise<number> =>
  store.count(
    consultOrder,
    eq(consultOrder.consultType, consultType),
    or(
      and(eq(consultOrder.doctorId, doctorId), eq(consultOrder.status, active)),
      and(eq(consultOrder.requestedDoctorId, doctorId), eq(consultOrder.status, awaiting)),
    ),
  );

/** Why the chosen doctor can take no further order of this kind; null if there is a place. */
export async function refusalOfChosen(store: Tenanted, config: ConfigRow, at: number): Promise<Refused | null> {
  const { dailyQuota, maxConcurrent } = config;
  if (dailyQuota !== null && (await placesTaken(store, config, at)) >= dailyQuota)
    return refusedWith(Code.orderLimitReached, 'doctorsDayFull', { limit: dailyQuota });
  if (maxConcurrent !== null && (await consultationsAtOnce(store, config)) >= maxConcurrent)
    return refusedWith(Code.orderLimitReached, 'doctorBusy', { limit: maxConcurrent });
  return null;
}

type Offers = { offered: number; free: number };

/**
 * Why no doctor of the hospital can take a further order of this kind today; null if one can. A hospital that has set up
 * no doctor for the kind accepts every order.
 */
export async function refusalOfAll(store: Tenanted, consultType: number, at: number): Promise<Refused | null> {
  const midnight = hospitalMidnight(at);
  const { rows } = await store.db.execute<Offers & { known: number }>(sql`
select count(*)::int as known,
  count(*) filter (where c.enabled)::int as offered,
  count(*) filter (where c.enabled and (c.daily_quota is null or c.daily_quota > (
    select count(*) from consult_order o
    where o.tenant_id = c.tenant_id and o.consult_type = c.consult_type
      and ((o.doctor_id = c.doctor_id and o.requested_doctor_id is null and o.accept_time >= ${midnight}::bigint)
        or (o.requested_doctor_id = c.doctor_id and o.create_time >= ${midnight}::bigint
          and (o.accept_time is not null or o.status in (${awaitingPayment}, ${awaiting}))))
  )))::int as free
from consult_config c join staff s on s.tenant_id = c.tenant_id and s.id = c.doctor_id and not s.disabled and not s.is_auditor
where c.tenant_id = ${store.tenantId} and c.consult_type = ${consultType}`);
  const { known = 0, offered = 0, free = 0 } = rows[0] ?? {};
  if (known === 0 || free > 0) return null;
  return offered === 0
    ? refusedWith(Code.badRequest, 'kindNotOffered', { field: 'consultType' })
    : refusedWith(Code.orderLimitReached, 'hospitalsDayFull');
}
