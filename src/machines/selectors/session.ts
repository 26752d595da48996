import { type ServiceHours, wholeDay } from '../../../clinical/lifecycle/serviceTime.ts';
import {
  type Hospital,
  type Identity,
  type Landing,
  type Login,
  landingOf,
  type Role,
  roleIn,
} from '../../domain/session.ts';
import type { SessionSnapshot } from '../session.ts';

/** The signed-in person, or null. The object stays identical until the person changes. */
export const identityOf = (s: SessionSnapshot): Identity | null => s.context.identity;

/** The sign-in of this tab, or null. */
export const currentLogin = (s: SessionSnapshot): Login | null => s.context.login;

export const accessTokenOf = (s: SessionSnapshot): string | null => s.context.login?.accessToken ?? null;

/** The hospital behind this address; null until it is found. */
export const hospitalOf = (s: SessionSnapshot): Hospital | null => s.context.hospital;

/** The landing page after signing in; null while nobody is signed in or the account is loading. */
export const arrivalOf = (s: SessionSnapshot): Landing | null =>
  s.hasTag('usable') && !s.matches({ active: { account: 'loading' } }) ? landingOf(s.context.account) : null;

/** What the page may show: a loading screen, a hospital problem, "another person signed in", or the screens. */
type PageState = 'opening' | 'unknown' | 'disabled' | 'expired' | 'unreachable' | 'replaced' | 'open';

export function pageState({ value }: SessionSnapshot): PageState {
  if (typeof value === 'object' && 'hospitalProblem' in value) return value.hospitalProblem;
  if (value === 'replaced') return 'replaced';
  return value === 'signedOut' || (typeof value === 'object' && 'active' in value) ? 'open' : 'opening';
}

export const isSignedIn = (s: SessionSnapshot): boolean => s.matches('active');

/** True if somebody logged out in this tab since it was opened. */
export const hasLeft = (s: SessionSnapshot): boolean => s.matches('signedOut') && s.context.epoch > 0;

export const isLocked = (s: SessionSnapshot): boolean => s.hasTag('locked');

/** Null while the account is loading. If the account cannot be loaded, the role is doctor, as on the landing page. */
export const roleOf = (s: SessionSnapshot): Role | null =>
  s.context.account || s.matches({ active: { account: 'unknown' } }) ? roleIn(s.context.account) : null;

/** Whether the platform accepts nothing but a change of the password. */
export const mustChangePassword = (s: SessionSnapshot): boolean => s.context.account?.mustChangePassword === true;

/** The signed-in person's name, or nothing. */
export const ownNameIn = (s: SessionSnapshot): string => s.context.account?.name ?? '';

export const ownPictureIn = (s: SessionSnapshot): string | null => s.context.account?.avatar ?? null;

/** The hospital's name as the account or else the page has it, or nothing. */
export const hospitalNameIn = (s: SessionSnapshot): string =>
  s.context.account?.hospitalName ?? s.context.hospital?.name ?? '';

/** The name of the hospital behind this address, or nothing. */
export const siteNameIn = (s: SessionSnapshot): string => s.context.hospital?.name ?? '';

export const siteLogoIn = (s: SessionSnapshot): string | null => s.context.hospital?.logo ?? null;

/** The hospital's service hours, in which waits count towards their limits. */
export const serviceHoursIn = (s: SessionSnapshot): ServiceHours => s.context.hospital?.serviceHours ?? wholeDay;

/** After how long without input the screen locks. */
export const idleLockMsIn = (s: SessionSnapshot): number => s.context.hospital?.idleLockMs ?? 0;

/** Whether requests can be sent without waiting. */
export const isUsable = (s: SessionSnapshot): boolean => s.hasTag('usable');

/** Whether the person is asked what to do about the expired session. */
export const asksAboutExpiry = (s: SessionSnapshot): boolean => s.hasTag('dialog');

/** Whether the bar says that the session expired. */
export const showsExpiry = (s: SessionSnapshot): boolean => s.hasTag('bar');

export const isSigningInAgain = (s: SessionSnapshot): boolean => s.hasTag('relogin');

/** Whether the session expired because the platform could not be reached. */
export const isExpiredUnreached = (s: SessionSnapshot): boolean => s.context.expiry === 'unreachable';

/** Whether the platform has ended the session, and nobody has logged in again. */
export const isExpiredRefused = (s: SessionSnapshot): boolean => s.context.expiry === 'refused';

export const isNearlyIdle = (s: SessionSnapshot): boolean => s.hasTag('lockNear');

/** Whether a dialog says that the session has expired, or warns that it will lock soon. */
export const hasNotice = (s: SessionSnapshot): boolean => asksAboutExpiry(s) || showsExpiry(s) || isNearlyIdle(s);
