import { Code } from '../../contract/envelope.ts';
import type { Rates } from '../db/rates.ts';
import { networkOf } from '../http/network.ts';

const minuteMs = 60_000;
const suspicionMs = 15 * minuteMs;

/** Who tries to get in, and from where; the address is the peer's own, never one that a header claims. */
export type Attempt = { tenantId: string; account: string; ip: string };

function keysOf({ tenantId, account, ip }: Attempt) {
  const network = networkOf(ip);
  return {
    tries: `tries:${tenantId}:${account}:${network}`,
    account: `failed:${tenantId}:${account}`,
    address: `failed:${network}`,
    flood: `flood:${network}`,
    /** The account's part of one window of the network's failures, which the window's end names. */
    share: (windowEnd: number) => `failed:${tenantId}:${account}:${network}:${windowEnd}`,
  };
}

/**
 * Slows guessing down without locking anybody out: ten tries a minute for one account from one address, sixty failures a
 * minute for one address, and after three failures within a quarter of an hour a puzzle before each further try.
 */
export function createSignInLimits(rates: Rates) {
  return {
    /** Counts a try. `solved` uses up the caller's puzzle ticket and is asked only when one is needed. */
    async admit(attempt: Attempt, solved: () => Promise<boolean>): Promise<Code | null> {
      const keys = keysOf(attempt);
      if ((await rates.hit(keys.tries, minuteMs)).count > 10) return Code.tooManyRequests;
      if ((await rates.current(keys.flood)).count >= 60) return Code.tooManyRequests;
      const failures = [await rates.current(keys.account), await rates.current(keys.address)];
      const suspicious = failures.some(({ count }) => count >= 3);
      return suspicious && !(await solved()) ? Code.captchaRequired : null;
    },
    async failed(attempt: Attempt): Promise<void> {
      const keys = keysOf(attempt);
      await rates.hit(keys.account, suspicionMs);
      const { expireTime } = await rates.hit(keys.address, suspicionMs);
      await rates.hit(keys.share(expireTime), suspicionMs);
      await rates.hit(keys.flood, minuteMs);
    },
    /**
     * Forgives the account's own failures: this network those that it has seen itself, and not those of other accounts.
     * What the account failed elsewhere is no merit of this network.
     */
    async succeeded(attempt: Attempt): Promise<void> {
      const keys = keysOf(attempt);
      const { expireTime } = await rates.current(keys.address);
      const share = keys.share(expireTime);
      const { count } = await rates.current(share);
      if (count > 0) await rates.lower(keys.address, count);
      for (const key of [keys.tries, keys.account, share]) await rates.clear(key);
    },
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
