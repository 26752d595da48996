import { sql } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import { createRowReader } from '../db/rowReader.ts';
import { patient } from '../db/schema/patients.ts';
import { loginSession } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';
import type { Bus } from '../events/bus.ts';
import { type Caller, UserType } from './caller.ts';
import { hashOf } from './tokens.ts';

type Without<Each, Key extends PropertyKey> = Each extends unknown ? Omit<Each, Key> : never;

/** The account of a token, without the address and language of a request. */
export type Identity = Without<Caller, 'language' | 'ip' | 'requestId'>;

const readers = {
  session: createRowReader(loginSession, 's'),
  staff: createRowReader(staff, 'd'),
  patient: createRowReader(patient, 'p'),
};

/** The account of an access token. The hospital is not known yet, so all are searched. */
async function findTokenHolder(db: Database, token: string, at: number) {
  const { rows } = await platformWide(db).execute<Record<string, unknown>>(sql`
select ${readers.session.columns}, ${readers.staff.columns}, ${readers.patient.columns}, a.expire_time as token_expire_time
from access_token a
join login_session s on s.id = a.session_id
left join staff d on s.user_type = ${UserType.staff}::int and d.id = s.user_id and d.tenant_id = s.tenant_id
left join patient p on s.user_type = ${UserType.patient}::int and p.id = s.user_id and p.tenant_id = s.tenant_id
where a.hash = ${hashOf(token)} and a.expire_time > ${at}::bigint and s.revoke_time is null and s.expire_time > ${at}::bigint`);
  const [found] = rows;
  if (!found) return null;
  return {
    session: readers.session.read(found),
    staff: found.d_id === null ? null : readers.staff.read(found),
    patient: found.p_id === null ? null : readers.patient.read(found),
    expireTime: Number(found.token_expire_time),
  };
}

type CacheEntry = { identity: Identity | null; until: number };

const cacheMs = 3_000;
const maxCached = 20_000;

/**
 * Finds the account of an access token. Results are cached for three seconds and dropped when a process publishes the end of
 * the session, so a session that ends is refused within three seconds even where that event does not arrive.
 */
export function createIdentities({ db, bus, now }: { db: Database; bus: Bus; now: () => number }) {
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
    const { tenantId: hospitalId, userType, userId, id: sessionId } = session;
    const common = { hospitalId, userType, userId, sessionId };
    if (userType === UserType.staff && staff && !staff.disabled) {
      const { id, name, mustChangePassword, ...rights } = staff;
      const { isAuditor, isAdministrator, operatesPlatform } = rights;
      const limited = mustChangePassword ? ({ mustChangePassword } as const) : {};
      const roles = { isAuditor, isAdministrator, operatesPlatform };
      const identity = { ...common, kind: 'staff', id, name, ...roles, ...limited } as const;
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
    // Not cached before the password is changed, so that the change takes effect with the next call.
    const isLimited = loaded.identity?.kind === 'staff' && loaded.identity.mustChangePassword === true;
    if (loaded.identity && !isLimited) cache.set(hash, loaded);
    else cache.delete(hash);
    return loaded.identity;
  };
}

export type Identify = ReturnType<typeof createIdentities>;
