import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { endStaffSession, staffSessions } from '../../contract/extension/operations.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { type CallContext, type StaffCaller, UserType } from '../accounts/caller.ts';
import { deviceOf } from '../accounts/ownSessions.ts';
import { endSessions } from '../accounts/sessions.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { roleOf } from '../db/roles.ts';
import { loginSession, refreshToken } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';
import { networkOf } from '../http/network.ts';
import { appendTrail } from '../trail/trail.ts';

type Listed = z.input<(typeof staffSessions)['reply']>;

const mostSessions = 500;

/** The open sessions of the hospital's staff, or of one of them, the latest used first. */
export async function readStaffSessions(
  { staffId }: RequestOf<typeof staffSessions>,
  { by, at, store }: CallContext<StaffCaller>,
): Promise<Outcome<Listed>> {
  const { id, userId, userType, ip, userAgent, createTime, expireTime, revokeTime } = loginSession;
  const renewed = sql<string | null>`(select max(${refreshToken.createTime}) from ${refreshToken}
    where ${refreshToken.sessionId} = ${id} and ${refreshToken.tenantId} = ${store.tenantId}::bigint)`;
  const isTheirs = staffId === undefined ? undefined : eq(userId, staffId);
  const isOpen = and(eq(userType, UserType.staff), isTheirs, isNull(revokeTime), gt(expireTime, at));
  const rows = await store.db
    .select({ id, ip, userAgent, createTime, renewed, who: staff })
    .from(loginSession)
    .innerJoin(staff, and(eq(staff.id, userId), store.own(staff)))
    .where(store.own(loginSession, isOpen))
    .orderBy(desc(id))
    .limit(mostSessions);
  const list = rows
    .map(({ who, ...row }) => {
      const current = row.id === by.sessionId;
      return {
        id: row.id,
        staff: { id: who.id, username: who.username, name: who.name, nameEn: who.nameEn, role: roleOf(who) },
        device: deviceOf(row.userAgent),
        network: networkOf(row.ip),
        signInTime: row.createTime,
        lastTime: current ? at : Number(row.renewed ?? row.createTime),
        current,
      };
    })
    .toSorted((a, b) => b.lastTime - a.lastTime);
  return done(list);
}

/** Ends a session of the hospital's staff; patients' sessions are none of an administrator's. */
export const endSession = ({ id }: RequestOf<typeof endStaffSession>, { by, at, store }: CallContext) =>
  store.run(async (tx) => {
    const found = await tx.locked(
      loginSession,
      eq(loginSession.id, id),
      inArray(loginSession.userType, [UserType.staff]),
    );
    if (!found) return refused(Code.notFound);
    if (found.revokeTime === null) await endSessions(tx, [found], 'ended by an administrator', at);
    await appendTrail(tx, by, at, {
      action: 'cancel',
      entity: 'session',
      entityId: id,
      patientId: null,
      purpose: null,
      outcome: 'ok',
      detail: { staffId: found.userId },
    });
    return done(true as const);
  });
