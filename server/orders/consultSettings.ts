import * as z from 'zod/mini';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { storedSettings } from '../db/storedSettings.ts';

/** A hospital's settings for consultations. */
export type ConsultSettings = {
  /** After this time a patient's wait is shown as overdue. */
  overdueMin: number;
  /** After this time an order that no doctor has accepted is refunded. */
  awaitingMin: number;
  /** The length of a consultation whose doctor has not set one for its kind. */
  durationMin: number;
  /** How many consultations a doctor may have at once, of all kinds together. */
  maxActive: number;
  /** How many open orders a patient may have. */
  maxOpenOrders: number;
  /** What a consultation costs before a doctor is known, in cents, by kind. */
  prices: Readonly<Record<string, number>>;
};

/** Defaults, which each hospital should confirm. */
export const defaultConsultSettings: ConsultSettings = {
  overdueMin: 10,
  awaitingMin: 24 * 60,
  durationMin: 48 * 60,
  maxActive: 20,
  maxOpenOrders: 3,
  prices: { 1: 2_000, 2: 5_000, 3: 8_000 },
};

const minutes = z.int().check(z.minimum(1), z.maximum(60 * 24 * 366));
const decided = {
  overdueMin: minutes,
  awaitingMin: minutes,
  durationMin: minutes,
  maxActive: z.int().check(z.minimum(1), z.maximum(500)),
  maxOpenOrders: z.int().check(z.minimum(1), z.maximum(1000)),
  prices: z.record(z.string(), z.int().check(z.minimum(0))),
};
const Consult = z.catch(z.record(z.string(), z.unknown()), {});

/** A hospital's settings; the default of each replaces an invalid one. */
export function consultSettingsFrom(settings: Record<string, unknown> | undefined): ConsultSettings {
  const stored = Consult.parse(settings?.consult);
  const given = Object.entries(decided).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(stored[name]);
    return success ? [[name, data]] : [];
  });
  return { ...defaultConsultSettings, ...Object.fromEntries(given) };
}

export const consultSettings = async (store: HospitalStore): Promise<ConsultSettings> =>
  consultSettingsFrom(await storedSettings(store));
