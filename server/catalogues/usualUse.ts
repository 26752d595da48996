import { mostDosesIn } from '../../clinical/checks/dosesByDay.ts';
import type { DoseLimit } from '../../clinical/checks/facts.ts';
import { inUnit, type Packing } from '../../clinical/doses/dose.ts';
import { portionOf } from '../../clinical/doses/portion.ts';
import { decimal, isAbove, times, toText } from '../../clinical/doses/rational.ts';
import { dosesOnOneDay } from '../../clinical/doses/regimen.ts';
import { unitOf } from '../../clinical/doses/unit.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import { type Problem, problem } from './problems.ts';

const mostDays = 366;

/** How a medicine is usually taken; null where its dose or frequency is not filled in. */
function usualCourse({ defaultDose, defaultDoseUnit, defaultFrequency }: MedicineFields) {
  if (defaultDose === null || defaultDoseUnit === '' || defaultFrequency === '') return null;
  return { dose: { value: defaultDose, unit: defaultDoseUnit }, frequency: defaultFrequency, days: mostDays };
}

const holdsFor = (named: readonly string[], one: string): boolean => named.length === 0 || named.includes(one);

/** The maximum of a kind for adults by this form and route. */
const limitFor = (limits: readonly DoseLimit[], per: DoseLimit['per'], { dosageForm, defaultRoute }: MedicineFields) =>
  limits.find(
    (one) =>
      one.per === per &&
      one.fromMonths === 0 &&
      one.toMonths === null &&
      holdsFor(one.routes, defaultRoute) &&
      holdsFor(one.forms, dosageForm),
  );

/** A usual dose that nobody can take, such as half a capsule. */
export function portionProblems(fields: MedicineFields, packing: Packing): Problem[] {
  const { defaultDose, defaultDoseUnit, dosageForm } = fields;
  if (defaultDose === null || defaultDoseUnit === '') return [];
  const { portion, pieces, unit } = portionOf({ value: defaultDose, unit: defaultDoseUnit }, dosageForm, packing);
  if (portion !== 'impossible' || !pieces) return [];
  const many = toText(pieces);
  return [
    problem(
      'defaultDose',
      `常用剂量相当于 ${many} ${unitOf(unit)?.code ?? unit}，该剂型不能这样分用`,
      `The usual dose is ${many} ${unitOf(unit)?.code ?? unit}, into which this form cannot be divided`,
    ),
  ];
}

/** A usual frequency above the most applications a day. */
function timesProblems(fields: MedicineFields, limits: readonly DoseLimit[]): Problem[] {
  const [course, limit] = [usualCourse(fields), limitFor(limits, 'times', fields)];
  const [often, most] = [course && dosesOnOneDay(course), decimal(limit?.value ?? '')];
  if (!limit || !often || !most || !isAbove(often, most)) return [];
  return [
    problem(
      'defaultFrequency',
      `该通用名每日最多使用 ${limit.value} 次，“${fields.defaultFrequency}”过于频繁`,
      `This generic is applied at most ${limit.value} times a day; “${fields.defaultFrequency}” is more often`,
    ),
  ];
}

/** A usual dose and frequency above the most of a week or a month; a medicine that is taken in courses is not taken that long. */
function periodProblems(fields: MedicineFields, limits: readonly DoseLimit[], packing: Packing): Problem[] {
  const [course, limit] = [usualCourse(fields), limitFor(limits, 'period', fields)];
  if (!course || !limit?.days || limitFor(limits, 'course', fields)) return [];
  const [doses, dose, most] = [
    mostDosesIn(course, limit.days),
    inUnit(course.dose, limit.unit, packing),
    decimal(limit.value),
  ];
  if (!doses || !dose.ok || !most || !isAbove(times(dose.base, doses), most)) return [];
  const many = `${limit.value} ${limit.unit}`;
  return [
    problem(
      'defaultDose',
      `常用剂量按“${fields.defaultFrequency}”使用，超过该通用名 ${limit.days} 天的最大剂量 ${many}`,
      `The usual dose “${fields.defaultFrequency}” is above the most of this generic in ${limit.days} days, ${many}`,
    ),
  ];
}

/** A usual dose or frequency above the maxima of a generic that are not those of one dose or a day. */
export const usualUseProblems = (fields: MedicineFields, limits: readonly DoseLimit[], packing: Packing): Problem[] => [
  ...timesProblems(fields, limits),
  ...periodProblems(fields, limits, packing),
];
