import type { Db } from '../db/connection.ts';
import type { Bus } from '../events/bus.ts';
import { type Caller, UserType } from './caller.ts';
import { holderOf } from './sessions.ts';
import { hashOf } from './tokens.ts';

type Without<Each, Key extends PropertyKey> = Each extends unknown ? Omit<Each, Key> : never;

/** A caller as the token says, before the request adds where they ask from and in which language. */
export type Identity = Without<Caller, 'language' | 'ip' | 'requestId'>;

type Kept = { identity: Identity | null; until: number };

const keptMs = 3_000;
const mostKept = 20_000;

/**
 * Tells who stands behind an access token. An answer is kept for three seconds, and dropped at once when this process
 * hears that the login has ended; the end of a login in another process is thus seen within those three seconds.
 */
export function createIdentities({ db, bus, now }: { db: Db; bus: Bus; now: () => number }) {
  const kept = new Map<string, Kept>();

  bus.subscribe((event) => {
    if (event.type !== 'session.revoked') return;
    for (const [hash, { identity }] of kept)
      if (identity && event.sessionIds.includes(identity.sessionId)) kept.delete(hash);
  });

  async function look(token: string, at: number): Promise<Kept> {
    const found = await holderOf(db, token, at);
    const until = Math.min(at + keptMs, found?.expireTime ?? at + keptMs);
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
    const known = kept.get(hash);
    if (known && known.until > at && at >= known.until - keptMs) return known.identity;
    const fresh = await look(token, at);
    if (kept.size >= mostKept) kept.clear();
    if (fresh.identity) kept.set(hash, fresh);
    else kept.delete(hash);
    return fresh.identity;
  };
}

export type Identify = ReturnType<typeof createIdentities>;
