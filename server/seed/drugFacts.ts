import type { DrugFacts } from '../../clinical/checks/facts.ts';
import type { LocalText } from '../../clinical/checks/tables.ts';
import type { Amount, Packing } from '../../clinical/dose.ts';
import type { Generic } from './tableSchemas.ts';
import { readTable } from './tables.ts';

/** The facts of a product: its name and packing. */
export type ProductFacts = { name: LocalText; dosageForm: string; packing: Packing; usualDose: Amount | null };

/** The facts of a product for the checks: those of its generic with its own form and pack. */
export const drugFactsOf = (generic: Generic, { name, dosageForm, packing, usualDose }: ProductFacts): DrugFacts => ({
  name,
  dosageForm,
  packing,
  usualDose,
  productId: null,
  genericCode: generic.code,
  ingredients: generic.ingredients,
  classes: generic.classes,
  controlType: generic.controlType,
  suitability: generic.suitability,
  minAgeMonths: generic.minAgeMonths,
  forbiddenFromWeek: generic.forbiddenFromWeek,
  maxSingleDose: generic.maxSingleDose,
  maxDailyDose: generic.maxDailyDose,
  childMaxDailyPerKg: generic.childMaxDailyPerKg,
  childMaxSinglePerKg: generic.childMaxSinglePerKg,
  ageBands: generic.ageBands,
  kidneyLimits: generic.kidneyLimits,
  everyDays: generic.everyDays,
  skinTest: generic.skinTest,
});

/** Every generic by its code. */
export const readGenerics = (): ReadonlyMap<string, Generic> =>
  new Map(readTable('generics').rows.map((generic) => [generic.code, generic]));
