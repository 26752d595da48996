import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { checkBounds } from '../settingBounds.ts';
import { Ms, reasonText, text, wholeBetween } from '../values.ts';

const level = z.enum(['info', 'warn', 'block', 'off']);
const { supplyDays, factDays, childbearingYears } = checkBounds;

/**
 * What a hospital decides about the checks of prescriptions, within what the law and safety allow. `rules` has the checks
 * whose level differs from the tables.
 */
export const RuleSettings = z.object({
  maxDrugs: wholeBetween(checkBounds.maxDrugs),
  supplyDays: z.object({
    ordinary: wholeBetween(supplyDays.ordinary),
    emergency: wholeBetween(supplyDays.emergency),
    paediatric: wholeBetween(supplyDays.paediatric),
    chronic: wholeBetween(supplyDays.chronic),
    longest: wholeBetween(supplyDays.longest),
  }),
  supplyCountsRest: z.boolean(),
  sparePacks: wholeBetween(checkBounds.sparePacks),
  validityDays: wholeBetween(checkBounds.validityDays),
  guardianBelowMonths: wholeBetween(checkBounds.guardianBelowMonths),
  childBelowMonths: wholeBetween(checkBounds.childBelowMonths),
  elderFromMonths: wholeBetween(checkBounds.elderFromMonths),
  pendingMayBeEdited: z.boolean(),
  /** After how many days facts about a patient are outdated, measures by age: below one, five and eighteen years. */
  factDays: z.object({
    weightInfant: wholeBetween(factDays.weightInfant),
    weightToddler: wholeBetween(factDays.weightToddler),
    weightMinor: wholeBetween(factDays.weightMinor),
    weightAdult: wholeBetween(factDays.weightAdult),
    heightMinor: wholeBetween(factDays.heightMinor),
    heightAdult: wholeBetween(factDays.heightAdult),
    pregnancy: wholeBetween(factDays.pregnancy),
    lactation: wholeBetween(factDays.lactation),
    liver: wholeBetween(factDays.liver),
    kidney: wholeBetween(factDays.kidney),
  }),
  rules: z.record(z.string(), level),
  /** Ingredients that this hospital does not prescribe online, besides the national list. Absent leaves them as they are. */
  alsoBanned: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(80))).check(z.maxLength(300))),
  /** Highest level of antibacterials by title: 0 none, 1 unrestricted, 2 restricted, 3 special. Absent as above. */
  antibacterialLevels: z.optional(
    z.record(z.string().check(z.maxLength(20)), wholeBetween(checkBounds.antibacterialLevel)),
  ),
  /** Groups of ICD-10 that this hospital adds to what a medicine is for, and takes from it, by generic. Absent as above. */
  indications: z.optional(
    z.record(z.string().check(z.maxLength(80)), z.object({ added: text(500), removed: text(500) })),
  ),
  /** Completed years, both included, at which a woman may become pregnant. Absent as above. */
  childbearingYears: z.optional(
    z.object({ from: wholeBetween(childbearingYears.from), to: wholeBetween(childbearingYears.to) }),
  ),
});
export type RuleSettings = z.infer<typeof RuleSettings>;

export const getRuleSettings = operation({
  method: 'GET',
  path: '/administration/rule-settings',
  source: 'ours',
  access: 'administrator',
  reply: z.object({
    /** How often the settings have been changed. */
    version: z.int(),
    settings: RuleSettings,
    /** The checks with the levels that a hospital may give them besides that of the tables. */
    checks: z.array(z.object({ code: z.string(), levels: z.array(level), protected: z.boolean() })),
    /** Ingredients of the clinical tables, for the hospital's own list of what is not prescribed online. */
    ingredients: z.array(z.object({ code: z.string(), name: z.string() })),
    /** The national list in words; a hospital can add to it and never take from it. */
    nationalBans: z.array(z.string()),
    /** Titles of doctors and pharmacists, with the highest level of antibacterials that each may be given. */
    titles: z.array(z.object({ code: z.string(), name: z.string(), most: z.int() })),
    /** Medicines with the groups of ICD-10 that the tables give them; `any` for those that fit every diagnosis. */
    medicines: z.array(z.object({ code: z.string(), name: z.string(), groups: z.array(z.string()), any: z.boolean() })),
    /** Times that the platform fixes, in milliseconds. */
    fixed: z.object({ leaseMs: z.int(), undoMs: z.int() }),
  }),
});

/** Replaces the settings of `version`; refused if they were changed meanwhile, or are outside the bounds. */
export const putRuleSettings = operation({
  method: 'POST',
  path: '/administration/rule-settings/save',
  source: 'ours',
  access: 'administrator',
  body: z.object({ version: z.int(), settings: RuleSettings, reason: reasonText(200) }),
  reply: z.object({ version: z.int() }),
});

/** The changes of the settings, newest first. */
export const ruleSettingHistory = operation({
  method: 'GET',
  path: '/administration/rule-settings/history',
  source: 'ours',
  access: 'administrator',
  reply: z.array(
    z.object({
      version: z.int(),
      time: Ms,
      by: z.string(),
      reason: z.string(),
      changes: z.array(
        z.object({
          setting: z.string(),
          before: z.nullable(z.union([z.number(), z.boolean(), z.string()])),
          after: z.nullable(z.union([z.number(), z.boolean(), z.string()])),
        }),
      ),
    }),
  ),
});
