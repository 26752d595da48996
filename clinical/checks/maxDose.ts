import { type Amount, inUnit } from '../dose.ts';
import { frequencyOf } from '../frequency.ts';
import { add, decimal, isAbove, isPositive, minus, type Rational, ratio, times, toText } from '../rational.ts';
import { dosesOnOneDay, mostTimesADay } from '../regimen.ts';
import { isLocal } from './exposure.ts';
import { type DrugFacts, type KnownLine, knownLines, type PatientFacts, type Rule } from './facts.ts';
import { type Finding, hit, type RuleCode, unavailable } from './finding.ts';

const source = 'Drug table';

/** Below this age the maximum by weight applies in addition to the general one. */
export const byWeightBelowMonths = 144;

/** What a loading dose adds to the other doses of its day. */
function addedByLoading({ line, drug }: KnownLine, dose: Rational, unit: string): Rational {
  const first = line.firstDose ? inUnit({ value: line.firstDose, unit: line.dose.unit }, unit, drug.packing) : null;
  return first?.ok && isAbove(first.base, dose) ? minus(first.base, dose) : ratio(0);
}

/** Compares one dose (`doses` null) or a day's doses with a maximum: a reason above it, refused above twice of it. */
function above(ruleCode: RuleCode, limit: Amount, doses: Rational | null, known: KnownLine): Finding[] {
  const { line, drug, lineIndex } = known;
  const dose = inUnit(line.dose, limit.unit, drug.packing);
  const most = decimal(limit.value);
  if (!dose.ok || !most) return [unavailable(ruleCode, 'doseNotComparable', lineIndex, { drug: drug.name })];
  const taken = doses === null ? dose.base : add(times(dose.base, doses), addedByLoading(known, dose.base, limit.unit));
  if (!isAbove(taken, most)) return [];
  const params = { drug: drug.name, taken: toText(taken), max: toText(most), unit: limit.unit };
  const level = isAbove(taken, times(most, ratio(2))) ? 'block' : 'warn';
  return [hit(ruleCode, { level, lineIndex, params, source })];
}

/** The band of the drug's label that the patient's age falls in. */
export const bandOf = ({ ageBands }: DrugFacts, ageMonths: number | null) =>
  ageMonths === null
    ? undefined
    : ageBands.find(({ fromMonths, toMonths }) => ageMonths >= fromMonths && ageMonths < toMonths);

/** A single dose must not exceed the maximum for the patient's age. */
export const maxSingleDose: Rule = (input) =>
  knownLines(input).flatMap((measured) => {
    const limit = bandOf(measured.drug, input.patient.ageMonths)?.maxSingle ?? measured.drug.maxSingleDose;
    return limit ? above('maxSingleDose', limit, null, measured) : [];
  });

/** The daily maximum to tell a prescriber: a child's is by weight, and null as long as the weight is not known. */
function maximumToTell(patient: PatientFacts, limit: Amount, drug: DrugFacts): Amount | null {
  const isChild = patient.ageMonths !== null && patient.ageMonths < byWeightBelowMonths;
  if (!isChild || !drug.childMaxDailyPerKg) return limit;
  return childDailyLimit(patient, drug.childMaxDailyPerKg, limit, drug);
}

/**
 * The daily dose must not exceed the maximum for the patient's age. For a drug taken as needed the finding shows the
 * maximum for this patient.
 */
export const maxDailyDose: Rule = (input) =>
  knownLines(input).flatMap((measured) => {
    const { line, drug, lineIndex } = measured;
    const limit = bandOf(drug, input.patient.ageMonths)?.maxDaily ?? drug.maxDailyDose;
    if (!limit) return [];
    if (!frequencyOf(line.frequency)) return [unavailable('maxDailyDose', 'frequencyUnknown', lineIndex)];
    const doses = dosesOnOneDay(line);
    if (doses) return above('maxDailyDose', limit, doses, measured);
    const most = maximumToTell(input.patient, limit, drug);
    if (!most) return [];
    const params = { drug: drug.name, max: most.value, unit: most.unit };
    return [hit('maxDailyDose', { level: 'info', lineIndex, params, source })];
  });

