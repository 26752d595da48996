import { eq } from 'drizzle-orm';
import type { Language } from '../accounts/caller.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { isWithin } from '../db/elapsed.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { tenant, tenantHost } from '../db/schema/tenants.ts';
import { addressesOf, findSameNames } from './hosts.ts';

export type Tenant = typeof tenant.$inferSelect;

/** Whether a hospital can be used: switched off by the operator, or with a licence that has ended, it cannot. */
export type TenantState = 'open' | 'disabled' | 'expired' | 'unknown';

export const stateAt = ({ disabled, expireTime }: Pick<Tenant, 'disabled' | 'expireTime'>, at: number) =>
  disabled ? 'disabled' : expireTime !== null && expireTime <= at ? 'expired' : 'open';

/** The hospital's name in the reader's language; empty without a hospital. */
export const tenantName = (hospital: Pick<Tenant, 'name' | 'nameEn'> | null, language: Language): string =>
  hospital ? inLanguage(language, hospital.name, hospital.nameEn) : '';

const cacheMs = 3_000;

/** Finds hospitals. These queries run before a hospital is known, so they are bound to none. */
export function createTenants(database: Database, now: () => number) {
  const db = platformWide(database);
  const cache = new Map<string, { found: Tenant | null; at: number }>();

  async function byId(id: string): Promise<Tenant | null> {
    const known = cache.get(id);
    if (known && isWithin(now(), known.at, cacheMs)) return known.found;
    const [found] = await db.select().from(tenant).where(eq(tenant.id, id));
    if (cache.size > 1_000) cache.clear();
    cache.set(id, { found: found ?? null, at: now() });
    return found ?? null;
  }

  /** The hospital that has exactly this address. */
  async function ownerOf(host: string): Promise<Tenant | null> {
    const [row] = await db
      .select({ tenant })
      .from(tenantHost)
      .innerJoin(tenant, eq(tenant.id, tenantHost.tenantId))
      .where(eq(tenantHost.host, host));
    return row?.tenant ?? null;
  }

  return {
    byId,
    /** Whether a hospital is open; the result is cached for three seconds. */
    async stateOf(id: string): Promise<TenantState> {
      const found = await byId(id);
      return found === null ? 'unknown' : stateAt(found, now());
    },
    /** The hospital of a site host: the exact `host:port` first, then the host alone. It is not cached. */
    async byHost(website: string): Promise<Tenant | null> {
      for (const candidate of addressesOf(website)) {
        const owner = await ownerOf(candidate);
        if (owner) return owner;
      }
      return null;
    },
    ownerOf,
    /** Addresses of other hospitals with the names of these, with whatever port. */
    sameNames: (hosts: readonly string[], tenantId: string) => findSameNames(db, hosts, tenantId),
  };
}

export type Tenants = ReturnType<typeof createTenants>;
