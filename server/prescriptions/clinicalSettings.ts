import * as z from 'zod/mini';
import { isAllowedLevel } from '../../clinical/ruleBounds.ts';
import { type ClinicalSettings, defaultSettings } from '../../clinical/settings.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { tenantSettings } from '../db/tenantSettings.ts';
import { factDaysFrom } from '../patients/knownPatient.ts';

const days = z.int().check(z.minimum(1), z.maximum(366));
const months = z.int().check(z.minimum(0), z.maximum(1800));
const years = z.int().check(z.minimum(0), z.maximum(150));
const level = z.enum(['info', 'warn', 'block', 'off']);

/** The settings that a hospital may change; defaults apply to the others. */
const Decided = z.partial(
  z.object({
    maxDrugs: z.int().check(z.minimum(1), z.maximum(30)),
    supplyDays: z.partial(
      z.object({ ordinary: days, emergency: days, paediatric: days, chronic: days, longest: days }),
    ),
    supplyCountsRest: z.boolean(),
    sparePacks: z.int().check(z.minimum(0), z.maximum(1000)),
    validityDays: days,
    diagnosisRequired: z.boolean(),
    guardianBelowMonths: months,
    childBelowMonths: months,
    elderFromMonths: months,
    pendingMayBeEdited: z.boolean(),
    alsoBanned: z.array(z.string()),
    antibacterialLevels: z.record(z.string(), z.int().check(z.minimum(0), z.maximum(3))),
    indications: z.record(z.string(), z.object({ added: z.string(), removed: z.string() })),
    childbearingYears: z.object({ from: years, to: years }),
    rules: z.record(z.string(), level),
  }),
);

const withDecided = <T extends object>(defaults: T, decided: object): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(decided).filter(([, value]) => value !== undefined)),
});

/** Levels that would make a check weaker than safety allows do not count, however they got into the database. */
const allowed = (rules: Readonly<Record<string, z.infer<typeof level>>>) =>
  Object.fromEntries(Object.entries(rules).filter(([code, set]) => isAllowedLevel(code, set)));

/** The hospital's settings over the defaults; invalid settings are ignored as a whole. */
function merged(decided: unknown): ClinicalSettings {
  const parsed = Decided.safeParse(decided ?? {});
  if (!parsed.success) return defaultSettings;
  const { supplyDays, validityDays, rules, ...rest } = parsed.data;
  return {
    ...withDecided(defaultSettings, rest),
    supplyDays: withDecided(defaultSettings.supplyDays, supplyDays ?? {}),
    validityDays: Math.min(validityDays ?? defaultSettings.validityDays, defaultSettings.maxValidityDays),
    rules: { ...defaultSettings.rules, ...allowed(rules ?? {}) },
  };
}

/** The settings for checks, review and limits of prescriptions, from what a hospital has stored. */
export const clinicalSettingsFrom = (stored: Record<string, unknown> | undefined): ClinicalSettings => ({
  ...merged(stored?.clinical),
  factDays: factDaysFrom(stored),
});

export const clinicalSettings = async (store: Tenanted): Promise<ClinicalSettings> =>
  clinicalSettingsFrom(await tenantSettings(store));
