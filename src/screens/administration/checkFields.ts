import * as z from 'zod/mini';
import { factDayBounds } from '../../../clinical/facts/ageing.ts';
import { typedNumber } from '../../../clinical/typedNumber.ts';
import type { getRuleSettings, RuleSettings } from '../../../contract/extension/ruleSettings.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { requiredText, wholeNumber } from '../fields.ts';

/** The choice that leaves a check as the clinical tables have it. */
export const byTable = '';

/** The fields of the form, with the bounds of the contract. */
export const CheckForm = z.object({
  maxDrugs: wholeNumber(1, 5),
  validityDays: wholeNumber(1, 3),
  sparePacks: wholeNumber(0, 10),
  supplyDays: z.object({
    ordinary: wholeNumber(1, 7),
    emergency: wholeNumber(1, 3),
    paediatric: wholeNumber(1, 7),
    chronic: wholeNumber(1, 84),
    longest: wholeNumber(1, 84),
  }),
  supplyCountsRest: z.boolean(),
  guardianBelowMonths: wholeNumber(72, 216),
  childBelowMonths: wholeNumber(144, 216),
  elderFromMonths: wholeNumber(720, 900),
  pendingMayBeEdited: z.boolean(),
  alsoBanned: z.array(z.string()),
  factDays: z.object({
    weightInfant: wholeNumber(...factDayBounds.weightInfant),
    weightToddler: wholeNumber(...factDayBounds.weightToddler),
    weightMinor: wholeNumber(...factDayBounds.weightMinor),
    weightAdult: wholeNumber(...factDayBounds.weightAdult),
    heightMinor: wholeNumber(...factDayBounds.heightMinor),
    heightAdult: wholeNumber(...factDayBounds.heightAdult),
    pregnancy: wholeNumber(...factDayBounds.pregnancy),
    lactation: wholeNumber(...factDayBounds.lactation),
    liver: wholeNumber(...factDayBounds.liver),
    kidney: wholeNumber(...factDayBounds.kidney),
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
export function formOf({ settings, checks }: ReplyOf<typeof getRuleSettings>): CheckForm {
  const { supplyDays, rules } = settings;
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
    factDays: eachAge(form.factDays, numberOf),
    rules: Object.fromEntries(
      Object.entries(form.rules).flatMap(([code, level]) => (level === byTable ? [] : [[code, level]])),
    ),
  };
}
