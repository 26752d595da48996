import { and, count, eq, gt, gte, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import { hospitalMidnight } from '../db/hospitalDay.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import { doctorsOnly } from '../db/roles.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { consultConfig, staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { isNotOnLeave, onLeaveUntil } from './leave.ts';

export type ConfigRow = typeof consultConfig.$inferSelect;

const { active, awaiting, awaitingPayment } = OrderStatus;

/** A doctor's configuration of one kind of consultation, if there is one. */
export const configOf = (store: Tenanted, doctorId: string, consultType: number): Promise<ConfigRow | null> =>
  store.first(consultConfig, eq(consultConfig.doctorId, doctorId), eq(consultConfig.consultType, consultType));

/**
 * The orders that take a place of the doctor's day. An order for a doctor whom the patient chose takes one on the day on
 * which it was placed, unless it ended before it was accepted; any other one on the day on which it was accepted.
 */
function takesPlace(doctorId: string | AnyPgColumn, consultType: number, at: number): SQL | undefined {
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

/** What is left of a limit; null without one. */
export const placesLeft = async (limit: number | null, taken: () => Promise<number>): Promise<number | null> =>
  limit === null ? null : Math.max(0, limit - (await taken()));

/** The places of the doctor's day that are left; null without a daily limit. */
export const placesToday = (store: Tenanted, config: ConfigRow, at: number): Promise<number | null> =>
  placesLeft(config.dailyQuota, () => placesTaken(store, config, at));

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
  const { doctorId, dailyQuota, maxConcurrent } = config;
  const until = await onLeaveUntil(store, doctorId, at);
  if (until !== null) return refusedWith(Code.orderLimitReached, 'doctorOnLeave', { until });
  if (dailyQuota !== null && (await placesTaken(store, config, at)) >= dailyQuota)
    return refusedWith(Code.orderLimitReached, 'doctorsDayFull', { limit: dailyQuota });
  if (maxConcurrent !== null && (await consultationsAtOnce(store, config)) >= maxConcurrent)
    return refusedWith(Code.orderLimitReached, 'doctorBusy', { limit: maxConcurrent });
  return null;
}

/** How many doctors are set up for a kind, offer it, and can take an order of it today; of all, or of those who are meant. */
async function offersOf(store: Tenanted, consultType: number, at: number, ...meant: SQL[]) {
  const { db, own } = store;
  const { doctorId, enabled, dailyQuota, tenantId } = consultConfig;
  const taken = db
    .select({ count: count() })
    .from(consultOrder)
    .where(own(consultOrder, takesPlace(doctorId, consultType, at)));
  const hasPlace = and(or(isNull(dailyQuota), gt(dailyQuota, taken)), isNotOnLeave(store, doctorId, at));
  const [offers] = await db
    .select({
      known: count(),
      offered: sql<number>`count(*) filter (where ${enabled})::int`,
      free: sql<number>`count(*) filter (where ${and(enabled, hasPlace)})::int`,
    })
    .from(consultConfig)
    .innerJoin(staff, and(eq(staff.tenantId, tenantId), eq(staff.id, doctorId), not(staff.disabled), doctorsOnly))
    .where(own(consultConfig, eq(consultConfig.consultType, consultType), ...meant));
  const { known = 0, offered = 0, free = 0 } = offers ?? {};
  return { known, offered, free };
}

/**
 * Why no doctor of the hospital can take a further order of this kind today; null if one can. A hospital that has set up
 * no doctor for the kind accepts every order.
 */
export async function refusalOfAll(store: Tenanted, consultType: number, at: number): Promise<Refused | null> {
  const { known, offered, free } = await offersOf(store, consultType, at);
  if (known === 0 || free > 0) return null;
  return offered === 0
    ? refusedWith(Code.badRequest, 'kindNotOffered', { field: 'consultType' })
    : refusedWith(Code.orderLimitReached, 'hospitalsDayFull');
}

/** Whether another doctor of the department can take an order of this kind today. */
export async function hasColleagueWithPlace(
  store: Tenanted,
  { id, deptId }: Pick<typeof staff.$inferSelect, 'id' | 'deptId'>,
  consultType: number,
  at: number,
): Promise<boolean> {
  if (deptId === null) return false;
  return (await offersOf(store, consultType, at, eq(staff.deptId, deptId), ne(staff.id, id))).free > 0;
}
