import { inUnit } from '../doses/dose.ts';
import { portionOf } from '../doses/portion.ts';
import { decimal, divide, isAbove, isPositive, type Rational, ratio, times, toText } from '../doses/rational.ts';
import { dosesOnOneDay } from '../doses/regimen.ts';
import { adultFromMonths } from './doseLimits.ts';
import { type KnownLine, knownLines, type PatientFacts, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import { startOf } from './treatmentPhase.ts';

const source = 'Medicine table';

/** A dose must be something a patient can take: capsules whole, tablets in halves, drops counted. */
export const portion: Rule = (input) =>
  knownLines(input).flatMap(({ line, medicine, lineIndex }): Finding[] => {
    const { portion: how, pieces, unit } = portionOf(line.dose, medicine.dosageForm, medicine.packing);
    if (how === 'takeable') return [];
    if (how === 'unknownForm')
      return [unavailable('portion', 'formUnknown', lineIndex, { form: medicine.dosageForm, drug: medicine.name })];
    if (how === 'notComparable' || !pieces)
      return [unavailable('portion', 'doseNotComparable', lineIndex, { drug: medicine.name })];
    const params = { drug: medicine.name, pieces: toText(pieces), unit, form: medicine.dosageForm };
    return [hit('portion', { level: how === 'needsFineDivision' ? 'warn' : 'block', lineIndex, params, source })];
  });

/** A dose this many times above or below the usual one is probably a typing error. */
const far = ratio(4);

/** The body weight that the medicine list's usual doses assume, if no dose by weight is known. */
const adultKg = ratio(60);

/** The smallest expected dose, reduced by weight for a small child; null if it cannot be computed. */
function leastUsual(usual: Rational, { line, medicine }: KnownLine, patient: PatientFacts): Rational | null {
  const { ageMonths, weightKg } = patient;
  if (ageMonths === null) return null;
  if (ageMonths >= adultFromMonths) return usual;
  const weight = decimal(weightKg ?? '');
  if (!weight || !isPositive(weight)) return null;
  const perKg = medicine.childMaxDailyPerKg;
  const each = perKg && medicine.usualDose ? inUnit(perKg, medicine.usualDose.unit, medicine.packing) : null;
  const doses = dosesOnOneDay(line) ?? ratio(1);
  const byWeight = each?.ok ? divide(times(each.base, weight), doses) : divide(times(usual, weight), adultKg);
  return isAbove(usual, byWeight) ? byWeight : usual;
}

/** Whether a dose is one that the label gives at the start of a treatment, however far it is from the usual one. */
function isUsualStart(known: KnownLine): boolean {
  const most = startOf(known)?.dose;
  const taken = most ? inUnit(known.line.dose, most.unit, known.medicine.packing) : null;
  const limit = decimal(most?.value ?? '');
  return taken?.ok === true && limit !== null && !isAbove(taken.base, limit);
}

/** A dose far from the usual one requires a written reason. */
export const unusualDose: Rule = (input) =>
  knownLines(input).flatMap((known): Finding[] => {
    const { line, medicine, lineIndex } = known;
    if (!medicine.usualDose || isUsualStart(known)) return [];
    const { unit } = medicine.usualDose;
    const usual = decimal(medicine.usualDose.value);
    const taken = inUnit(line.dose, unit, medicine.packing);
    if (!usual || !taken.ok)
      return [unavailable('unusualDose', 'doseNotComparable', lineIndex, { drug: medicine.name })];
    const least = leastUsual(usual, known, input.patient);
    const isLow = least !== null && isAbove(least, times(taken.base, far));
    if (!isLow && !isAbove(taken.base, times(usual, far))) return [];
    const params = { drug: medicine.name, taken: toText(taken.base), usual: toText(usual), unit };
    return [hit('unusualDose', { level: 'warn', lineIndex, params, source })];
  });
