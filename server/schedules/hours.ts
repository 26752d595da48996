import { eq } from 'drizzle-orm';
import type { PeriodHours } from '../../contract/extension/schedule.ts';
import { hospitalOffset } from '../../contract/limits.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { tenantSettings } from '../db/tenantSettings.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { hoursFrom } from '../tenants/dayParts.ts';

export const readHours = async (store: Tenanted): Promise<PeriodHours> => hoursFrom(await tenantSettings(store));

/** The parts of the day, which nobody changes until the transaction ends. Read them before a doctor's row is locked. */
export async function lockedHours({ db, tenantId }: Transaction): Promise<PeriodHours> {
  const isHere = eq(tenant.id, tenantId);
  const [row] = await db.select({ settings: tenant.settings }).from(tenant).where(isHere).for('share');
  return hoursFrom(row?.settings);
}

/** The time of a minute of a hospital's day, epoch ms. */
export const timeOf = (day: string, minutes: number): number =>
  Date.parse(`${day}T00:00:00${hospitalOffset}`) + minutes * 60_000;
