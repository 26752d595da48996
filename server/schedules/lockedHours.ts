import { eq } from 'drizzle-orm';
import type { PeriodHours } from '../../contract/extension/schedule.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { hoursFrom } from '../hospitals/dayParts.ts';

/** The parts of the day, which nobody changes until the transaction ends. Read them before a doctor's row is locked. */
export async function lockedHours(tx: Transaction): Promise<PeriodHours> {
  const isHere = eq(tenant.id, tx.hospitalId);
  const [row] = await tx.db.select({ settings: tenant.settings }).from(tenant).where(isHere).for('share');
  return hoursFrom(row?.settings);
}
