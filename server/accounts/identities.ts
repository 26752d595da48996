import type { Db } from '../db/connection.ts';
import type { Bus } from '../events/bus.ts';
import { type Caller, UserType } from './caller.ts';
import { findTokenHolder } from './sessions.ts';
import { hashOf } from './tokens.ts';

type Without<Each, Key extends PropertyKey> = Each extends unknown ? Omit<Each, Key> : never;

/** The account of a token, without the address and language of a request. */
export type Identity = Without<Caller, 'language' | 'ip' | 'requestId'>;

type CacheEntry = { identity: Identity | null; until: number };

const cacheMs = 3_000;
const maxCached = 20_000;

/**
 * Finds the account of an access token. Results are cached for three seconds and dropped when this process publishes the end
 * of the session, so a session that another process ends is refused within three seconds.
 */
export function createIdentities({ db, bus, now }: { db: Db; bus: Bus; now: () => number }) {
  const cache = new Map<string, CacheEntry>();

  bus.subscribe((event) => {
    if (event.type !== 'session.revoked') return;
    for (const [hash, { identity }] of cache)
      if (identity && event.sessionIds.includes(identity.sessionId)) cache.delete(hash);
  });

  async function load(token: string, at: number): Promise<CacheEntry> {
    const found = await findTokenHolder(db, token, at);
    const until = Math.min(at + cacheMs, found?.expireTime ?? at + cacheMs);
    if (!found) return { identity: null, until };
    const { session, staff, patient } = found;
    const { tenantId, userType, userId, id: sessionId } = session;
    const common = { tenantId, userType, userId, sessionId };
    if (userType === UserType.staff && staff && !staff.disabled) {
      const { id, name, isAuditor } = staff;
      const identity = { ...common, kind: 'staff', id, name, isAuditor } as const;
      return { identity, until };
    }
    if (userType === UserType.patient && patient) {
      const identity = { ...common, kind: 'patient', id: patient.id, name: patient.name } as const;
      return { identity, until };
    }
    return { identity: null, until };
  }

  return async (token: string): Promise<Identity | null> => {
    const at = now();
    const hash = hashOf(token);
    const known = cache.get(hash);
    if (known && known.until > at && at >= known.until - cacheMs) return known.identity;
    const loaded = await load(token, at);
    if (cache.size >= maxCached) cache.clear();
    if (loaded.identity) cache.set(hash, loaded);
    else cache.delete(hash);
    return loaded.identity;
  };
}

export type Identify = ReturnType<typeof createIdentities>;
