import { type Database, platformWide } from '../db/connection.ts';
import { isWithin } from '../db/elapsed.ts';
import type { tenant } from '../db/schema/tenants.ts';
import { addressesOf } from './hosts.ts';
import { type HospitalState, stateAt } from './policy.ts';
import { findById, findOwner, findSameNames } from './queries.ts';

export type Hospital = typeof tenant.$inferSelect;

const cacheMs = 3_000;

/** Finds hospitals, with queries that are bound to none, because they run before a hospital is known. */
export function createHospitals(database: Database, now: () => number) {
  const db = platformWide(database);
  const cache = new Map<string, { found: Hospital | null; at: number }>();

  async function byId(id: string): Promise<Hospital | null> {
    const known = cache.get(id);
    if (known && isWithin(now(), known.at, cacheMs)) return known.found;
    const found = await findById(db, id);
    if (cache.size > 1_000) cache.clear();
    cache.set(id, { found, at: now() });
    return found;
  }

  return {
    byId,
    /** Whether a hospital is open; the result is cached for three seconds. */
    async stateOf(id: string): Promise<HospitalState> {
      const found = await byId(id);
      return found === null ? 'unknown' : stateAt(found, now());
    },
    /** The hospital of a site host: the exact `host:port` first, then the host alone. It is not cached. */
    async byHost(website: string): Promise<Hospital | null> {
      for (const candidate of addressesOf(website)) {
        const owner = await findOwner(db, candidate);
        if (owner) return owner;
      }
      return null;
    },
    /** The hospital that has exactly this address. */
    ownerOf: (host: string): Promise<Hospital | null> => findOwner(db, host),
    /** Addresses of other hospitals with the names of these, with whatever port. */
    sameNames: (hosts: readonly string[], hospitalId: string) => findSameNames(db, hosts, hospitalId),
  };
}

export type Hospitals = ReturnType<typeof createHospitals>;
