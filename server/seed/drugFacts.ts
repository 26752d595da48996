import type { DrugFacts } from '../../clinical/checks/facts.ts';
import type { LocalText } from '../../clinical/checks/tables.ts';
import type { Amount, Packing } from '../../clinical/dose.ts';
import type { Generic } from './tableSchemas.ts';
import { readTable } from './tables.ts';

/** The part of the facts that a shelf knows: how this product is called and packed. */
export type ShelfFacts = { name: LocalText; dosageForm: string; packing: Packing; usualDose: Amount | null };

/** What the checks must know of a product: the knowledge of its generic, in its own form and pack. */
export const drugFactsOf = (generic: Generic, { name, dosageForm, packing, usualDose }: ShelfFacts): DrugFacts => ({
  name,
  dosageForm,
  packing,
  usualDose,
  genericCode: generic.code,
  ingredients: generic.ingredients,
  classes: generic.classes,
  controlType: generic.controlType,
  suitability: generic.suitability,
  minAgeMonths: generic.minAgeMonths,
  maxSingleDose: generic.maxSingleDose,
  maxDailyDose: generic.maxDailyDose,
  childMaxDailyPerKg: generic.childMaxDailyPerKg,
  skinTest: generic.skinTest,
});

/** The knowledge about every generic, by its code. */
export const readGenerics = (): ReadonlyMap<string, Generic> =>
  new Map(readTable('generics').rows.map((generic) => [generic.code, generic]));
