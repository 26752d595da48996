import { type Amount, inUnit } from '../dose.ts';
import { frequencyOf } from '../frequency.ts';
import { decimal, isAbove, isPositive, type Rational, ratio, times, toText } from '../rational.ts';
import { type CheckLine, type DrugFacts, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, type RuleCode, unavailable } from './finding.ts';

const source = 'Drug table';

/** Below this age the maximum by weight applies in addition to the general one. */
export const byWeightBelowMonths = 144;

type Measured = { line: CheckLine; drug: DrugFacts; lineIndex: number };

/** Doses on a day on which the drug is taken: a weekly dose counts as one; null if it is taken as needed. */
export function dosesOnOneDay(frequency: string): Rational | null {
  const often = frequencyOf(frequency);
  if (often?.kind === 'once') return ratio(1);
  if (often?.kind !== 'regular') return null;
  return isAbove(ratio(1), often.timesPerDay) ? ratio(1) : often.timesPerDay;
}

/** Compares a line with a maximum: above it a reason is required, above twice the maximum it is blocked. */
function above(ruleCode: RuleCode, limit: Amount, doses: Rational, { line, drug, lineIndex }: Measured): Finding[] {
  const dose = inUnit(line.dose, limit.unit, drug.packing);
  const most = decimal(limit.value);
  if (!dose.ok || !most) return [unavailable(ruleCode, 'doseNotComparable', lineIndex, { drug: drug.name })];
  const taken = times(dose.base, doses);
  if (!isAbove(taken, most)) return [];
  const params = { drug: drug.name, taken: toText(taken), max: toText(most), unit: limit.unit };
  const level = isAbove(taken, times(most, ratio(2))) ? 'block' : 'warn';
  return [hit(ruleCode, { level, lineIndex, params, source })];
}

/** A single dose must not exceed the drug's maximum. */
export const maxSingleDose: Rule = (input) =>
  knownLines(input).flatMap((measured) => {
    const limit = measured.drug.maxSingleDose;
    return limit ? above('maxSingleDose', limit, ratio(1), measured) : [];
  });

/** The daily dose must not exceed the drug's maximum. For a drug taken as needed the finding shows the maximum. */
export const maxDailyDose: Rule = (input) =>
  knownLines(input).flatMap((measured) => {
    const { line, drug, lineIndex } = measured;
    const limit = drug.maxDailyDose;
    if (!limit) return [];
    if (!frequencyOf(line.frequency)) return [unavailable('maxDailyDose', 'frequencyUnknown', lineIndex)];
    const doses = dosesOnOneDay(line.frequency);
    if (doses) return above('maxDailyDose', limit, doses, measured);
    const params = { drug: drug.name, max: limit.value, unit: limit.unit };
    return [hit('maxDailyDose', { level: 'info', lineIndex, params, source })];
  });

/** A child's daily dose is also limited by weight. */
export const childDailyDose: Rule = (input) =>
  knownLines(input).flatMap((measured) => {
    const { line, drug, lineIndex } = measured;
    const perKg = drug.childMaxDailyPerKg;
    const { ageMonths, weightKg } = input.patient;
    if (!perKg || (ageMonths !== null && ageMonths >= byWeightBelowMonths)) return [];
    if (ageMonths === null) return [unavailable('childDailyDose', 'ageUnknown', lineIndex)];
    const [weight, each] = [decimal(weightKg ?? ''), decimal(perKg.value)];
    if (!weight || !each || !isPositive(weight))
      return [unavailable('childDailyDose', 'weightUnknown', lineIndex, { drug: drug.name })];
    const limit = { value: Number(toText(times(weight, each))), unit: perKg.unit };
    return above('childDailyDose', limit, dosesOnOneDay(line.frequency) ?? ratio(1), measured);
  });
