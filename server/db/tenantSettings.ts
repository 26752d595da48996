import { eq } from 'drizzle-orm';
import { tenant } from './schema/tenants.ts';
import type { Tenanted } from './tenanted.ts';

/** The settings that a hospital has stored; each domain parses its own part. */
export async function tenantSettings({ db, tenantId }: Tenanted): Promise<Record<string, unknown> | undefined> {
  const [row] = await db.select({ settings: tenant.settings }).from(tenant).where(eq(tenant.id, tenantId)).limit(1);
  return row?.settings;
}
