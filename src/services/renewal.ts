import { refreshToken, Tokens } from '../../contract/http/auth.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import { limits } from '../../contract/limits.ts';
import { interpret, isTemporary, type Received } from '../domain/answers.ts';
import type { RefreshInput, Renewal } from '../domain/session.ts';
import { type Login, renewTimeOf } from '../domain/session.ts';
import type { Http } from './http.ts';
import type { Locks } from './locks.ts';
import type { ServerClock } from './serverClock.ts';
import type { StoredTokens, TokenStore } from './tokenStore.ts';

type Needs = {
  readonly http: Http;
  readonly store: TokenStore;
  readonly locks: Locks;
  readonly clock: ServerClock;
  readonly now: () => number;
  readonly announceRenewed: (login: Login) => void;
};

/** A frozen tab may hold the lock forever; a renewal normally takes less than this. */
const lockWaitMs = 5_000;
const retryAfterMs = 15_000;

/**
 * Renews tokens once for a whole browser profile: under a lock, re-reading the stored tokens first, so that a rotated
 * refresh token is never used twice.
 */
export function createRenewal({ http, store, locks, clock, now, announceRenewed }: Needs) {
  const unreachable = (): Renewal => ({ outcome: 'unreachable', retryAt: now() + retryAfterMs });
  const timed = (tokens: Tokens): Login => ({
    ...tokens,
    renewAt: renewTimeOf(tokens.expiresTime, { now: now(), serverNow: clock.now() }),
  });

  /** The owner of an access token; null if the platform rejects it or cannot be reached. */
  async function ownerOf(access: string, signal: AbortSignal) {
    const answer = interpret(
      await http.get(getDoctorInfo.path, { token: access, signal, timeoutMs: limits.refreshTimeoutMs }),
    );
    const info = answer.outcome === 'success' ? getDoctorInfo.reply.safeParse(answer.data) : null;
    return info?.success ? info.data.memberAccountId : null;
  }

  /** Adopts newer tokens written by another tab or another program on this origin, after checking whose they are. */
  async function adopt(stored: StoredTokens, { login, hospital }: RefreshInput, signal: AbortSignal): Promise<Renewal> {
    if (stored.access === null) return { outcome: 'signedOut' };
    if (stored.login) {
      const isOurs = stored.login.userId === login?.userId && stored.login.tenantId === hospital?.id;
      return isOurs ? { outcome: 'renewed', login: stored.login } : { outcome: 'otherPerson' };
    }
    const userId = await ownerOf(stored.access, signal);
    if (userId === null || !hospital) return { outcome: 'refused' };
    if (userId !== login?.userId) return { outcome: 'otherPerson' };
    const adopted = {
      userId,
      accessToken: stored.access,
      refreshToken: stored.refresh ?? '',
      expiresTime: clock.now(),
      renewAt: null,
    };
    return { outcome: 'renewed', login: adopted };
  }

  function tokensFrom(received: Received): Tokens | Renewal {
    if (received.kind !== 'reply' || received.status < 200 || received.status >= 300) return unreachable();
    const answer = interpret(received);
    if (answer.outcome === 'success') {
      const tokens = Tokens.safeParse(answer.data);
      return tokens.success ? tokens.data : { outcome: 'refused' };
    }
    return isTemporary(answer.untranslated.code) ? unreachable() : { outcome: 'refused' };
  }

  async function ask(refresh: string, signal: AbortSignal): Promise<Tokens | Renewal> {
    const query = { refreshToken: refresh };
    const sending = { query, isToken: false, signal, timeoutMs: limits.refreshTimeoutMs };
    const received = await http.post(refreshToken.path, {}, sending);
    signal.throwIfAborted();
    return tokensFrom(received);
  }

  async function renew(input: RefreshInput, signal: AbortSignal): Promise<Renewal> {
    signal.throwIfAborted();
    const { login, hospital } = input;
    const stored = store.read();
    if (!login || !hospital || stored.access !== login.accessToken) return adopt(stored, input, signal);
    if (input.spent || stored.refresh === null) return { outcome: 'refused' };
    const answer = await ask(stored.refresh, signal);
    if ('outcome' in answer && answer.outcome === 'unreachable') return answer;
    const current = store.read();
    if (current.access !== stored.access || current.refresh !== stored.refresh) return adopt(current, input, signal);
    if ('outcome' in answer || answer.userId !== login.userId) {
      store.dropRefresh();
      return { outcome: 'refused' };
    }
    const renewed = timed(answer);
    void store.write(renewed, hospital.id);
    announceRenewed(renewed);
    return { outcome: 'renewed', login: renewed };
  }

  return {
    timed,
    /** Renews, or adopts what another tab has renewed meanwhile. If `signal` aborts, nothing is stored. */
    refresh: (input: RefreshInput, signal: AbortSignal): Promise<Renewal> =>
      locks.within(`refresh:${input.hospital?.id ?? ''}`, { waitMs: lockWaitMs, signal }, () => renew(input, signal)),
    /** Finds the owner of tokens that were stored without their sign-in, renewing them if they have expired. */
    async identify({ access, refresh }: StoredTokens, signal: AbortSignal): Promise<Login | null> {
      const userId = access === null ? null : await ownerOf(access, signal);
      if (access !== null && userId !== null)
        return { userId, accessToken: access, refreshToken: refresh ?? '', expiresTime: clock.now(), renewAt: null };
      const answer = refresh === null ? null : await ask(refresh, signal);
      return answer === null || 'outcome' in answer ? null : timed(answer);
    },
  };
}

export type RenewalService = ReturnType<typeof createRenewal>;
