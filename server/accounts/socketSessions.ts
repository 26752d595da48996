import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { accessToken, loginSession } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import { UserType } from './caller.ts';
import { hashOf } from './tokens.ts';

/** When an access token runs out; null when there is none such. Like its holder, it is asked before the hospital is known. */
export async function expiryOf(db: Db, token: string, at: number): Promise<number | null> {
  const isUsable = and(eq(accessToken.hash, hashOf(token)), gt(accessToken.expireTime, at));
  const [row] = await db.select({ expireTime: accessToken.expireTime }).from(accessToken).where(isUsable);
  return row?.expireTime ?? null;
}

/** Whether a login is an auditor's by now. */
export type Standing = { isAuditor: boolean };

/** Which of these logins still stand: not ended, of no closed account and no closed hospital. Of all hospitals at once. */
export async function standing(db: Db, sessionIds: readonly string[], at: number): Promise<Map<string, Standing>> {
  if (sessionIds.length === 0) return new Map();
  const isTheirs = and(eq(staff.id, loginSession.userId), eq(staff.tenantId, loginSession.tenantId));
  const rows = await db
    .select({
      id: loginSession.id,
      userType: loginSession.userType,
      disabled: staff.disabled,
      isAuditor: staff.isAuditor,
    })
    .from(loginSession)
    .innerJoin(tenant, and(eq(tenant.id, loginSession.tenantId), eq(tenant.disabled, false)))
    .leftJoin(staff, isTheirs)
    .where(
      and(inArray(loginSession.id, [...sessionIds]), isNull(loginSession.revokeTime), gt(loginSession.expireTime, at)),
    );
  const stands = rows.filter((row) => row.userType !== UserType.staff || row.disabled === false);
  return new Map(stands.map(({ id, isAuditor }) => [id, { isAuditor: isAuditor === true }]));
}
