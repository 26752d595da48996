import { Code } from '../../contract/envelope.ts';
import type { Rates } from '../db/rates.ts';
import { networkOf } from '../http/network.ts';
import type { Wording } from '../http/wordings.ts';
import { failureLimits, type PasswordFailures } from './passwordFailures.ts';
import { bitsOfAccount, type PuzzleCost } from './puzzleCost.ts';
import { hashOf } from './tokens.ts';

const minuteMs = 60_000;
const suspicionMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/**
 * A sign-in attempt. The address is that of the connection, never one from a header; `knownDevice` is set when the account's
 * owner has signed in from this device before.
 */
export type Attempt = { hospitalId: string; account: string; ip: string; knownDevice: string | null };

/** The proofs of a request. Checking one consumes it, so it is called only when it is needed. */
type Proofs = {
  /** Whether a puzzle is solved that cost at least these bits of work. */
  puzzle: (minBits: number) => Promise<boolean>;
  /** Checks the SMS code and returns why it is refused, or null; null when the request has no code. */
  code: (() => Promise<Code | null>) | null;
};

/** Why a password is not checked. `failures` is the number of wrong ones of the account or the network. */
export type Denied = { admitted: false; code: Code; wording?: Wording; data: unknown; failures: number };

/** An attempt whose password may be checked; the caller then reports its result. */
export type Admitted = { admitted: true; failed(): Promise<void>; succeeded(): Promise<void> };

type Needs = {
  rates: Rates;
  failures: PasswordFailures;
  puzzleCost: PuzzleCost;
  canSendCodes: () => boolean;
  now: () => number;
};

function keysOf({ hospitalId, account, ip, knownDevice }: Attempt) {
  const network = networkOf(ip);
  const from = knownDevice === null ? network : `device ${hashOf(knownDevice)}`;
  return {
    tries: `tries:${hospitalId}:${account}:${from}`,
    /** A known device has its own count, so that wrong passwords of strangers do not affect the owner. */
    account: knownDevice === null ? `${hospitalId}:${account}` : `${hospitalId}:${account}:${from}`,
    /** The part of the account's failures that comes from this network. */
    part: `part:${hospitalId}:${account}:${network}`,
    network: `failed:${network}`,
    flood: `flood:${network}`,
    /** The account's part of the network's failures in one time window, which is identified by its end. */
    share: (windowEnd: number) => `failed:${hospitalId}:${account}:${network}:${windowEnd}`,
  };
}

const denied = (code: Code, failures: number, data: unknown = null): Denied => ({
  admitted: false,
  code,
  data,
  failures,
});

/**
 * Makes guessing passwords expensive without locking anybody out. The limits of an account (`failureLimits`) depend on its
 * wrong passwords from all addresses; a network with many failures needs a puzzle for every account. A device that the owner
 * has used before has its own count, and signing in with an SMS code is always possible.
 */
export function createSignInLimits({ rates, failures, puzzleCost, canSendCodes, now }: Needs) {
  function delayed(freeTime: number, count: number): Denied {
    const retryAfterMs = Math.max(1_000, freeTime - now());
    const data = { retryAfterMs, seconds: Math.ceil(retryAfterMs / 1_000) };
    return { ...denied(Code.tooManyRequests, count, data), wording: 'passwordDelayed' };
  }

  return {
    /** Forgets the wrong passwords of an account from everywhere, because an administrator vouches for its owner. */
    unlock: ({ hospitalId, account }: Pick<Attempt, 'hospitalId' | 'account'>) =>
      failures.forget(`${hospitalId}:${account}`),

    /** Counts an attempt as wrong until `succeeded` is called. */
    async admit(attempt: Attempt, proofs: Proofs): Promise<Admitted | Denied> {
      const keys = keysOf(attempt);
      const isKnown = attempt.knownDevice !== null;
      const tries = await rates.hit(keys.tries, minuteMs);
      if (tries.count > 10) return denied(Code.tooManyRequests, tries.count);
      if (!isKnown && (await rates.current(keys.flood, minuteMs)).count >= 60) return denied(Code.tooManyRequests, 60);

      const { count, freeTime } = await failures.current(keys.account);
      const needsCode = count >= failureLimits.codeFrom && canSendCodes();
      if (needsCode) {
        const wrong = proofs.code === null ? Code.signInCodeRequired : await proofs.code();
        if (wrong !== null) return denied(wrong, count);
      } else {
        if (freeTime > now()) return delayed(freeTime, count);
        const ofNetwork = isKnown ? 0 : (await rates.current(keys.network, suspicionMs)).count;
        const most = Math.max(count, ofNetwork);
        if (most >= failureLimits.puzzleFrom && !(await proofs.puzzle(bitsOfAccount(count)))) {
          await puzzleCost.demand(attempt.hospitalId, attempt.ip, count);
          return denied(Code.captchaRequired, most + (await puzzleCost.extraBits(attempt.hospitalId)));
        }
      }
      if (!(await failures.countAttempt(keys.account, { waits: !needsCode })))
        return delayed((await failures.current(keys.account)).freeTime, count);

      return {
        admitted: true,
        async failed() {
          await puzzleCost.noteFailure(attempt.hospitalId);
          if (isKnown) return;
          await rates.hit(keys.part, dayMs);
          const { expireTime } = await rates.hit(keys.network, suspicionMs);
          await rates.hit(keys.share(expireTime), suspicionMs);
          await rates.hit(keys.flood, minuteMs);
        },
        /**
         * Forgives the wrong passwords of this device or network for this account, but not those for other accounts or from
         * elsewhere.
         */
        async succeeded() {
          const own = isKnown ? count : (await rates.current(keys.part, dayMs)).count;
          await failures.forgive(keys.account, own + 1);
          await rates.clear(keys.tries);
          if (isKnown) return;
          const share = keys.share((await rates.current(keys.network, suspicionMs)).expireTime);
          const ofShare = (await rates.current(share, suspicionMs)).count;
          if (ofShare > 0) await rates.lower(keys.network, ofShare);
          for (const key of [keys.part, share]) await rates.clear(key);
        },
      };
    },
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
