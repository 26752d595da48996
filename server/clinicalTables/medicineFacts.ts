import type { MedicineFacts } from '../../clinical/checks/facts.ts';
import type { Amount, Packing } from '../../clinical/doses/dose.ts';
import type { LocalText } from '../../clinical/words/localText.ts';
import type { Generic } from './tableSchemas.ts';
import { readTable } from './tables.ts';

/** The facts of a product: its name and packing. */
export type ProductFacts = { name: LocalText; dosageForm: string; packing: Packing; usualDose: Amount | null };

/** The facts of a product for the checks: those of its generic with its own form and pack. */
export const medicineFactsOf = (
  generic: WholeGeneric,
  { name, dosageForm, packing, usualDose }: ProductFacts,
): MedicineFacts => ({
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
  kidneyMeasure: generic.kidneyMeasure,
  kidneySource: generic.kidneySource,
  maximaText: generic.maximaText,
  listedMaxima: generic.listedMaxima,
  hasNoPublishedMaximum: generic.hasNoPublishedMaximum,
  childFigures: generic.childFigures,
  limits: generic.limits,
  adultKg: generic.adultKg,
  everyDays: generic.everyDays,
  skinTest: generic.skinTest,
  antibioticLevel: generic.antibioticLevel,
});

/** A generic with the maxima and the label's assumptions that the other tables hold. */
export type WholeGeneric = Generic &
  Pick<
    MedicineFacts,
    | 'limits'
    | 'kidneyMeasure'
    | 'kidneySource'
    | 'adultKg'
    | 'maximaText'
    | 'listedMaxima'
    | 'hasNoPublishedMaximum'
    | 'childFigures'
  >;

/** An amount with three digits, because a figure per kilogram gives 10.02 mg; micrograms as the safe "mcg". */
const shown = (value: number, unit: string) => `${Number(value.toPrecision(3))} ${unit === 'ug' ? 'mcg' : unit}`;

/** Each generic's maxima per day in public lists: list and figure, in the unit of the list. */
function listedMaxima(): ReadonlyMap<string, readonly string[]> {
  const lists = new Map(readTable('maxima-lists').rows.map((list) => [list.code, list]));
  const figures = new Map<string, string[]>();
  for (const { generic, list, value, unit, unlike } of readTable('public-maxima').rows) {
    const { name, adultKg } = lists.get(list) ?? { name: list, adultKg: null };
    if (unlike === null)
      figures.set(generic, [...(figures.get(generic) ?? []), `${name}: ${shown(value * (adultKg ?? 1), unit)}`]);
  }
  return figures;
}

/** Each generic's figures for children in public texts, with their names as findings show them. */
function childFigures(): ReadonlyMap<string, MedicineFacts['childFigures']> {
  const figures = new Map<string, MedicineFacts['childFigures']>();
  for (const { generic, name, read: _, text: __, ...figure } of readTable('public-child-maxima').rows) {
    const amount = `${shown(figure.value, figure.unit)}${figure.per.endsWith('PerKg') ? '/kg' : ''}`;
    figures.set(generic, [...(figures.get(generic) ?? []), { ...figure, name: `${name}: ${amount}` }]);
  }
  return figures;
}

/** Every generic by its code, with what the other tables say of it. */
export function readGenerics(): ReadonlyMap<string, WholeGeneric> {
  const limits = new Map<string, MedicineFacts['limits']>();
  for (const { generic, read, text: _, ...limit } of readTable('dose-limits').rows)
    limits.set(generic, [...(limits.get(generic) ?? []), { ...limit, isRead: read !== null }]);
  const [listed, ofChildren] = [listedMaxima(), childFigures()];
  const bases = new Map(readTable('label-bases').rows.map((basis) => [basis.generic, basis]));
  const whole = (generic: Generic): WholeGeneric => {
    const { kidneyMeasure = 'egfr', adultKg = null, source = null } = bases.get(generic.code) ?? {};
    return {
      ...generic,
      limits: limits.get(generic.code) ?? [],
      kidneyMeasure,
      kidneySource: kidneyMeasure === 'clearance' ? source : null,
      adultKg,
      maximaText: generic.text,
      listedMaxima: listed.get(generic.code) ?? [],
      hasNoPublishedMaximum: generic.unpublished !== null,
      childFigures: ofChildren.get(generic.code) ?? [],
    };
  };
  return new Map(readTable('generics').rows.map((generic) => [generic.code, whole(generic)]));
}
