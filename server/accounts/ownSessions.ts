import bowser from 'bowser';
import { and, desc, eq, gt, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Device, OpenSession, SignIn, sessionEnds } from '../../contract/extension/sessions.ts';
import { loginSession, refreshToken } from '../db/schema/sessions.ts';
import { auditTrail } from '../db/schema/trail.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { findStaffById } from './accountLookup.ts';
import { type StaffCaller, UserType } from './caller.ts';

const recentMs = 30 * 24 * 3_600_000;
const mostSignIns = 100;
const mostSessions = 200;

const kinds: Readonly<Record<string, Device['kind']>> = { desktop: 'desktop', tablet: 'tablet', mobile: 'mobile' };

/** The browser or program as it named itself at the sign-in. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: null, system: null, kind: null };
  const { browser, os, platform } = bowser.parse(userAgent);
  const [major] = browser.version?.split('.') ?? [];
  return {
    browser: browser.name ? [browser.name, major].filter(Boolean).join(' ') : null,
    system: os.name ?? null,
    kind: kinds[platform.type ?? ''] ?? null,
  };
}

/** The reasons that sessions are stored with, as the wire names them. */
const endOf: Readonly<Record<string, (typeof sessionEnds)[number]>> = {
  'signed out': 'signedOut',
  'ended by the person': 'endedByPerson',
  'password changed': 'passwordChanged',
  'mobile changed': 'mobileChanged',
  'account disabled': 'accountDisabled',
  replayed: 'replayed',
};

/** The sessions of a person. */
export const ofHolder = ({ id }: StaffCaller): SQL | undefined =>
  and(eq(loginSession.userType, UserType.staff), eq(loginSession.userId, id));

/** The open sessions of a person with their last renewal; the current one comes first. */
export async function openSessionsOf(store: Tenanted, user: StaffCaller, now: number): Promise<OpenSession[]> {
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
  const renewedAt = new Map(renewals.map(({ id, time }) => [id, Number(time)]));
  return sessions
    .map(({ id, userAgent, ip, createTime }) => {
      const current = id === user.sessionId;
      const lastTime = current ? now : (renewedAt.get(id) ?? createTime);
      return { id, device: deviceOf(userAgent), ip, signInTime: createTime, lastTime, current };
    })
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastTime - a.lastTime);
}

async function acceptedSignIns(store: Tenanted, user: StaffCaller, now: number): Promise<SignIn[]> {
  const recent = store.own(loginSession, ofHolder(user), gte(loginSession.createTime, now - recentMs));
  const sessions = await store.db
    .select()
    .from(loginSession)
    .where(recent)
    .orderBy(desc(loginSession.id))
    .limit(mostSignIns);
  return sessions.map(({ createTime, ip, userAgent, revokeTime, revokeReason, expireTime }) => {
    const expired = revokeTime === null && expireTime <= now;
    const end = revokeTime === null ? null : (endOf[revokeReason ?? ''] ?? 'other');
    return {
      time: createTime,
      ip,
      device: deviceOf(userAgent),
      outcome: 'ok',
      end: expired ? 'expired' : end,
      endTime: expired ? expireTime : revokeTime,
    };
  });
}

/** Refused attempts for this account. Rows of earlier versions name it by what was typed. */
async function refusedSignIns(store: Tenanted, user: StaffCaller, now: number): Promise<SignIn[]> {
  const who = await findStaffById(store, user.id);
  if (!who) return [];
  const { time, ip, entity, action, outcome, detail } = auditTrail;
  // Written out, so that the planner finds the index of these rows.
  const isRefusedSignIn = sql`${entity} = 'session' and ${outcome} = 'refused' and ${action} = 'create'`;
  const named = or(
    eq(sql`${detail} ->> 'accountId'`, who.id),
    inArray(sql`${detail} ->> 'account'`, [who.username, who.mobile]),
  );
  const rows = await store.db
    .select({ time, ip })
    .from(auditTrail)
    .where(store.own(auditTrail, isRefusedSignIn, gte(time, now - recentMs), named))
    .orderBy(desc(time))
    .limit(mostSignIns);
  return rows.map((row) => ({
    time: row.time,
    ip: row.ip ?? '',
    device: null,
    outcome: 'refused',
    end: null,
    endTime: null,
  }));
}

/** Sign-ins and refused attempts of the last 30 days, newest first. */
export async function signInsOf(store: Tenanted, user: StaffCaller, now: number): Promise<SignIn[]> {
  const all = [...(await acceptedSignIns(store, user, now)), ...(await refusedSignIns(store, user, now))];
  return all.toSorted((a, b) => b.time - a.time).slice(0, mostSignIns);
}
