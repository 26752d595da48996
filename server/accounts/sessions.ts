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

/** The two tokens of a login and when the access token runs out. */
export type Issued = { userId: string; accessToken: string; refreshToken: string; expiresTime: number };

/** What presenting a refresh token comes to. `stolen`: it was used long after its successor, so the whole login has ended. */
export type Renewal =
  | { outcome: 'renewed'; issued: Issued }
  | { outcome: 'unknown' }
  | { outcome: 'expired' }
  | { outcome: 'stolen'; holder: Holder };

async function keepTokens(tx: Transaction, sessionId: string, access: string, refresh: string, at: number) {
  const expireTime = at + limits.accessTokenMs;
  await tx.add(accessToken, { hash: hashOf(access), sessionId, expireTime });
  await tx.add(refreshToken, { hash: hashOf(refresh), sessionId, createTime: at, rotateTime: null });
  return expireTime;
}

/** Begins a login. Its refresh tokens end 30 days from now, however often they are renewed. */
export async function openSession(
  tx: Transaction,
  { userType, userId }: Holder,
  origin: Origin,
  at: number,
): Promise<Issued> {
  const expireTime = at + limits.refreshTokenMs;
  const session = await tx.add(loginSession, { userType, userId, ...origin, createTime: at, expireTime });
  const [access, refresh] = [newSecret(), newSecret()];
  const expiresTime = await keepTokens(tx, session.id, access, refresh, at);
  return { userId, accessToken: access, refreshToken: refresh, expiresTime };
}

/** Ends the given logins: their tokens are dead and their sockets hear of it. */
async function end(
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

/** Ends the one login that a token belongs to, dead or alive. */
export async function endSessionOf(tx: Transaction, token: string, reason: string, at: number): Promise<Holder | null> {
  const hash = hashOf(token);
  const known =
    (await tx.first(accessToken, eq(accessToken.hash, hash))) ??
    (await tx.first(refreshToken, eq(refreshToken.hash, hash)));
  if (!known) return null;
  const sessions = await tx.rows(loginSession, eq(loginSession.id, known.sessionId), isNull(loginSession.revokeTime));
  await end(tx, sessions, reason, at);
  return sessions[0] ?? null;
}

/** Ends all logins of a person, but for the one named. */
export async function endSessionsOf(
  tx: Transaction,
  holder: Holder,
  except: string | null,
  reason: string,
  at: number,
) {
  const { userType, userId } = holder;
  const mine = [eq(loginSession.userType, userType), eq(loginSession.userId, userId), isNull(loginSession.revokeTime)];
  await end(
    tx,
    await tx.rows(loginSession, ...mine, except === null ? undefined : ne(loginSession.id, except)),
    reason,
    at,
  );
}

/** Whether the account behind a login has been switched off since. */
async function isBarred(tx: Transaction, { userType, userId }: Holder): Promise<boolean> {
  if (userType !== UserType.staff) return false;
  const who = await tx.first(staff, eq(staff.id, userId));
  return who === null || who.disabled;
}

/** Ends the logins of accounts that have been switched off; sockets hear of it at once. */
export async function endBarredSessions({
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
  const barred = await db
    .selectDistinct({ tenantId: staff.tenantId, userId: staff.id })
    .from(staff)
    .innerJoin(loginSession, and(theirs, open))
    .where(eq(staff.disabled, true));
  for (const { tenantId, userId } of barred) {
    const holder = { userType: UserType.staff, userId };
    await uow.run(tenantId, (tx) => endSessionsOf(tx, holder, null, 'account disabled', now()));
  }
}

/**
 * Renews a login. The first use of a refresh token rotates it and leaves the old access token 30 s for requests in
 * flight; a repeat within 120 s gets the same successor (a browser may have lost the first answer); a later one is theft.
 */
export async function renew(tx: Transaction, key: string, presented: string, at: number): Promise<Renewal> {
  const held = await tx.locked(refreshToken, eq(refreshToken.hash, hashOf(presented)));
  if (!held) return { outcome: 'unknown' };
  const session = await tx.first(loginSession, eq(loginSession.id, held.sessionId));
  if (!session || session.revokeTime !== null) return { outcome: 'unknown' };
  if (session.expireTime <= at) return { outcome: 'expired' };
  if (await isBarred(tx, session)) return { outcome: 'unknown' };
  const access = successorOf(key, 'access', presented);
  const refresh = successorOf(key, 'refresh', presented);
  const issue = (expiresTime: number): Renewal => ({
    outcome: 'renewed',
    issued: { userId: session.userId, accessToken: access, refreshToken: refresh, expiresTime },
  });
  if (held.rotateTime === null) {
    const fading = and(eq(accessToken.sessionId, session.id), gt(accessToken.expireTime, at + limits.accessOverlapMs));
    await tx.change(accessToken, { expireTime: at + limits.accessOverlapMs }, fading);
    await tx.change(refreshToken, { rotateTime: at }, eq(refreshToken.hash, held.hash));
    return issue(await keepTokens(tx, session.id, access, refresh, at));
  }
  if (at - held.rotateTime > limits.refreshGraceMs) {
    await end(tx, [session], 'replayed', at);
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

/** Who holds an access token. It is asked before the hospital is known, so it is the one look-up that is bound to none. */
export async function holderOf(db: Db, token: string, at: number) {
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

/** Removes sessions and tokens that can never be used again. An expired access token still names the session of a late logout. */
export async function forgetOldSessions(db: Db, at: number): Promise<void> {
  await db.delete(accessToken).where(lte(accessToken.expireTime, at - limits.refreshTokenMs));
  await db.delete(loginSession).where(lte(loginSession.expireTime, at - limits.refreshTokenMs));
}
