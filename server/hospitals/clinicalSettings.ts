import * as z from 'zod/mini';
import { isAllowedLevel } from '../../clinical/settings/ruleBounds.ts';
import { type ClinicalSettings, defaultSettings } from '../../clinical/settings/settings.ts';
import { RuleSettings } from '../../contract/extension/ruleSettings.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { storedSettings } from '../db/storedSettings.ts';

const Stored = z.catch(z.record(z.string(), z.unknown()), {});

/** The stored settings over the defaults; the default of each replaces one that is absent or outside its bounds. */
function decided<T extends object>(stored: unknown, defaults: T, schemas: Readonly<Record<string, z.ZodMiniType>>): T {
  const given = Stored.parse(stored);
  const valid = Object.entries(schemas).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(given[name]);
    return success && data !== undefined ? [[name, data]] : [];
  });
  return { ...defaults, ...Object.fromEntries(valid) };
}

/** Levels that would make a check weaker than safety allows do not count, however they got into the database. */
const allowedIn = (stored: unknown) =>
  Object.fromEntries(Object.entries(Stored.parse(stored)).filter(([code, level]) => isAllowedLevel(code, level)));

const { supplyDays, factDays, rules: _, ...others } = RuleSettings.shape;
const single = { ...others, diagnosisRequired: z.boolean() };

/** The settings of a hospital for checks, review and limits of prescriptions. */
export function clinicalSettingsFrom(settings: Record<string, unknown> | undefined): ClinicalSettings {
  const clinical = Stored.parse(settings?.clinical);
  return {
    ...decided(clinical, defaultSettings, single),
    supplyDays: decided(clinical.supplyDays, defaultSettings.supplyDays, supplyDays.shape),
    factDays: decided(clinical.factDays, defaultSettings.factDays, factDays.shape),
    rules: { ...defaultSettings.rules, ...allowedIn(clinical.rules) },
  };
}

/** This hospital's settings for checks, review and limits of prescriptions. */
export const clinicalSettings = async (store: HospitalStore): Promise<ClinicalSettings> =>
  clinicalSettingsFrom(await storedSettings(store));
