import { inUnit } from '../doses/dose.ts';
import { frequencyOf, isAsNeeded } from '../doses/frequency.ts';
import { add, decimal, isAbove, minus, type Rational, ratio, times, toText } from '../doses/rational.ts';
import { daysOf, dosesOnOneDay, type Regimen } from '../doses/regimen.ts';
import { siteOf } from '../doses/route.ts';
import { isSameUnit } from '../doses/unit.ts';
import type { LocalText } from '../words/localText.ts';
import { limitByWeight } from './byWeight.ts';
import { limitOf, type Maximum } from './doseLimits.ts';
import { mostDosesIn } from './dosesByDay.ts';
import { type CheckInput, type KnownLine, knownLines, type PatientFacts, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import { shareOf } from './sumDose.ts';
import type { IngredientShare, RuleTables } from './tables.ts';
import { type AllTaken, aboveTogether, inAll, type Taken, takenAt, together } from './taken.ts';

/** A maximum for a number of days; `isOfSum` where one line alone is judged by its dose and its frequency. */
type PeriodLimit = { most: Maximum; days: number; isOfSum: boolean };

/** The maxima of a week or a month, and for medicines that are taken at an interval that of one dose in each. */
function periodsOf(known: KnownLine, patient: PatientFacts): PeriodLimit[] {
  const { everyDays } = known.medicine;
  const period = limitOf(known, patient.ageMonths, 'period');
  const doses =
    everyDays === null ? [] : [limitOf(known, patient.ageMonths, 'dose'), limitByWeight(known, patient, 'dose')];
  return [
    ...(period?.days ? [{ most: period, days: period.days, isOfSum: false }] : []),
    ...doses.flatMap((most): PeriodLimit[] =>
      most && most !== 'unknown' && everyDays !== null ? [{ most, days: everyDays, isOfSum: true }] : [],
    ),
  ];
}

/** What a loading dose adds to the doses of its days. */
function addedByFirst({ course, packing }: Taken, unit: string, dose: Rational): Rational {
  const first = course.firstDose ? inUnit({ value: course.firstDose, unit: course.dose.unit }, unit, packing) : null;
  return first?.ok && isAbove(first.base, dose) ? minus(first.base, dose) : ratio(0);
}

/**
 * The most of an ingredient in a period, of a compound its share. A limit in grams of a cream counts the whole cream. Null if
 * it is unknown.
 */
const inPeriod =
  (ingredient: string | null, { most: { unit }, days }: PeriodLimit, shares: readonly IngredientShare[]) =>
  (taken: Taken): Rational | null => {
    const dose = inUnit(taken.course.dose, unit, taken.packing);
    const isWhole = ingredient === null || isSameUnit(unit, taken.packing.minUnit);
    const part = isWhole ? ratio(1) : shareOf(ingredient, taken, shares);
    if (!dose.ok || !part) return null;
    const doses = mostDosesIn(taken.course, days) ?? ratio(1);
    return times(add(times(dose.base, doses), addedByFirst(taken, unit, dose.base)), part);
  };

/** The ingredient by which a line is judged together with others; null for a compound, whose maxima are its own. */
const soleOf = ({ medicine: { ingredients } }: KnownLine): string | null =>
  ingredients.length === 1 ? (ingredients[0] ?? null) : null;

/** All that contains the line's ingredient and is given to the same place of the body; the line alone for a compound. */
function besideOf(known: KnownLine, input: CheckInput): AllTaken {
  const { line, medicine } = known;
  const code = soleOf(known);
  if (code !== null) return takenAt(siteOf(medicine.dosageForm, line.route), code, input);
  return { now: [{ medicine, packing: medicine.packing, course: line, route: line.route }], before: [] };
}

/** What a finding is about: the line's product, or its ingredient where several medicines count. */
function nameOf(known: KnownLine, count: number, names: RuleTables['names']): LocalText {
  const code = soleOf(known);
  const { name } = known.medicine;
  return count < 2 || code === null ? name : inAll(names[code] ?? name);
}

function overPeriod(known: KnownLine, limit: PeriodLimit, input: CheckInput, { shares, names }: RuleTables): Finding[] {
  const { medicine, lineIndex } = known;
  const most = decimal(limit.most.value);
  const { unit, source } = limit.most;
  if (!most || !inUnit(known.line.dose, unit, medicine.packing).ok)
    return [unavailable('periodDose', 'doseNotComparable', lineIndex, { drug: medicine.name })];
  const sum = together(besideOf(known, input), inPeriod(soleOf(known), limit, shares));
  if (limit.isOfSum && sum.count < 2) return [];
  const params = { drug: nameOf(known, sum.count, names), days: limit.days, unit };
  const found = aboveTogether('periodDose', sum, most, { lineIndex, params, source });
  // The sum of what is taken as needed is the most that may be taken, not what will be.
  return isAsNeeded(known.line.frequency) ? found.map((one) => ({ ...one, level: 'warn' as const })) : found;
}

/**
 * Checks the maxima of a week, a month or the days between two doses, whatever a day allows, over all steps and medicines
 * with the ingredient; of several for as many days the smallest counts. What is taken as needed asks for a reason and is
 * not refused.
 */
export const periodDose: Rule = (input, tables) =>
  knownLines(input).flatMap((known) => {
    const found = periodsOf(known, input.patient).flatMap((limit) => overPeriod(known, limit, input, tables));
    const byMaximum = found.toSorted((a, b) => Number(a.params.max ?? 0) - Number(b.params.max ?? 0));
    return byMaximum.filter((one, at) => byMaximum.findIndex(({ params }) => params.days === one.params.days) === at);
  });

/** Whether a line is taken as needed, without a number of times. */
const isOpen = ({ line }: KnownLine): boolean => isAsNeeded(line.frequency) && dosesOnOneDay(line) === null;

/**
 * What is applied to eye, ear, nose or skin has a greatest number of applications a day, of all products together. For a
 * medicine applied as needed without a maximum the finding shows it.
 */
export const timesPerDay: Rule = (input, { names }) =>
  knownLines(input).flatMap((known): Finding[] => {
    const limit = limitOf(known, input.patient.ageMonths, 'times');
    const most = decimal(limit?.value ?? '');
    if (!limit || !most) return [];
    const { all, own, count } = together(besideOf(known, input), ({ course }) => dosesOnOneDay(course));
    const { lineIndex } = known;
    const shown = { drug: known.medicine.name, most: limit.value };
    if (!isAbove(all, most))
      return isOpen(known)
        ? [hit('timesPerDay', { level: 'info', atMost: 'info', lineIndex, params: shown, source: limit.source })]
        : [];
    const isOwn = isAbove(own, most);
    const level = isOwn && isAbove(all, times(most, ratio(2))) ? 'block' : 'warn';
    const params = { drug: nameOf(known, count, names), times: toText(all), most: limit.value };
    return [hit('timesPerDay', { level, atMost: isOwn ? null : 'warn', lineIndex, params, source: limit.source })];
  });

/** Days on which a medicine is used: one for a dose that is given once, whatever the days of its line. */
const usedDays = (course: Regimen): number => (frequencyOf(course.frequency)?.kind === 'once' ? 1 : daysOf(course));

/**
 * Some medicines harm when used, in all steps together, longer than a number of days without a doctor looking again. Lines
 * of one prescription run side by side, so that each is judged by its own days. What the patient still has from earlier
 * was used before.
 */
export const courseDays: Rule = (input, { names }) =>
  knownLines(input).flatMap((known): Finding[] => {
    const limit = limitOf(known, input.patient.ageMonths, 'course');
    if (!limit) return [];
    const { before } = besideOf(known, input);
    const own = usedDays(known.line);
    const days = before.reduce((sum, { course }) => sum + usedDays(course), own);
    if (days <= limit.value) return [];
    const params = { drug: nameOf(known, 1 + before.length, names), days, most: limit.value };
    return [
      hit('courseDays', {
        level: 'warn',
        atMost: own > limit.value ? null : 'warn',
        lineIndex: known.lineIndex,
        params,
        source: limit.source,
      }),
    ];
  });
