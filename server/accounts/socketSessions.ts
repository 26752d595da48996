import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { limits } from '../../contract/limits.ts';
import { type Database, ofHospital, platformWide } from '../db/connection.ts';
import { endWithin } from '../db/elapsed.ts';
import { type Role, roleOf } from '../db/roles.ts';
import { accessToken, loginSession } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import { UserType } from './caller.ts';
import { hashOf } from './tokens.ts';

/** When an access token expires; null when the token is unknown. The hospital is not known yet, so this is bound to none. */
export async function expiryOf(db: Database, token: string, at: number): Promise<number | null> {
  const isUsable = and(eq(accessToken.hash, hashOf(token)), gt(accessToken.expireTime, at));
  const [row] = await platformWide(db).select({ expireTime: accessToken.expireTime }).from(accessToken).where(isUsable);
  return row ? endWithin(row.expireTime, at, limits.accessTokenMs) : null;
}

/** A valid session, and the account's current role; null for patients. */
export type ActiveSession = { role: Role | null };

/** The sessions among these that are still valid: not ended, with an enabled account and hospital. Covers all hospitals. */
export async function activeSessions(
  db: Database,
  sessionIds: readonly string[],
  at: number,
): Promise<Map<string, ActiveSession>> {
  if (sessionIds.length === 0) return new Map();
  const isTheirs = and(eq(staff.id, loginSession.userId), eq(staff.tenantId, loginSession.tenantId));
  const rows = await platformWide(db)
    .select({
      id: loginSession.id,
      userType: loginSession.userType,
      disabled: staff.disabled,
      isAuditor: staff.isAuditor,
      isAdministrator: staff.isAdministrator,
    })
    .from(loginSession)
    .innerJoin(
      tenant,
      and(
        eq(tenant.id, loginSession.tenantId),
        eq(tenant.disabled, false),
        or(isNull(tenant.expireTime), gt(tenant.expireTime, at)),
      ),
    )
    .leftJoin(staff, isTheirs)
    .where(
      and(inArray(loginSession.id, [...sessionIds]), isNull(loginSession.revokeTime), gt(loginSession.expireTime, at)),
    );
  const valid = rows.filter((row) => row.userType !== UserType.staff || row.disabled === false);
  return new Map(
    valid.map(({ id, isAuditor, isAdministrator }) => [
      id,
      {
        role: isAuditor === null || isAdministrator === null ? null : roleOf({ isAuditor, isAdministrator }),
      },
    ]),
  );
}

/** Whether a person has a session that is still valid. */
export async function isSignedIn(
  db: Database,
  { hospitalId, userType, userId }: { hospitalId: string; userType: number; userId: string },
  at: number,
): Promise<boolean> {
  const rows = await ofHospital(db, hospitalId)
    .select({ id: loginSession.id })
    .from(loginSession)
    .where(
      and(
        eq(loginSession.tenantId, hospitalId),
        eq(loginSession.userType, userType),
        eq(loginSession.userId, userId),
        isNull(loginSession.revokeTime),
        gt(loginSession.expireTime, at),
      ),
    )
    .limit(1);
  const active = await activeSessions(
    db,
    rows.map(({ id }) => id),
    at,
  );
  return active.size > 0;
}
