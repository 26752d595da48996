import { and, eq, ne } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import { isWithin } from '../db/elapsed.ts';
import { tenant, tenantHost } from '../db/schema/tenants.ts';
import { addressesOf, hasNameOf } from './hosts.ts';

export type Tenant = typeof tenant.$inferSelect;

/** Whether a hospital can be used: switched off by the operator, or with a licence that has ended, it cannot. */
export type TenantState = 'open' | 'disabled' | 'expired' | 'unknown';

export const stateAt = ({ disabled, expireTime }: Pick<Tenant, 'disabled' | 'expireTime'>, at: number) =>
  disabled ? 'disabled' : expireTime !== null && expireTime <= at ? 'expired' : 'open';

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
        const [row] = await db
          .select({ tenant })
          .from(tenantHost)
          .innerJoin(tenant, eq(tenant.id, tenantHost.tenantId))
          .where(eq(tenantHost.host, candidate));
        if (row) return row.tenant;
      }
      return null;
    },
    /** Whether another hospital has an address of the same name, with whatever port. */
    async isNameOfAnother(host: string, tenantId: string): Promise<boolean> {
      const [row] = await db
        .select({ host: tenantHost.host })
        .from(tenantHost)
        .where(and(hasNameOf(host), ne(tenantHost.tenantId, tenantId)))
        .limit(1);
      return row !== undefined;
    },
  };
}

export type Tenants = ReturnType<typeof createTenants>;
