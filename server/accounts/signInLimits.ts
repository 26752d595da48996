import { Code } from '../../contract/envelope.ts';
import type { Rates } from '../db/rates.ts';
import { networkOf } from '../http/network.ts';
import type { Wording } from '../http/wordings.ts';
import { ladder, type PasswordFailures } from './passwordFailures.ts';
import { hashOf } from './tokens.ts';

const minuteMs = 60_000;
const suspicionMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/**
 * Who tries to get in, and from where. The address is the peer's own, never one that a header claims; `knownDevice` is the
 * device that the account's owner has signed in from before, if this is one.
 */
export type Attempt = { tenantId: string; account: string; ip: string; knownDevice: string | null };

/** What the caller can show. Each is used up, so it is called only when it is needed. */
type Proofs = {
  puzzle: () => Promise<boolean>;
  /** The code of an SMS: null where none was sent along, otherwise why it is refused, or null. */
  code: (() => Promise<Code | null>) | null;
};

/** Why a password is not looked at. `failures` is how many wrong ones there were, of the account or the network. */
export type Barred = { admitted: false; code: Code; says?: Wording; data: unknown; failures: number };

/** A try whose password may be looked at; how it ended is reported once. */
export type Admitted = { admitted: true; failed(): Promise<void>; succeeded(): Promise<void> };

type Needs = { rates: Rates; failures: PasswordFailures; canSendCodes: () => boolean; now: () => number };

function keysOf({ tenantId, account, ip, knownDevice }: Attempt) {
  const network = networkOf(ip);
  const from = knownDevice === null ? network : `device ${hashOf(knownDevice)}`;
  return {
    tries: `tries:${tenantId}:${account}:${from}`,
    /** A known device has failures of its own, so that strangers' failures cost its owner nothing. */
    account: knownDevice === null ? `${tenantId}:${account}` : `${tenantId}:${account}:${from}`,
    /** The part of the account's failures that comes from this network. */
    part: `part:${tenantId}:${account}:${network}`,
    network: `failed:${network}`,
    flood: `flood:${network}`,
    /** The account's part of one window of the network's failures, which the window's end names. */
    share: (windowEnd: number) => `failed:${tenantId}:${account}:${network}:${windowEnd}`,
  };
}

const barred = (code: Code, failures: number, data: unknown = null): Barred => ({
  admitted: false,
  code,
  data,
  failures,
});

/**
 * Makes guessing a password dear without locking anybody out. What a try costs rises with the wrong passwords of the account,
 * whatever addresses they came from (`ladder`), and a network that fails often solves a puzzle for every account. A device
 * that the account's owner has used pays only for its own failures, and a code by SMS is always a way in.
 */
export function createSignInLimits({ rates, failures, canSendCodes, now }: Needs) {
  function later(freeTime: number, count: number): Barred {
    const retryAfterMs = Math.max(1_000, freeTime - now());
    const data = { retryAfterMs, seconds: Math.ceil(retryAfterMs / 1_000) };
    return { ...barred(Code.tooManyRequests, count, data), says: 'signInDelayed' };
  }

  return {
    /** Counts a try, which is taken as wrong until `succeeded` is called. */
    async admit(attempt: Attempt, proofs: Proofs): Promise<Admitted | Barred> {
      const keys = keysOf(attempt);
      const isKnown = attempt.knownDevice !== null;
      const tries = await rates.hit(keys.tries, minuteMs);
      if (tries.count > 10) return barred(Code.tooManyRequests, tries.count);
      if (!isKnown && (await rates.current(keys.flood)).count >= 60) return barred(Code.tooManyRequests, 60);

      const { count, freeTime } = await failures.current(keys.account);
      const needsCode = count >= ladder.codeFrom && canSendCodes();
      if (needsCode) {
        const wrong = proofs.code === null ? Code.signInCodeRequired : await proofs.code();
        if (wrong !== null) return barred(wrong, count);
      } else {
        if (freeTime > now()) return later(freeTime, count);
        const ofNetwork = isKnown ? 0 : (await rates.current(keys.network)).count;
        const most = Math.max(count, ofNetwork);
        if (most >= ladder.puzzleFrom && !(await proofs.puzzle())) return barred(Code.captchaRequired, most);
      }
      if (!(await failures.charge(keys.account, { waits: !needsCode })))
        return later((await failures.current(keys.account)).freeTime, count);

      return {
        admitted: true,
        async failed() {
          if (isKnown) return;
          await rates.hit(keys.part, dayMs);
          const { expireTime } = await rates.hit(keys.network, suspicionMs);
          await rates.hit(keys.share(expireTime), suspicionMs);
          await rates.hit(keys.flood, minuteMs);
        },
        /**
         * Forgives what this device or network failed for this account itself: not what it failed for other accounts, nor
         * what the account failed elsewhere.
         */
        async succeeded() {
          const own = isKnown ? count : (await rates.current(keys.part)).count;
          await failures.takeBack(keys.account, own + 1);
          await rates.clear(keys.tries);
          if (isKnown) return;
          const share = keys.share((await rates.current(keys.network)).expireTime);
          const ofShare = (await rates.current(share)).count;
          if (ofShare > 0) await rates.lower(keys.network, ofShare);
          for (const key of [keys.part, share]) await rates.clear(key);
        },
      };
    },
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
