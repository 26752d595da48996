import * as z from 'zod/mini';
import { readGroups } from '../../../clinical/diagnoses/icd10.ts';
import { typedNumber } from '../../../clinical/doses/typedNumber.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import type { getRuleSettings, RuleSettings } from '../../../contract/extension/ruleSettings.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { checkBounds } from '../../../contract/settingBounds.ts';
import { optionalText, problem, requiredText, wholeNumber } from '../forms/fields.ts';

const { supplyDays, factDays, childbearingYears } = checkBounds;

/** The choice that leaves a check as the clinical tables have it. */
export const byTable = '';

/** Levels of antibacterials as a select has them, from none to special. */
export const antibacterialLevels = ['0', '1', '2', '3'] as const;
const levelOf = (level: number) => antibacterialLevels[level] ?? '0';

const groups = optionalText(500).check(
  z.refine((typed) => readGroups(typed) !== null, { error: problem('catalogues.checks.indications.wrong') }),
);
const IndicationRow = z.object({ code: z.string(), added: groups, removed: groups });

/** The fields of the form, with the bounds of the contract. */
export const CheckForm = z.object({
  maxDrugs: wholeNumber(checkBounds.maxDrugs),
  validityDays: wholeNumber(checkBounds.validityDays),
  sparePacks: wholeNumber(checkBounds.sparePacks),
  supplyDays: z.object({
    ordinary: wholeNumber(supplyDays.ordinary),
    emergency: wholeNumber(supplyDays.emergency),
    paediatric: wholeNumber(supplyDays.paediatric),
    chronic: wholeNumber(supplyDays.chronic),
    longest: wholeNumber(supplyDays.longest),
  }),
  supplyCountsRest: z.boolean(),
  guardianBelowMonths: wholeNumber(checkBounds.guardianBelowMonths),
  childBelowMonths: wholeNumber(checkBounds.childBelowMonths),
  elderFromMonths: wholeNumber(checkBounds.elderFromMonths),
  pendingMayBeEdited: z.boolean(),
  alsoBanned: z.array(z.string()),
  antibacterialLevels: z.record(z.string(), z.enum(antibacterialLevels)),
  indications: z.array(IndicationRow),
  childbearingYears: z.object({ from: wholeNumber(childbearingYears.from), to: wholeNumber(childbearingYears.to) }),
  factDays: z.object({
    weightInfant: wholeNumber(factDays.weightInfant),
    weightToddler: wholeNumber(factDays.weightToddler),
    weightMinor: wholeNumber(factDays.weightMinor),
    weightAdult: wholeNumber(factDays.weightAdult),
    heightMinor: wholeNumber(factDays.heightMinor),
    heightAdult: wholeNumber(factDays.heightAdult),
    pregnancy: wholeNumber(factDays.pregnancy),
    lactation: wholeNumber(factDays.lactation),
    liver: wholeNumber(factDays.liver),
    kidney: wholeNumber(factDays.kidney),
  }),
  rules: z.record(z.string(), z.enum(['', 'off', 'info', 'warn', 'block'])),
  reason: requiredText(200),
});
export type CheckForm = z.infer<typeof CheckForm>;

/** The kinds of facts that grow old, in the order of the form. */
export const ageingFacts = Object.keys(CheckForm.shape.factDays.shape) as readonly (keyof CheckForm['factDays'])[];

/** Each of the ages of facts, changed by a function. */
const eachAge = <From, To>(ages: Readonly<Record<keyof CheckForm['factDays'], From>>, to: (age: From) => To) => ({
  weightInfant: to(ages.weightInfant),
  weightToddler: to(ages.weightToddler),
  weightMinor: to(ages.weightMinor),
  weightAdult: to(ages.weightAdult),
  heightMinor: to(ages.heightMinor),
  heightAdult: to(ages.heightAdult),
  pregnancy: to(ages.pregnancy),
  lactation: to(ages.lactation),
  liver: to(ages.liver),
  kidney: to(ages.kidney),
});

/** The form of the current settings. */
export function formOf({ settings, checks, titles }: ReplyOf<typeof getRuleSettings>): CheckForm {
  const { supplyDays, rules, childbearingYears: childbearing = defaultSettings.childbearingYears } = settings;
  return {
    ...settings,
    maxDrugs: String(settings.maxDrugs),
    validityDays: String(settings.validityDays),
    sparePacks: String(settings.sparePacks),
    guardianBelowMonths: String(settings.guardianBelowMonths),
    childBelowMonths: String(settings.childBelowMonths),
    elderFromMonths: String(settings.elderFromMonths),
    supplyDays: {
      ordinary: String(supplyDays.ordinary),
      emergency: String(supplyDays.emergency),
      paediatric: String(supplyDays.paediatric),
      chronic: String(supplyDays.chronic),
      longest: String(supplyDays.longest),
    },
    alsoBanned: [...(settings.alsoBanned ?? [])],
    antibacterialLevels: Object.fromEntries([
      // Titles that the dictionary no longer has keep their level.
      ...Object.entries(settings.antibacterialLevels ?? {}).map(([code, level]) => [code, levelOf(level)]),
      ...titles.map(({ code, most }) => [code, levelOf(Math.min(settings.antibacterialLevels?.[code] ?? 1, most))]),
    ]),
    indications: Object.entries(settings.indications ?? {}).map(([code, change]) => ({ code, ...change })),
    childbearingYears: { from: String(childbearing.from), to: String(childbearing.to) },
    factDays: eachAge(settings.factDays, String),
    rules: Object.fromEntries(checks.map(({ code }) => [code, rules[code] ?? byTable])),
    reason: '',
  };
}

const numberOf = (typed: string) => typedNumber(typed) ?? 0;

/** What the form sends. */
export function settingsOf({ reason: _, ...form }: CheckForm): RuleSettings {
  const { supplyDays: days } = form;
  return {
    ...form,
    maxDrugs: numberOf(form.maxDrugs),
    validityDays: numberOf(form.validityDays),
    sparePacks: numberOf(form.sparePacks),
    guardianBelowMonths: numberOf(form.guardianBelowMonths),
    childBelowMonths: numberOf(form.childBelowMonths),
    elderFromMonths: numberOf(form.elderFromMonths),
    supplyDays: {
      ordinary: numberOf(days.ordinary),
      emergency: numberOf(days.emergency),
      paediatric: numberOf(days.paediatric),
      chronic: numberOf(days.chronic),
      longest: numberOf(days.longest),
    },
    antibacterialLevels: Object.fromEntries(
      Object.entries(form.antibacterialLevels).map(([title, level]) => [title, Number(level)]),
    ),
    // A medicine for which nothing was written is unchanged.
    indications: Object.fromEntries(
      form.indications.flatMap(({ code, ...change }) =>
        (change.added + change.removed).trim() ? [[code, change]] : [],
      ),
    ),
    childbearingYears: { from: numberOf(form.childbearingYears.from), to: numberOf(form.childbearingYears.to) },
    factDays: eachAge(form.factDays, numberOf),
    rules: Object.fromEntries(
      Object.entries(form.rules).flatMap(([code, level]) => (level === byTable ? [] : [[code, level]])),
    ),
  };
}
