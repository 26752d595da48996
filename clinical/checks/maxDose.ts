import { inUnit } from '../doses/dose.ts';
import { frequencyOf } from '../doses/frequency.ts';
import { add, decimal, isAbove, minus, type Rational, ratio, times, toText } from '../doses/rational.ts';
import { dosesOnOneDay } from '../doses/regimen.ts';
import { limitByWeight } from './byWeight.ts';
import { limitOf, type Maximum } from './doseLimits.ts';
import { type KnownLine, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, type Params, type RuleCode, unavailable } from './finding.ts';
import { intermittentLimit, startOf } from './treatmentPhase.ts';

/** What a first dose adds to the other doses of its day; one with a maximum of its own is judged by that. */
function addedByFirst(known: KnownLine, dose: Rational, unit: string): Rational {
  const { line, medicine } = known;
  const hasOwn = limitOf(known, null, 'loadingDose') ?? limitOf(known, null, 'loadingDay');
  if (!line.firstDose || hasOwn) return ratio(0);
  const first = inUnit({ value: line.firstDose, unit: line.dose.unit }, unit, medicine.packing);
  return first.ok && isAbove(first.base, dose) ? minus(first.base, dose) : ratio(0);
}

/** Compares one dose (`doses` null) or the doses of a day with a maximum: a reason above it, refused above twice of it. */
export function above(
  ruleCode: RuleCode,
  limit: Maximum,
  doses: Rational | null,
  known: KnownLine,
  more: Params = {},
): Finding[] {
  const { line, medicine, lineIndex } = known;
  const dose = inUnit(line.dose, limit.unit, medicine.packing);
  const most = decimal(limit.value);
  if (!dose.ok || !most) return [unavailable(ruleCode, 'doseNotComparable', lineIndex, { drug: medicine.name })];
  const taken = doses === null ? dose.base : add(times(dose.base, doses), addedByFirst(known, dose.base, limit.unit));
  if (!isAbove(taken, most)) return [];
  const params = { ...more, drug: medicine.name, taken: toText(taken), max: toText(most), unit: limit.unit };
  const level = isAbove(taken, times(most, ratio(2))) ? 'block' : 'warn';
  return [hit(ruleCode, { level, lineIndex, params, source: limit.source })];
}

/** A single dose must not exceed the maximum for the patient's age; a loading dose has its own. */
export const maxSingleDose: Rule = (input) =>
  knownLines(input).flatMap((known) => {
    const special = startOf(known)?.dose ?? intermittentLimit(known);
    const limit = special ?? limitOf(known, input.patient.ageMonths, 'dose');
    return limit ? above('maxSingleDose', limit, null, known) : [];
  });

/**
 * The daily dose must not exceed the maximum for the patient's age. For a medicine taken as needed the finding shows the
 * maximum for this patient.
 */
export const maxDailyDose: Rule = (input) =>
  knownLines(input).flatMap((known): Finding[] => {
    const { line, medicine, lineIndex } = known;
    const { patient } = input;
    const limit = startOf(known)?.day ?? limitOf(known, patient.ageMonths, 'day');
    if (!limit || intermittentLimit(known)) return [];
    if (!frequencyOf(line.frequency)) return [unavailable('maxDailyDose', 'frequencyUnknown', lineIndex)];
    const doses = dosesOnOneDay(line);
    if (doses) return above('maxDailyDose', limit, doses, known);
    const most = limitByWeight(known, patient, 'day');
    const told = most === 'unknown' ? null : (most ?? limit);
    if (!told) return [];
    const params = { drug: medicine.name, max: told.value, unit: told.unit };
    return [hit('maxDailyDose', { level: 'info', atMost: 'info', lineIndex, params, source: told.source })];
  });
