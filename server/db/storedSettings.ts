import { eq } from 'drizzle-orm';
import type { HospitalStore } from './hospitalStore.ts';
import { tenant } from './schema/tenants.ts';

/** The settings that a hospital has stored; each domain parses its own part. */
export async function storedSettings({ db, hospitalId }: HospitalStore): Promise<Record<string, unknown> | undefined> {
  const [row] = await db.select({ settings: tenant.settings }).from(tenant).where(eq(tenant.id, hospitalId)).limit(1);
  return row?.settings;
}
