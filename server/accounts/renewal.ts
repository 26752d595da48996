import { and, eq, gt, isNull } from 'drizzle-orm';
import { limits } from '../../contract/limits.ts';
import { endWithin, skewMs } from '../db/elapsed.ts';
import { accessToken, loginSession, refreshToken } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { UserType } from './caller.ts';
import { endSessions, type Holder, type Issued, storeTokens } from './sessions.ts';
import { hashOf, successorOf } from './tokens.ts';

/** The result of a renewal. `stolen`: the token was reused long after its rotation, so the whole session has ended. */
type Renewal =
  | { outcome: 'renewed'; issued: Issued }
  | { outcome: 'unknown' }
  | { outcome: 'expired' }
  | { outcome: 'stolen'; holder: Holder };

type RefreshToken = typeof refreshToken.$inferSelect;

/** Whether the account of a session has been disabled. */
async function isDisabled(tx: Transaction, { userType, userId }: Holder): Promise<boolean> {
  if (userType !== UserType.staff) return false;
  const who = await tx.first(staff, eq(staff.id, userId));
  return who === null || who.disabled;
}

/**
 * Whether a token that was rotated before is presented again only because its answer was lost. The time of a rotation
 * before the clock was set back says nothing: then its successor must be unused, and the time to repeat it begins now.
 */
async function isRepeat(tx: Transaction, { hash, rotateTime }: RefreshToken, successorHash: string, at: number) {
  if (rotateTime === null || rotateTime <= at + skewMs) return at - (rotateTime ?? at) <= limits.refreshGraceMs;
  const successor = await tx.first(refreshToken, eq(refreshToken.hash, successorHash), isNull(refreshToken.rotateTime));
  if (successor) await tx.change(refreshToken, { rotateTime: at }, eq(refreshToken.hash, hash));
  return successor !== null;
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
  if (!(await isRepeat(tx, presentedToken, hashOf(refresh), at))) {
    await endSessions(tx, [session], 'replayed', at);
    return { outcome: 'stolen', holder: session };
  }
  const issued = await tx.first(accessToken, eq(accessToken.hash, hashOf(access)));
  return issue(endWithin(issued?.expireTime ?? at, at, limits.accessTokenMs));
}