/** Reduced kidney function lowers the daily maximum, or forbids the drug. */
export const kidneyDose: Rule = (input) =>
  knownLines(input).flatMap((measured): Finding[] => {
    const { line, drug, lineIndex } = measured;
    const { egfr, states } = input.patient;
    if (drug.kidneyLimits.length === 0 || (egfr === null && states.kidney === 'no')) return [];
    if (egfr === null) return [unavailable('kidneyDose', 'kidneyFunctionUnknown', lineIndex, { drug: drug.name })];
    const reached = drug.kidneyLimits.filter(({ belowEgfr }) => egfr < belowEgfr);
    const [lowest] = reached.toSorted((a, b) => a.belowEgfr - b.belowEgfr);
    if (!lowest) return [];
    const params = { drug: drug.name, egfr, below: lowest.belowEgfr };
    if (!lowest.maxDaily) return [hit('kidneyDose', { level: 'block', lineIndex, params, source })];
    return above('kidneyDose', lowest.maxDaily, dosesOnOneDay(line) ?? ratio(1), measured);
  });

/** A weekly or monthly drug must not be taken more often. */
export const leastInterval: Rule = (input) =>
  knownLines(input).flatMap(({ line, drug, lineIndex }): Finding[] => {
    if (drug.everyDays === null) return [];
    const [often, interval] = [frequencyOf(line.frequency), decimal(drug.everyDays)];
    if (!often || !interval) return [unavailable('leastInterval', 'frequencyUnknown', lineIndex)];
    const perDay =
      often.kind === 'interval'
        ? ratio(often.times, often.inDays)
        : often.kind === 'regular'
          ? often.timesPerDay
          : ratio(0);
    const isTooOften = isAbove(times(perDay, interval), ratio(1));
    if (!isTooOften && often.kind !== 'asNeeded') return [];
    const params = { drug: drug.name, everyDays: drug.everyDays };
    return [hit('leastInterval', { level: 'block', lineIndex, params, source })];
  });

/** A drug taken as needed requires a maximum or a written reason, unless it acts only where it is applied. */
export const asNeededMaximum: Rule = (input) =>
  knownLines(input).flatMap(({ line, drug, lineIndex }): Finding[] => {
    const isAsNeeded = frequencyOf(line.frequency)?.kind === 'asNeeded';
    if (!isAsNeeded || mostTimesADay(line) !== null || isLocal(drug.dosageForm)) return [];
    return [hit('asNeededMaximum', { level: 'warn', lineIndex, params: { drug: drug.name }, source })];
  });

/** The maximum by weight, at most the adult one. */
function byWeight(perKg: Amount, weight: Rational, adult: Amount | null, { packing }: DrugFacts): Amount | null {
  const each = decimal(perKg.value);
  if (!each) return null;
  const most = times(weight, each);
  const cap = adult ? inUnit(adult, perKg.unit, packing) : null;
  return { value: Number(toText(cap?.ok && isAbove(most, cap.base) ? cap.base : most)), unit: perKg.unit };
}

/** A child's daily maximum by weight; null for others, without a known weight, or without a table value. */
export function childDailyLimit(
  { ageMonths, weightKg }: PatientFacts,
  perKg: Amount | null,
  adult: Amount | null,
  drug: DrugFacts,
): Amount | null {
  const weight = decimal(weightKg ?? '');
  if (!perKg || ageMonths === null || ageMonths >= byWeightBelowMonths || !weight || !isPositive(weight)) return null;
  return byWeight(perKg, weight, adult, drug);
}

/** A child's dose is also limited by weight, each time and per day. */
export const childDose: Rule = (input) =>
  knownLines(input).flatMap((measured): Finding[] => {
    const { line, drug, lineIndex } = measured;
    const { ageMonths, weightKg } = input.patient;
    const limits = [
      ['childSingleDose', drug.childMaxSinglePerKg, drug.maxSingleDose, null],
      ['childDailyDose', drug.childMaxDailyPerKg, drug.maxDailyDose, dosesOnOneDay(line) ?? ratio(1)],
    ] as const;
    return limits.flatMap(([ruleCode, perKg, adult, doses]): Finding[] => {
      if (!perKg || (ageMonths !== null && ageMonths >= byWeightBelowMonths)) return [];
      if (ageMonths === null) return [unavailable(ruleCode, 'ageUnknown', lineIndex)];
      const weight = decimal(weightKg ?? '');
      if (!weight || !isPositive(weight))
        return [unavailable(ruleCode, 'weightUnknown', lineIndex, { drug: drug.name })];
      const limit = byWeight(perKg, weight, adult, drug);
      return limit ? above(ruleCode, limit, doses, measured) : [];
    });
  });
