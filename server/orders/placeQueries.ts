import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { hospitalMidnight } from '../db/hospitalDay.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { doctorsOnly } from '../db/roles.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { consultConfig, staff } from '../db/schema/staff.ts';
import { isNotOnLeave } from './leaveQueries.ts';

export type ConfigRow = typeof consultConfig.$inferSelect;

const { active, awaiting, awaitingPayment } = OrderStatus;

/** A doctor's configuration of one kind of consultation, if there is one. */
export const configOf = (store: HospitalStore, doctorId: string, consultType: number): Promise<ConfigRow | null> =>
  store.first(consultConfig, eq(consultConfig.doctorId, doctorId), eq(consultConfig.consultType, consultType));

/** A doctor's configurations of all kinds. */
export const configsOf = (store: HospitalStore, doctorId: string): Promise<ConfigRow[]> =>
  store.db
    .select()
    .from(consultConfig)
    .where(store.own(consultConfig, eq(consultConfig.doctorId, doctorId)))
    .orderBy(asc(consultConfig.consultType));

/** The doctors who offer a kind of consultation, with what they offer. */
export const offersOfKind = (store: HospitalStore, consultType: number) =>
  store.db
    .select({ config: consultConfig, doctor: staff })
    .from(consultConfig)
    .innerJoin(staff, and(eq(staff.id, consultConfig.doctorId), store.own(staff)))
    .where(
      store.own(
        consultConfig,
        eq(consultConfig.consultType, consultType),
        eq(consultConfig.enabled, true),
        eq(staff.disabled, false),
        doctorsOnly,
      ),
    )
    .orderBy(asc(staff.id));

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
export const placesTaken = (store: HospitalStore, { doctorId, consultType }: ConfigRow, at: number): Promise<number> =>
  store.count(consultOrder, takesPlace(doctorId, consultType, at));

/** What is left of a limit; null without one. */
export const placesLeft = async (limit: number | null, taken: () => Promise<number>): Promise<number | null> =>
  limit === null ? null : Math.max(0, limit - (await taken()));

/** The places of the doctor's day that are left; null without a daily limit. */
export const placesToday = (store: HospitalStore, config: ConfigRow, at: number): Promise<number | null> =>
  placesLeft(config.dailyQuota, () => placesTaken(store, config, at));

/** How many consultations of a kind the doctor has now, with the patients who wait for this doctor only. */
export const consultationsAtOnce = (store: HospitalStore, { doctorId, consultType }: ConfigRow): Promise<number> =>
  store.count(
    consultOrder,
    eq(consultOrder.consultType, consultType),
    or(
      and(eq(consultOrder.doctorId, doctorId), eq(consultOrder.status, active)),
      and(eq(consultOrder.requestedDoctorId, doctorId), eq(consultOrder.status, awaiting)),
    ),
  );

/** How many doctors are set up for a kind, offer it, and can take an order of it today; of all, or of those who are meant. */
export async function offersOf(store: HospitalStore, consultType: number, at: number, ...meant: SQL[]) {
  const { db, own } = store;
  const { doctorId, enabled, dailyQuota, tenantId: hospitalId } = consultConfig;
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
    .innerJoin(staff, and(eq(staff.tenantId, hospitalId), eq(staff.id, doctorId), not(staff.disabled), doctorsOnly))
    .where(own(consultConfig, eq(consultConfig.consultType, consultType), ...meant));
  const { known = 0, offered = 0, free = 0 } = offers ?? {};
  return { known, offered, free };
}

/** Whether another doctor of the department can take an order of this kind today. */
export async function hasColleagueWithPlace(
  store: HospitalStore,
  { id, deptId }: Pick<typeof staff.$inferSelect, 'id' | 'deptId'>,
  consultType: number,
  at: number,
): Promise<boolean> {
  if (deptId === null) return false;
  return (await offersOf(store, consultType, at, eq(staff.deptId, deptId), ne(staff.id, id))).free > 0;
}
