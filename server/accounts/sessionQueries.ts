import { and, desc, eq, gt, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { loginSession, refreshToken } from '../db/schema/sessions.ts';
import { auditTrail } from '../db/schema/trail.ts';
import { findStaffById } from './accountQueries.ts';
import { type StaffCaller, UserType } from './caller.ts';
import { mostSignIns, type OpenSessions, type RefusedSignIn, type SessionRow } from './sessionWire.ts';

const recentMs = 30 * 24 * 3_600_000;
const mostSessions = 200;

/** The sessions of a person, as a condition of a query. */
export const ofHolder = ({ id }: StaffCaller): SQL | undefined =>
  and(eq(loginSession.userType, UserType.staff), eq(loginSession.userId, id));

/** The open sessions of a person, the latest opened first, and when each was renewed last. */
export async function openSessionsOf(store: HospitalStore, user: StaffCaller, now: number): Promise<OpenSessions> {
  const open = store.own(
    loginSession,
    ofHolder(user),
    isNull(loginSession.revokeTime),
    gt(loginSession.expireTime, now),
  );
  const sessions = await store.db
    .select()
    .from(loginSession)
    .where(open)
    .orderBy(desc(loginSession.id))
    .limit(mostSessions);
  const ids = sessions.map(({ id }) => id);
  const renewals = await store.db
    .select({ id: refreshToken.sessionId, time: sql<string>`max(${refreshToken.createTime})` })
    .from(refreshToken)
    .where(store.own(refreshToken, inArray(refreshToken.sessionId, ids)))
    .groupBy(refreshToken.sessionId);
  return { sessions, renewedAt: new Map(renewals.map(({ id, time }) => [id, Number(time)])) };
}

/** The sessions that a person has opened in the last 30 days, the latest first. */
export const acceptedSignIns = (store: HospitalStore, user: StaffCaller, now: number): Promise<SessionRow[]> =>
  store.db
    .select()
    .from(loginSession)
    .where(store.own(loginSession, ofHolder(user), gte(loginSession.createTime, now - recentMs)))
    .orderBy(desc(loginSession.id))
    .limit(mostSignIns);

/** Refused attempts for this account in the last 30 days. Rows of earlier versions name it by what was typed. */
export async function refusedSignIns(store: HospitalStore, user: StaffCaller, now: number): Promise<RefusedSignIn[]> {
  const who = await findStaffById(store, user.id);
  if (!who) return [];
  const { time, ip, entity, action, outcome, detail } = auditTrail;
  // Written out, so that the planner finds the index of these rows.
  const isRefusedSignIn = sql`${entity} = 'session' and ${outcome} = 'refused' and ${action} = 'create'`;
  const named = or(
    eq(sql`${detail} ->> 'accountId'`, who.id),
    inArray(sql`${detail} ->> 'account'`, [who.username, who.mobile]),
  );
  return store.db
    .select({ time, ip })
    .from(auditTrail)
    .where(store.own(auditTrail, isRefusedSignIn, gte(time, now - recentMs), named))
    .orderBy(desc(time))
    .limit(mostSignIns);
}
