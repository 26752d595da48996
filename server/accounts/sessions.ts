import { and, eq, gt, inArray, isNull, lte, ne } from 'drizzle-orm';
import { limits } from '../../contract/limits.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { skewMs } from '../db/elapsed.ts';
import { accessToken, loginSession, refreshToken } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { UserType } from './caller.ts';
import { hashOf, newSecret } from './tokens.ts';

/** A person of either kind. */
export type Holder = { userType: number; userId: string };
type Origin = { ip: string; userAgent: string; signingLocked?: boolean };

/** The two tokens of a session, and when the access token expires. */
export type Issued = { userId: string; accessToken: string; refreshToken: string; expiresTime: number };

/** Stores the hashes of a new pair of tokens; returns when the access token expires. */
export async function storeTokens(tx: Transaction, sessionId: string, access: string, refresh: string, at: number) {
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
  if (userType === UserType.staff) tx.announce({ type: 'own.changed', staffIds: [userId], part: 'sessions' });
  const session = await tx.add(loginSession, { userType, userId, ...origin, createTime: at, expireTime });
  const [access, refresh] = [newSecret(), newSecret()];
  const expiresTime = await storeTokens(tx, session.id, access, refresh, at);
  return { userId, accessToken: access, refreshToken: refresh, expiresTime };
}

/** Ends sessions: their tokens become invalid, and the event disconnects their sockets. */
export async function endSessions(
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
  // After the ends, so that a session that is over does not hear of it.
  const people = sessions.flatMap(({ userType, userId }) => (userType === UserType.staff ? userId : []));
  for (const userId of new Set(people)) tx.announce({ type: 'own.changed', staffIds: [userId], part: 'sessions' });
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

/** Ends all sessions of a person, except the given one; returns how many. */
export async function endSessionsOf(
  tx: Transaction,
  holder: Holder,
  except: string | null,
  reason: string,
  at: number,
): Promise<number> {
  const { userType, userId } = holder;
  const mine = [eq(loginSession.userType, userType), eq(loginSession.userId, userId), isNull(loginSession.revokeTime)];
  const sessions = await tx.rows(loginSession, ...mine, except === null ? undefined : ne(loginSession.id, except));
  await endSessions(tx, sessions, reason, at);
  return sessions.length;
}

/** Ends the sessions of disabled accounts. */
export async function endDisabledSessions({
  db,
  uow,
  now,
}: {
  db: Database;
  uow: UnitOfWork;
  now: () => number;
}): Promise<void> {
  const theirs = and(eq(loginSession.tenantId, staff.tenantId), eq(loginSession.userId, staff.id));
  const open = and(eq(loginSession.userType, UserType.staff), isNull(loginSession.revokeTime));
  const disabled = await platformWide(db)
    .selectDistinct({ tenantId: staff.tenantId, userId: staff.id })
    .from(staff)
    .innerJoin(loginSession, and(theirs, open))
    .where(eq(staff.disabled, true));
  for (const { tenantId: hospitalId, userId } of disabled) {
    const holder = { userType: UserType.staff, userId };
    await uow.run(hospitalId, (tx) => endSessionsOf(tx, holder, null, 'account disabled', now()));
  }
}

/** Shortens tokens and sessions of a clock that was ahead to their whole life from now. Nobody is signed out by it. */
export async function shortenSessions(database: Database, at: number): Promise<void> {
  const db = platformWide(database);
  const [tokenEnd, sessionEnd] = [at + limits.accessTokenMs, at + limits.refreshTokenMs];
  const { expireTime } = accessToken;
  await db
    .update(accessToken)
    .set({ expireTime: tokenEnd })
    .where(gt(expireTime, tokenEnd + skewMs));
  const isLonger = and(isNull(loginSession.revokeTime), gt(loginSession.expireTime, sessionEnd + skewMs));
  await db.update(loginSession).set({ expireTime: sessionEnd }).where(isLonger);
}

/** Removes sessions and tokens that can never be used again. Expired access tokens are retained for late logouts. */
export async function removeExpiredSessions(database: Database, at: number): Promise<void> {
  const db = platformWide(database);
  await db.delete(accessToken).where(lte(accessToken.expireTime, at - limits.refreshTokenMs));
  await db.delete(loginSession).where(lte(loginSession.expireTime, at - limits.refreshTokenMs));
}
