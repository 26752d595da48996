import { frequencyOf } from '../doses/frequency.ts';
import { type Rational, ratio } from '../doses/rational.ts';
import { dosesOnOneDay } from '../doses/regimen.ts';
import { limitByWeight } from './byWeight.ts';
import { limitOf, uncomparedSource } from './doseLimits.ts';
import { type KnownLine, knownLines, type MedicineFacts, type PatientFacts, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import { clearance, filtrationOf, isChild, type KidneyFunction, type Known } from './kidneyMeasures.ts';
import { above } from './maxDose.ts';

/** The source of the kidney limits of a medicine. */
const sourceOf = ({ kidneySource }: MedicineFacts): string =>
  kidneySource === null ? uncomparedSource : `Medicine table; ${kidneySource}`;

/** The patient's kidney function in the measure of the medicine's label. */
function functionFor({ kidneyMeasure }: MedicineFacts, patient: PatientFacts): Known {
  return kidneyMeasure === 'clearance' && !isChild(patient) ? clearance(patient) : filtrationOf(patient);
}

/** The lowest of the label's limits that a kidney function is below; undefined above all of them. */
const reachedBy = ({ kidneyLimits }: MedicineFacts, value: number) =>
  kidneyLimits.filter(({ belowEgfr }) => value < belowEgfr).toSorted((a, b) => a.belowEgfr - b.belowEgfr)[0];

/**
 * What the label's own limits say of a patient whose kidney function is known: `usual` above all of them, else `reduced`
 * or `forbidden`; null if there are none, or nobody measured it.
 */
export function ownKidneyVerdict(
  medicine: MedicineFacts,
  patient: PatientFacts,
): 'usual' | 'reduced' | 'forbidden' | null {
  const found = medicine.kidneyLimits.length > 0 ? functionFor(medicine, patient).found : null;
  if (!found) return null;
  const lowest = reachedBy(medicine, found.value);
  if (!lowest) return 'usual';
  return lowest.maxDaily ? 'reduced' : 'forbidden';
}

/** The kidney maximum for this patient: of a child's maximum the same part as of an adult's. */
function maximumFor(known: KnownLine, patient: PatientFacts, most: { value: number; unit: string }) {
  const [adult, own] = [limitOf(known, null, 'day'), limitByWeight(known, patient, 'day')];
  const isComparable = adult && own && own !== 'unknown' && adult.unit === own.unit && own.value < adult.value;
  const part = isComparable ? own.value / adult.value : 1;
  return { value: Number((most.value * part).toPrecision(4)), unit: most.unit, source: sourceOf(known.medicine) };
}

/** Doses a day on average; none for a single dose and one taken as needed, which only the day's limit holds. */
function averageADay(frequency: string): Rational {
  const often = frequencyOf(frequency);
  if (often?.kind === 'regular') return often.timesPerDay;
  return often?.kind === 'interval' ? ratio(often.times, often.inDays) : ratio(0);
}

/** What the label's limits say at a kidney function. */
function judged(known: KnownLine, patient: PatientFacts, { value, formula }: KidneyFunction): Finding[] {
  const { line, medicine, lineIndex } = known;
  const lowest = reachedBy(medicine, value);
  if (!lowest) return [];
  const params = { drug: medicine.name, egfr: value, formula };
  if (!lowest.maxDaily)
    return [
      hit('kidneyDose', {
        level: 'block',
        lineIndex,
        params: { ...params, below: lowest.belowEgfr },
        source: sourceOf(medicine),
      }),
    ];
  const most = maximumFor(known, patient, lowest.maxDaily);
  const onOneDay = above('kidneyDose', most, dosesOnOneDay(line) ?? ratio(1), known, params);
  if (onOneDay.length > 0 || !lowest.everyDays) return onOneDay;
  const perDay = { ...most, value: Number((most.value / lowest.everyDays).toPrecision(4)) };
  return above('kidneyDose', perDay, averageADay(line.frequency), known, params);
}

/**
 * Reduced kidney function lowers the daily maximum, or forbids the medicine. What the label's formula needs and nobody
 * measured is reported by name.
 */
export const kidneyDose: Rule = (input) =>
  knownLines(input).flatMap((known): Finding[] => {
    const { medicine, lineIndex } = known;
    const { patient } = input;
    const isMeasured = patient.egfr !== null || patient.creatinine !== null;
    if (medicine.kidneyLimits.length === 0 || (!isMeasured && patient.states.kidney === 'no')) return [];
    const { found, missing } = functionFor(medicine, patient);
    return [
      ...missing.map((why) => unavailable('kidneyDose', why, lineIndex, { drug: medicine.name })),
      ...(found ? judged(known, patient, found) : []),
    ];
  });
