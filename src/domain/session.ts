import type { Tokens } from '../../contract/http/auth.ts';
import type { AccountId, DoctorId, TenantId } from '../../contract/ids.ts';
import type { Owner } from './owner.ts';

/** A sign-in as this browser keeps it: the specification's loginInfo, and when to renew it by this machine's clock. */
export type Login = Tokens & {
  /** Null where the life of the access token is not known; then only a refusal renews it. */
  readonly renewAt: number | null;
};

/** Whom work belongs to. A request, draft or message of one identity never goes out under another. */
export type Identity = Owner & {
  /** Grows with each change of person and each logout in this tab. */
  readonly epoch: number;
};

/** The hospital behind the site's host. */
export type Tenant = {
  readonly id: TenantId;
  readonly name: string;
  readonly logo: string | null;
  /** After this time without a key or pointer the screen locks. */
  readonly idleLockMs: number;
};

/** Who has signed in: the specification's userInfo with the auditor flag. */
export type Account = {
  readonly memberAccountId: AccountId;
  readonly doctorId: DoctorId;
  readonly name: string;
  readonly avatar: string | null;
  readonly isAuditor: boolean;
  readonly hospitalName: string | null;
};

/** Where a person lands after signing in (specification, section 2). */
export const landingOf = (account: Account | null): '/' | '/prescriptionTask' =>
  account?.isAuditor ? '/prescriptionTask' : '/';

const renewAheadMs = 60_000;
const shortestKnownLifeMs = 15_000;

/**
 * When to renew an access token, by this machine's clock: a minute before its end, or at four fifths of a short life.
 * The end is the server's time, so its life is measured on the server's clock; a life that makes no sense is not used.
 */
export function renewTimeOf(expiresTime: number, { now, serverNow }: { now: number; serverNow: number }) {
  const lifeMs = expiresTime - serverNow;
  if (!(lifeMs >= shortestKnownLifeMs)) return null;
  return now + lifeMs - Math.min(renewAheadMs, lifeMs / 5);
}
