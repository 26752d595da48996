import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { PeriodHours } from '../../contract/extension/schedule.ts';
import { hospitalOffset } from '../../contract/limits.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { tenantSettings } from '../db/tenantSettings.ts';
import type { Transaction } from '../db/unitOfWork.ts';

/** Default parts of the day in minutes after midnight, which each hospital should confirm. */
const defaultHours: PeriodHours = {
  morning: { from: 8 * 60, to: 12 * 60 },
  afternoon: { from: 12 * 60, to: 18 * 60 },
  evening: { from: 18 * 60, to: 22 * 60 },
};

const minute = z.int().min(0).max(1440);
const Span = z.object({ from: minute, to: minute }).refine(({ from, to }) => from < to);
const Decided = z.object({ morning: Span, afternoon: Span, evening: Span });

/** A hospital's parts of the day from its settings (`scheduleHours`); the defaults replace invalid ones. */
export const hoursFrom = (settings: Record<string, unknown> | undefined): PeriodHours =>
  Decided.safeParse(settings?.scheduleHours).data ?? defaultHours;

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
