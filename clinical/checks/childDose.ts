import { ratio } from '../doses/rational.ts';
import { dosesOnOneDay } from '../doses/regimen.ts';
import { limitByWeight, weighed } from './byWeight.ts';
import { adultFromMonths, hasChildDose, limitOf, minAgeOf } from './doseLimits.ts';
import { isLocal } from './exposure.ts';
import { type KnownLine, knownLines, type PatientFacts, type Rule } from './facts.ts';
import { type Finding, unavailable } from './finding.ts';
import { above } from './maxDose.ts';
import { intermittentLimit, startOf } from './treatmentPhase.ts';

/** Whether nothing is known of the dose for a child of this age, and no rule excludes the medicine for it anyway. */
function isWithoutDose(known: KnownLine, ageMonths: number): boolean {
  const { medicine } = known;
  if (ageMonths >= adultFromMonths || isLocal(medicine.dosageForm) || medicine.suitability.child === 'forbidden')
    return false;
  const least = minAgeOf(known);
  const isTooYoung = least !== null && ageMonths < least.months;
  return !isTooYoung && !hasChildDose(known, ageMonths);
}

const needsWeight = ({ childMaxDailyPerKg, childMaxSinglePerKg, limits }: KnownLine['medicine']): boolean =>
  childMaxDailyPerKg !== null || childMaxSinglePerKg !== null || limits.some(({ per }) => per.endsWith('PerKg'));

/**
 * The most in a day by weight. Patients from twelve years have maxima of their own for the start of a treatment and for
 * doses on single days of a week. A child has one for such single days where the tables know it, otherwise the maximum of
 * every day holds.
 */
function limitOfDay(known: KnownLine, patient: PatientFacts, ageMonths: number) {
  const general = intermittentLimit(known);
  if (ageMonths >= adultFromMonths) return general || startOf(known) ? null : limitByWeight(known, patient, 'day');
  const perKg = general && limitOf(known, ageMonths, 'intermittentPerKg');
  return perKg ? weighed(known, patient, { perKg, general, adult: null }, 'day') : limitByWeight(known, patient, 'day');
}

function forOne(known: KnownLine, patient: PatientFacts): Finding[] {
  const { line, medicine, lineIndex } = known;
  const { ageMonths } = patient;
  if (ageMonths === null)
    return needsWeight(medicine)
      ? [unavailable('childDailyDose', 'ageUnknown', lineIndex, { drug: medicine.name })]
      : [];
  const limits = [
    ['childSingleDose', limitByWeight(known, patient, 'dose'), null],
    ['childDailyDose', limitOfDay(known, patient, ageMonths), dosesOnOneDay(line) ?? ratio(1)],
  ] as const;
  return limits.flatMap(([ruleCode, limit, doses]): Finding[] => {
    if (limit === 'unknown') return [unavailable(ruleCode, 'weightUnknown', lineIndex, { drug: medicine.name })];
    return limit ? above(ruleCode, limit, doses, known) : [];
  });
}

/** The dose is also limited by weight, for children and for whoever weighs less than the adult maximum assumes. */
export const childDose: Rule = (input) => knownLines(input).flatMap((known) => forOne(known, input.patient));

/** Below twelve years a medicine without a dose for this age is not checked, and proceeding needs a written reason. */
export const childDoseKnown: Rule = (input) =>
  knownLines(input).flatMap((known) => {
    const { ageMonths } = input.patient;
    if (ageMonths === null || !isWithoutDose(known, ageMonths)) return [];
    return [unavailable('childDailyDose', 'noChildDose', known.lineIndex, { drug: known.medicine.name })];
  });
