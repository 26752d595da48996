import { asc, count, desc, eq, gt, inArray, isNull, max, type SQL } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { pageStaff } from '../../contract/extension/administration.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { StaffRow } from '../accounts/accountQueries.ts';
import { UserType } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { flagsOf } from '../db/roles.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { loginSession } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';

/** How many consultations of each of these doctors are running. */
export async function runningOf(store: HospitalStore, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const isTheirs = [inArray(consultOrder.doctorId, [...ids]), eq(consultOrder.status, OrderStatus.active)];
  const rows = await store.db
    .select({ id: consultOrder.doctorId, running: count() })
    .from(consultOrder)
    .where(store.own(consultOrder, ...isTheirs))
    .groupBy(consultOrder.doctorId);
  return new Map(rows.flatMap(({ id, running }) => (id === null ? [] : [[id, running] as const])));
}

/** How many open sessions these people have, and when each signed in last. */
export async function sessionsOf(store: HospitalStore, ids: readonly string[], at: number) {
  if (ids.length === 0) return { open: new Map<string, number>(), last: new Map<string, number | null>() };
  const isTheirs = [eq(loginSession.userType, UserType.staff), inArray(loginSession.userId, [...ids])];
  const isOpen = [isNull(loginSession.revokeTime), gt(loginSession.expireTime, at)];
  const read = (...conditions: SQL[]) =>
    store.db
      .select({ id: loginSession.userId, number: count(), last: max(loginSession.createTime) })
      .from(loginSession)
      .where(store.own(loginSession, ...isTheirs, ...conditions))
      .groupBy(loginSession.userId);
  const [open, all] = await Promise.all([read(...isOpen), read()]);
  return {
    open: new Map(open.map(({ id, number }) => [id, number])),
    last: new Map(all.map(({ id, last }) => [id, last === null ? null : Number(last)])),
  };
}

type StaffFilter = Pick<RequestOf<typeof pageStaff>, 'role' | 'deptId' | 'state'>;

/** The staff with a role, of a department or in a state; disabled people come last. */
export function staffMatching({ db, own }: HospitalStore, { role, deptId, state }: StaffFilter): Promise<StaffRow[]> {
  const flags = role === undefined ? null : flagsOf(role);
  return db
    .select()
    .from(staff)
    .where(
      own(
        staff,
        ...(flags ? [eq(staff.isAuditor, flags.isAuditor), eq(staff.isAdministrator, flags.isAdministrator)] : []),
        ...(deptId === undefined ? [] : [eq(staff.deptId, String(deptId))]),
        ...(state === undefined ? [] : [eq(staff.disabled, state === 'disabled')]),
      ),
    )
    .orderBy(asc(staff.disabled), asc(staff.username), desc(staff.id));
}
