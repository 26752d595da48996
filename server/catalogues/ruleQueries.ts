import { desc, eq, sql } from 'drizzle-orm';
import type { RuleSettings } from '../../contract/extension/ruleSettings.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { ruleSettingVersion } from '../db/schema/catalogues.ts';
import { staff } from '../db/schema/staff.ts';
import { clinicalSettings } from '../hospitals/clinicalSettings.ts';

const shownChanges = 100;

/** The part of the settings that a hospital decides about. */
export async function settingsOf(store: HospitalStore): Promise<RuleSettings> {
  const { maxDrugs, supplyDays, supplyCountsRest, sparePacks, validityDays, rules, ...rest } =
    await clinicalSettings(store);
  const { guardianBelowMonths, childBelowMonths, elderFromMonths, pendingMayBeEdited, alsoBanned, factDays } = rest;
  const { antibacterialLevels, indications, childbearingYears } = rest;
  return {
    maxDrugs,
    supplyDays,
    supplyCountsRest,
    sparePacks,
    validityDays,
    guardianBelowMonths,
    childBelowMonths,
    elderFromMonths,
    pendingMayBeEdited,
    alsoBanned: [...alsoBanned],
    factDays,
    antibacterialLevels,
    indications,
    childbearingYears,
    rules: Object.fromEntries(Object.entries(rules).flatMap(([code, level]) => (level ? [[code, level]] : []))),
  };
}

/** How often the settings have been changed. */
export async function versionOf({ db, own }: HospitalStore): Promise<number> {
  const [row] = await db
    .select({ version: sql<number>`coalesce(max(${ruleSettingVersion.version}), 0)::int` })
    .from(ruleSettingVersion)
    .where(own(ruleSettingVersion));
  return row?.version ?? 0;
}

/** The latest changes of the settings with their authors, the latest first. */
export const latestVersions = ({ db, own }: HospitalStore) =>
  db
    .select({ changed: ruleSettingVersion, name: staff.name, nameEn: staff.nameEn })
    .from(ruleSettingVersion)
    .innerJoin(staff, eq(staff.id, ruleSettingVersion.staffId))
    .where(own(ruleSettingVersion))
    .orderBy(desc(ruleSettingVersion.version))
    .limit(shownChanges);
