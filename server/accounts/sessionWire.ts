import bowser from 'bowser';
import type { Device, OpenSession, SignIn, sessionEnds } from '../../contract/extension/sessions.ts';
import type { loginSession } from '../db/schema/sessions.ts';
import type { StaffCaller } from './caller.ts';

export type SessionRow = typeof loginSession.$inferSelect;
export type OpenSessions = { sessions: readonly SessionRow[]; renewedAt: ReadonlyMap<string, number> };
export type RefusedSignIn = { time: number; ip: string | null };

/** No more sign-ins of a person are read and shown. */
export const mostSignIns = 100;

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

/** Open sessions for the person themselves; the current one comes first, then the latest used. */
export function openSessionsOnWire(
  { sessions, renewedAt }: OpenSessions,
  { sessionId }: StaffCaller,
  now: number,
): OpenSession[] {
  const shown = sessions.map(({ id, userAgent, ip, createTime }) => {
    const current = id === sessionId;
    const lastTime = current ? now : (renewedAt.get(id) ?? createTime);
    return { id, device: deviceOf(userAgent), ip, signInTime: createTime, lastTime, current };
  });
  return shown.toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastTime - a.lastTime);
}

function acceptedOnWire({ createTime, ip, userAgent, revokeTime, revokeReason, expireTime }: SessionRow, now: number) {
  const expired = revokeTime === null && expireTime <= now;
  const end = revokeTime === null ? null : (endOf[revokeReason ?? ''] ?? 'other');
  return {
    time: createTime,
    ip,
    device: deviceOf(userAgent),
    outcome: 'ok',
    end: expired ? 'expired' : end,
    endTime: expired ? expireTime : revokeTime,
  } satisfies SignIn;
}

const refusedOnWire = ({ time, ip }: RefusedSignIn): SignIn => ({
  time,
  ip: ip ?? '',
  device: null,
  outcome: 'refused',
  end: null,
  endTime: null,
});

/** Sign-ins and refused attempts, newest first. */
export function signInsOnWire(
  accepted: readonly SessionRow[],
  refused: readonly RefusedSignIn[],
  now: number,
): SignIn[] {
  const all: SignIn[] = [...accepted.map((row) => acceptedOnWire(row, now)), ...refused.map(refusedOnWire)];
  return all.toSorted((a, b) => b.time - a.time).slice(0, mostSignIns);
}
