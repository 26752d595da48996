import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { UserType } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { clientReport } from '../db/schema/reports.ts';
import { loginSession, refreshToken } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';

const maxErrors = 50;

/** The errors that browsers of the hospital reported, the latest first. */
export const reportedErrors = (store: HospitalStore) =>
  store.db
    .select()
    .from(clientReport)
    .where(store.own(clientReport))
    .orderBy(desc(clientReport.lastTime))
    .limit(maxErrors);

const mostSessions = 500;

/** The open sessions of the hospital's staff, or of one of them, the latest opened first. */
export function openStaffSessions(store: HospitalStore, staffId: string | undefined, at: number) {
  const { id, userId, userType, ip, userAgent, createTime, expireTime, revokeTime } = loginSession;
  const renewed = sql<string | null>`(select max(${refreshToken.createTime}) from ${refreshToken}
    where ${refreshToken.sessionId} = ${id} and ${refreshToken.tenantId} = ${store.hospitalId}::bigint)`;
  const isTheirs = staffId === undefined ? undefined : eq(userId, staffId);
  const isOpen = and(eq(userType, UserType.staff), isTheirs, isNull(revokeTime), gt(expireTime, at));
  return store.db
    .select({ id, ip, userAgent, createTime, renewed, who: staff })
    .from(loginSession)
    .innerJoin(staff, and(eq(staff.id, userId), store.own(staff)))
    .where(store.own(loginSession, isOpen))
    .orderBy(desc(id))
    .limit(mostSessions);
}
