import { and, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import { limits } from '../../contract/limits.ts';
import type { Db } from '../db/connection.ts';
import { rowReader } from '../db/rowReader.ts';
import { patient } from '../db/schema/patients.ts';
import { accessToken, loginSession, refreshToken } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { UserType } from './caller.ts';
import { hashOf, newSecret, successorOf } from './tokens.ts';

/** A person of either kind. */
export type Holder = { userType: number; userId: string };
type Origin = { ip: string; userAgent: string };

/** The two tokens of a session, and when the access token expires. */
export type Issued = { userId: string; accessToken: string; refreshToken: string; expiresTime: number };

/** The result of a renewal. `stolen`: the token was reused long after its rotation, so the whole session has ended. */
export type Renewal =
  | { outcome: 'renewed'; issued: Issued }
  | { outcome: 'unknown' }
  | { outcome: 'expired' }
  | { outcome: 'stolen'; holder: Holder };

async function storeTokens(tx: Transaction, sessionId: string, access: string, refresh: string, at: number) {
  const expireTime = at + limits.accessTokenMs;
  await tx.add(accessToken, { hash: hashOf(access), sessionId, expireTime });
  await tx.add(refreshToken, { hash: hashOf(refresh), sessionId, createTime: at, rotateTime: null });
  return expireTime;
}

/** Opens a session. Its refresh tokens expire 30 days from now, however often they are renewed. */
export async function openSession(
  tx: Transaction,
  { userType, userId }: Holder,
  origin: Origin,
  at: number,
): Promise<Issued> {
  const expireTime = at + limits.refreshTokenMs;
  const session = await tx.add(loginSession, { userType, userId, ...origin, createTime: at, expireTime });
  const [access, refresh] = [newSecret(), newSecret()];
  const expiresTime = await storeTokens(tx, session.id, access, refresh, at);
  return { userId, accessToken: access, refreshToken: refresh, expiresTime };
}

/** Ends sessions: their tokens become invalid, and the event disconnects their sockets. */
async function endSessions(
  tx: Transaction,
  sessions: { id: string; userType: number; userId: string }[],
  reason: string,
  at: number,
) {
  const ids = sessions.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.change(loginSession, { revokeTime: at, revokeReason: reason }, inArray(loginSession.id, ids));
  await tx.remove(accessToken, inArray(accessToken.sessionId, ids));
  for (const { id, userType, userId } of sessions)
    tx.announce({ type: 'session.revoked', userType, userId, sessionIds: [id], reason });
}

/** Ends the session of a token, whether or not the token is still valid. */
export async function endSessionOf(tx: Transaction, token: string, reason: string, at: number): Promise<Holder | null> {
  const hash = hashOf(token);
  const known =
    (await tx.first(accessToken, eq(accessToken.hash, hash))) ??
    (await tx.first(refreshToken, eq(refreshToken.hash, hash)));
  if (!known) return null;
  const sessions = await tx.rows(loginSession, eq(loginSession.id, known.sessionId), isNull(loginSession.revokeTime));
  await endSessions(tx, sessions, reason, at);
  return sessions[0] ?? null;
}

/** Ends all sessions of a person, except the given one. */
export async function endSessionsOf(
  tx: Transaction,
  holder: Holder,
  except: string | null,
  reason: string,
  at: number,
) {
  const { userType, userId } = holder;
  const mine = [eq(loginSession.userType, userType), eq(loginSession.userId, userId), isNull(loginSession.revokeTime)];
  await endSessions(
    tx,
    await tx.rows(loginSession, ...mine, except === null ? undefined : ne(loginSession.id, except)),
    reason,
    at,
  );
}

/** Whether the account of a session has been disabled. */
async function isDisabled(tx: Transaction, { userType, userId }: Holder): Promise<boolean> {
  if (userType !== UserType.staff) return false;
  const who = await tx.first(staff, eq(staff.id, userId));
  return who === null || who.disabled;
}

/** Ends the sessions of disabled accounts. */
export async function endDisabledSessions({
  db,
  uow,
  now,
}: {
  db: Db;
  uow: UnitOfWork;
  now: () => number;
}): Promise<void> {
  const theirs = and(eq(loginSession.tenantId, staff.tenantId), eq(loginSession.userId, staff.id));
  const open = and(eq(loginSession.userType, UserType.staff), isNull(loginSession.revokeTime));
  const disabled = await db
    .selectDistinct({ tenantId: staff.tenantId, userId: staff.id })
    .from(staff)
    .innerJoin(loginSession, and(theirs, open))
    .where(eq(staff.disabled, true));
  for (const { tenantId, userId } of disabled) {
    const holder = { userType: UserType.staff, userId };
    await uow.run(tenantId, (tx) => endSessionsOf(tx, holder, null, 'account disabled', now()));
  }
}

/**
 * Renews a session. The first use of a refresh token rotates it, and the old access token stays valid for 30 s for requests
 * in flight. A repeat within 120 s gets the same successor, because the first answer may have been lost; a later one is theft.
 */
export async function renewSession(tx: Transaction, key: string, presented: string, at: number): Promise<Renewal> {
  const presentedToken = await tx.locked(refreshToken, eq(refreshToken.hash, hashOf(presented)));
  if (!presentedToken) return { outcome: 'unknown' };
  const session = await tx.first(loginSession, eq(loginSession.id, presentedToken.sessionId));
  if (!session || session.revokeTime !== null) return { outcome: 'unknown' };
  if (session.expireTime <= at) return { outcome: 'expired' };
  if (await isDisabled(tx, session)) return { outcome: 'unknown' };
  const access = successorOf(key, 'access', presented);
  const refresh = successorOf(key, 'refresh', presented);
  const issue = (expiresTime: number): Renewal => ({
    outcome: 'renewed',
    issued: { userId: session.userId, accessToken: access, refreshToken: refresh, expiresTime },
  });
  if (presentedToken.rotateTime === null) {
    const isLongLived = and(
      eq(accessToken.sessionId, session.id),
      gt(accessToken.expireTime, at + limits.accessOverlapMs),
    );
    await tx.change(accessToken, { expireTime: at + limits.accessOverlapMs }, isLongLived);
    await tx.change(refreshToken, { rotateTime: at }, eq(refreshToken.hash, presentedToken.hash));
    return issue(await storeTokens(tx, session.id, access, refresh, at));
  }
  if (at - presentedToken.rotateTime > limits.refreshGraceMs) {
    await endSessions(tx, [session], 'replayed', at);
    return { outcome: 'stolen', holder: session };
  }
  const issued = await tx.first(accessToken, eq(accessToken.hash, hashOf(access)));
  return issue(issued?.expireTime ?? at);
}

const readers = {
  session: rowReader(loginSession, 's'),
  staff: rowReader(staff, 'd'),
  patient: rowReader(patient, 'p'),
};

/** The account of an access token. The hospital is not known yet, so this query is bound to none. */
export async function findTokenHolder(db: Db, token: string, at: number) {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
select ${readers.session.columns}, ${readers.staff.columns}, ${readers.patient.columns}, a.expire_time as token_expire_time
from access_token a
join login_session s on s.id = a.session_id
left join staff d on s.user_type = ${UserType.staff}::int and d.id = s.user_id and d.tenant_id = s.tenant_id
left join patient p on s.user_type = ${UserType.patient}::int and p.id = s.user_id and p.tenant_id = s.tenant_id
where a.hash = ${hashOf(token)} and a.expire_time > ${at}::bigint and s.revoke_time is null and s.expire_time > ${at}::bigint`);
  const [found] = rows;
  if (!found) return null;
  return {
    session: readers.session.read(found),
    staff: found.d_id === null ? null : readers.staff.read(found),
    patient: found.p_id === null ? null : readers.patient.read(found),
    expireTime: Number(found.token_expire_time),
  };
}

/** Removes sessions and tokens that can never be used again. Expired access tokens are retained for late logouts. */
export async function removeExpiredSessions(db: Db, at: number): Promise<void> {
  await db.delete(accessToken).where(lte(accessToken.expireTime, at - limits.refreshTokenMs));
  await db.delete(loginSession).where(lte(loginSession.expireTime, at - limits.refreshTokenMs));
}
