import { inUnit } from '../../clinical/dose.ts';
import { frequencyOf } from '../../clinical/frequency.ts';
import { decimal, isAbove, ratio } from '../../clinical/rational.ts';
import { contradictedContent } from '../../clinical/specification.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import type { CatalogueGeneric } from '../drugs/columnsOfGeneric.ts';
import { type Problem, problem } from './problems.ts';

/** A specification that says another content of one base unit than the strength does. */
function specificationProblems(fields: MedicineFields): Problem[] {
  const { minUnit, strength, strengthUnit, specification, specificationEn } = fields;
  if (strength === null || strengthUnit === '') return [];
  const packing = { minUnit, strength: { value: strength, unit: strengthUnit } };
  return [specification, specificationEn].flatMap((text) => {
    const said = contradictedContent(text, packing);
    if (said === null) return [];
    const written = Number(said.toPrecision(6));
    return [
      problem(
        'strength',
        `规格“${text}”表示每${minUnit}含 ${written} ${strengthUnit}，而含量填写为 ${strength} ${strengthUnit}。请改正其中一项`,
        `The specification “${text}” means ${written} ${strengthUnit} in one ${minUnit}, but the strength is ${strength} ${strengthUnit}. Correct one of them`,
      ),
    ];
  });
}

/** A usual frequency that gives a medicine more often than its generic is taken. */
function frequencyProblems({ defaultFrequency }: MedicineFields, { everyDays }: CatalogueGeneric): Problem[] {
  const often = frequencyOf(defaultFrequency);
  if (!everyDays || often?.kind !== 'regular' || !isAbove(often.timesPerDay, ratio(1, everyDays))) return [];
  return [
    problem(
      'defaultFrequency',
      `该通用名每 ${everyDays} 天用药一次，“${defaultFrequency}”过于频繁`,
      `This generic is taken once every ${everyDays} days; “${defaultFrequency}” is more often`,
    ),
  ];
}

/** A usual dose above the most that the generic allows in one dose. */
function doseProblems(fields: MedicineFields, { maxSingleDose }: CatalogueGeneric): Problem[] {
  const { defaultDose, defaultDoseUnit, minUnit, packUnit, packFactor, strength, strengthUnit } = fields;
  if (!maxSingleDose || defaultDose === null || defaultDoseUnit === '') return [];
  const content = strength === null || strengthUnit === '' ? null : { value: strength, unit: strengthUnit };
  const packing = { minUnit, packUnit, packFactor, strength: content };
  const dose = inUnit({ value: defaultDose, unit: defaultDoseUnit }, maxSingleDose.unit, packing);
  const most = decimal(maxSingleDose.value);
  if (!dose.ok || !most || !isAbove(dose.base, most)) return [];
  const limit = `${maxSingleDose.value} ${maxSingleDose.unit}`;
  return [
    problem(
      'defaultDose',
      `常用剂量超过该通用名的单次最大剂量 ${limit}`,
      `The usual dose is above the most of this generic in one dose, ${limit}`,
    ),
  ];
}

/** Where a medicine contradicts itself or its generic. */
export const medicineContradictions = (fields: MedicineFields, generic: CatalogueGeneric | undefined): Problem[] => [
  ...specificationProblems(fields),
  ...(generic ? [...frequencyProblems(fields, generic), ...doseProblems(fields, generic)] : []),
];
