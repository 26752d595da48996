import { inBaseUnits, inUnit, type Packing } from '../../clinical/doses/dose.ts';
import { isCountedIn } from '../../clinical/doses/formUnits.ts';
import { frequencyOf, isAsNeeded, timesPerDayOf } from '../../clinical/doses/frequency.ts';
import { decimal, isAbove, ratio, times } from '../../clinical/doses/rational.ts';
import { contradictedContent, unreadAmountIn } from '../../clinical/doses/specification.ts';
import { contradictedPack } from '../../clinical/doses/specifiedPack.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import type { CatalogueGeneric } from '../medicines/columnsOfGeneric.ts';
import { type Problem, problem } from './problems.ts';
import { portionProblems, usualUseProblems } from './usualUse.ts';

/** A specification with a number that can be read in more than one way. */
const unreadProblems = (fields: MedicineFields): Problem[] =>
  (['specification', 'specificationEn'] as const).flatMap((field) => {
    const unread = unreadAmountIn(fields[field]);
    return unread === null
      ? []
      : [
          problem(
            field,
            `规格“${fields[field]}”中的“${unread}”有不止一种读法。请不加分隔符书写，如“12500 mg”`,
            `“${unread}” in the specification “${fields[field]}” can be read in more than one way. Write the number without separators, such as 12500 mg`,
          ),
        ];
  });

/** A base unit in which the dosage form is not counted, such as tablets of eye drops. */
const formProblems = ({ dosageForm, minUnit }: MedicineFields): Problem[] =>
  isCountedIn(dosageForm, minUnit)
    ? []
    : [
        problem(
          'minUnit',
          `剂型“${dosageForm}”不以“${minUnit}”计数。请改正其中一项`,
          `The form “${dosageForm}” is not counted in ${minUnit}. Correct one of them`,
        ),
      ];

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

/** A specification that says another number of base units in a pack than the pack factor does. */
function packProblems({ minUnit, packUnit, packFactor, specification, specificationEn }: MedicineFields): Problem[] {
  return [specification, specificationEn].flatMap((text) => {
    const said = contradictedPack(text, { minUnit, packUnit, packFactor });
    return said === null
      ? []
      : [
          problem(
            'packFactor',
            `规格“${text}”表示每包装 ${said} ${minUnit}，而包装数量填写为 ${packFactor}。请改正其中一项`,
            `The specification “${text}” means ${said} ${minUnit} in a pack, but ${packFactor} is filled in. Correct one of them`,
          ),
        ];
  });
}

/** A usual frequency that gives a medicine more often than its generic is taken, or as needed. */
function frequencyProblems({ defaultFrequency }: MedicineFields, { everyDays }: CatalogueGeneric): Problem[] {
  const perDay = timesPerDayOf(defaultFrequency);
  if (!everyDays || !(isAsNeeded(defaultFrequency) || (perDay !== null && perDay * everyDays > 1))) return [];
  return [
    problem(
      'defaultFrequency',
      `该通用名每 ${everyDays} 天用药一次，“${defaultFrequency}”过于频繁`,
      `This generic is taken once every ${everyDays} days; “${defaultFrequency}” is more often`,
    ),
  ];
}

const packingOf = ({ minUnit, packUnit, packFactor, strength, strengthUnit }: MedicineFields): Packing => {
  const content = strength === null || strengthUnit === '' ? null : { value: strength, unit: strengthUnit };
  return { minUnit, packUnit, packFactor, strength: content };
};

/** The content of one usual dose in the unit of a limit; null where it cannot be compared. */
function usualDose(fields: MedicineFields, unit: string) {
  const { defaultDose, defaultDoseUnit } = fields;
  if (defaultDose === null || defaultDoseUnit === '') return null;
  const dose = inUnit({ value: defaultDose, unit: defaultDoseUnit }, unit, packingOf(fields));
  return dose.ok ? dose.base : null;
}

/** A usual dose in a unit that the product is not measured in, such as tablets in ml. */
function unitProblems(fields: MedicineFields): Problem[] {
  const { defaultDose, defaultDoseUnit, minUnit } = fields;
  if (defaultDose === null || defaultDoseUnit === '') return [];
  const dose = inBaseUnits({ value: defaultDose, unit: defaultDoseUnit }, packingOf(fields));
  if (dose.ok || (dose.why !== 'unitMismatch' && dose.why !== 'unknownStrength')) return [];
  return [
    problem(
      'defaultDoseUnit',
      `以“${minUnit}”为最小单位的该药品不能换算为“${defaultDoseUnit}”。请改正其中一项，或填写含量`,
      `${defaultDoseUnit} cannot be converted to ${minUnit} of this medicine. Correct one of them, or fill in the strength`,
    ),
  ];
}

/** A usual dose above the most that the generic allows in one dose. */
function doseProblems(fields: MedicineFields, { maxSingleDose }: CatalogueGeneric): Problem[] {
  const dose = maxSingleDose && usualDose(fields, maxSingleDose.unit);
  const most = maxSingleDose && decimal(maxSingleDose.value);
  if (!maxSingleDose || !dose || !most || !isAbove(dose, most)) return [];
  const limit = `${maxSingleDose.value} ${maxSingleDose.unit}`;
  return [
    problem(
      'defaultDose',
      `常用剂量超过该通用名的单次最大剂量 ${limit}`,
      `The usual dose is above the most of this generic in one dose, ${limit}`,
    ),
  ];
}

/** A usual dose and frequency that together are above the most that the generic allows on one day. */
function dayProblems(fields: MedicineFields, { maxDailyDose }: CatalogueGeneric): Problem[] {
  const dose = maxDailyDose && usualDose(fields, maxDailyDose.unit);
  const most = maxDailyDose && decimal(maxDailyDose.value);
  const often = frequencyOf(fields.defaultFrequency);
  if (!maxDailyDose || !dose || !most || !often) return [];
  const perDay = often.kind === 'regular' ? often.timesPerDay : ratio(1);
  if (!isAbove(times(dose, perDay), most)) return [];
  const limit = `${maxDailyDose.value} ${maxDailyDose.unit}`;
  return [
    problem(
      'defaultDose',
      `常用剂量按“${fields.defaultFrequency}”使用，超过该通用名的每日最大剂量 ${limit}`,
      `The usual dose “${fields.defaultFrequency}” is above the most of this generic in a day, ${limit}`,
    ),
  ];
}

/** Where a medicine contradicts itself or its generic. */
export const medicineContradictions = (fields: MedicineFields, generic: CatalogueGeneric | undefined): Problem[] => [
  ...unreadProblems(fields),
  ...formProblems(fields),
  ...specificationProblems(fields),
  ...packProblems(fields),
  ...unitProblems(fields),
  ...portionProblems(fields, packingOf(fields)),
  ...(generic
    ? [
        ...frequencyProblems(fields, generic),
        ...doseProblems(fields, generic),
        ...dayProblems(fields, generic),
        ...usualUseProblems(fields, generic.limits ?? [], packingOf(fields)),
      ]
    : []),
];
