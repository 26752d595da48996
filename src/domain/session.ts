import type { ServiceHours } from '../../clinical/lifecycle/serviceTime.ts';
import type { Tokens } from '../../contract/http/auth.ts';
import type { AccountId, DoctorId, HospitalId } from '../../contract/ids.ts';
import type { Owner } from './owner.ts';

/** The link to the platform as the doctor sees it. `since` is epoch ms on this machine. */
export type Connection =
  | { readonly state: 'online'; readonly since: number }
  | { readonly state: 'reconnecting'; readonly since: number }
  | { readonly state: 'offline'; readonly since: number };

/** A stored sign-in: the specification's loginInfo, and when to renew it by this machine's clock. */
export type Login = Tokens & {
  /** Null if the access token's lifetime is unknown; then only a refusal renews it. */
  readonly renewAt: number | null;
};

/** Whether the same person has a later access token by now. */
export const isNewerLogin = (login: Login, known: Login | null): boolean =>
  known?.userId === login.userId && known.accessToken !== login.accessToken && login.expiresTime >= known.expiresTime;

/** The owner of requests, drafts and messages. Work of one identity is never sent under another. */
export type Identity = Owner & {
  /** Rises with each change of person and each logout in this tab. */
  readonly epoch: number;
};

/** The hospital behind the site's host. */
export type Hospital = {
  readonly id: HospitalId;
  readonly name: string;
  readonly logo: string | null;
  /** The screen locks after this time without keyboard or pointer input. */
  readonly idleLockMs: number;
  /** When somebody is there to act: a wait is overdue only by this time. */
  readonly serviceHours: ServiceHours;
};

/** The signed-in person: the specification's userInfo with their role. */
export type Account = {
  readonly memberAccountId: AccountId;
  readonly doctorId: DoctorId;
  readonly name: string;
  readonly avatar: string | null;
  readonly isAuditor: boolean;
  readonly isAdministrator?: boolean | undefined;
  /** The platform refuses everything else until the password is changed. */
  readonly mustChangePassword?: boolean | undefined;
  readonly hospitalName: string | null;
};

export type Role = 'doctor' | 'reviewer' | 'administrator';

/** Without an account the role is doctor. */
export const roleIn = (account: Account | null): Role =>
  account?.isAdministrator ? 'administrator' : account?.isAuditor ? 'reviewer' : 'doctor';

const landings = { doctor: '/', reviewer: '/prescriptionTask', administrator: '/administration' } as const;

export type Landing = (typeof landings)[Role];

/** The first page after signing in. */
export const landingOf = (account: Account | null): Landing => landings[roleIn(account)];

const renewAheadMs = 60_000;
const shortestKnownLifeMs = 15_000;

/**
 * When to renew an access token, by this machine's clock: a minute before it expires, or at four fifths of a short
 * lifetime. The expiry is server time, so the lifetime is measured on the server's clock; an implausible lifetime is
 * ignored.
 */
export function renewTimeOf(expiresTime: number, { now, serverNow }: { now: number; serverNow: number }) {
  const lifeMs = expiresTime - serverNow;
  if (!(lifeMs >= shortestKnownLifeMs)) return null;
  return now + lifeMs - Math.min(renewAheadMs, lifeMs / 5);
}

/** The hospital of this address, or why there is none. */
export type HospitalAnswer =
  | { readonly outcome: 'found'; readonly hospital: Hospital }
  | { readonly outcome: 'unknown' | 'disabled' | 'expired' };

/** The stored sign-in of this browser, if any. Its token may have expired and its screen may be locked. */
export type Restored =
  | { readonly outcome: 'nothing' }
  | {
      readonly outcome: 'fresh' | 'stale' | 'freshLocked' | 'staleLocked';
      readonly login: Login;
      readonly account: Account | null;
    };

/** Result of a renewal. Only `refused` is final; `unreachable` is retried. */
export type Renewal =
  | { readonly outcome: 'renewed'; readonly login: Login }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unreachable'; readonly retryAt: number }
  | { readonly outcome: 'otherPerson' }
  | { readonly outcome: 'signedOut' };

/** `spent`: this token must not be renewed again; only a newer token in storage can be used. */
export type RefreshInput = {
  readonly login: Login | null;
  readonly hospital: Hospital | null;
  readonly spent: boolean;
};
