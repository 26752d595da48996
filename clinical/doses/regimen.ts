import type { DayDose, DayMoment } from '../../contract/http/prescription.ts';
import type { Amount } from './dose.ts';
import { daysOfDoses, dosesInDays, frequencyOf, isScheduled } from './frequency.ts';
import { add, decimal, divide, isPositive, type Rational, ratio } from './rational.ts';

/** Times of day at which doses may differ, in the order of the day. */
export const dayMoments: readonly DayMoment[] = ['morning', 'noon', 'afternoon', 'evening', 'bedtime'];

/** Unequal doses in the order of the day. */
export const inOrderOfDay = <D extends { readonly moment: DayMoment }>(doses: readonly D[]): D[] =>
  doses.toSorted((a, b) => dayMoments.indexOf(a.moment) - dayMoments.indexOf(b.moment));

/** A step of a taper after the first; its doses are in the unit of the line's dose. */
export type Step = {
  dose: number;
  frequency: string;
  days: number;
  dayDoses?: readonly DayDose[] | null | undefined;
};

/** How a medicine is taken. The dose, frequency and days are the first step of a taper. */
export type Regimen = {
  dose: Amount;
  frequency: string;
  days: number;
  /** The very first dose where it differs (loading dose), in the unit of the dose. */
  firstDose?: number | null | undefined;
  /** The steps after the first; none without a taper. */
  steps?: readonly Step[] | null | undefined;
  /** Taken as needed: most doses in 24 hours. */
  maxTimes?: number | null | undefined;
  /** Taken as needed: least hours between two doses. */
  minHours?: number | null | undefined;
  /**
   * Doses that differ by time of day. The dose is then the largest of them and the frequency counts them, so that a
   * reader who knows neither gives no dose above what was meant to be the largest.
   */
  dayDoses?: readonly DayDose[] | null | undefined;
};

/** A part of a treatment with a constant dose, or with the same unequal doses on each of its days. */
export type Course = {
  dose: Amount;
  frequency: string;
  days: number;
  firstDose?: number | null;
  /** Most doses in 24 hours if it is taken as needed; null if there is no maximum. */
  mostTimes?: number | null;
  dayDoses?: readonly DayDose[] | null;
};

const hoursOfDay = 24;

/** A number of doses; null for a number that counts nothing. */
const dosesOf = (times: number): number | null => (Number.isFinite(times) && times > 0 ? times : null);

/**
 * Most doses that a maximum and a least interval allow in 24 hours; null if neither is given. The first dose is at the
 * beginning, so that five doses fit at intervals of five hours.
 */
export function mostTimesADay({ maxTimes, minHours }: Pick<Regimen, 'maxTimes' | 'minHours'>): number | null {
  const [times, intervals] = [dosesOf(maxTimes ?? 0), dosesOf(minHours ? hoursOfDay / minHours : 0)];
  const byInterval = intervals === null ? null : Math.ceil(intervals);
  const most = times === null ? null : Math.max(1, Math.floor(times));
  if (most === null) return byInterval;
  return byInterval === null ? most : Math.min(most, byInterval);
}

/** Unequal doses of a day as multiples of the line's dose: 14 and 10 units are 24/14 doses of 14; null without them. */
function unequalDoses({ dose, dayDoses }: Pick<Regimen, 'dose' | 'dayDoses'>): Rational | null {
  const each = decimal(dose.value);
  if (!dayDoses || dayDoses.length === 0 || !each || !isPositive(each)) return null;
  return divide(dayDoses.map((one) => decimal(one.dose) ?? ratio(0)).reduce(add, ratio(0)), each);
}

/**
 * Doses on a day on which the medicine is taken, each as large as the line's dose: a weekly dose counts as one, unequal
 * doses by their sum, a medicine taken as needed as often as its maximum allows; null if it has none.
 */
export function dosesOnOneDay(line: Regimen): Rational | null {
  const often = frequencyOf(line.frequency);
  if (often?.kind === 'once' || often?.kind === 'interval') return ratio(1);
  if (often?.kind === 'regular') return unequalDoses(line) ?? often.timesPerDay;
  const most = often ? mostTimesADay(line) : null;
  return most === null ? null : ratio(most);
}

/** The parts of a regimen, in order. */
export const coursesOf = (regimen: Regimen): Course[] => [
  {
    dose: regimen.dose,
    frequency: regimen.frequency,
    days: regimen.days,
    firstDose: regimen.firstDose ?? null,
    mostTimes: mostTimesADay(regimen),
    dayDoses: regimen.dayDoses ?? null,
  },
  ...(regimen.steps ?? []).map(({ dose, frequency, days, dayDoses }) => ({
    dose: { value: dose, unit: regimen.dose.unit },
    frequency,
    days,
    dayDoses: dayDoses ?? null,
  })),
];

/** Days of the course, of all steps together. */
export const daysOf = ({ days, steps }: Pick<Regimen, 'days' | 'steps'>): number =>
  (steps ?? []).reduce((sum, step) => sum + step.days, days);

/** Days until the dose after the last would be due: a weekly dose that is ordered for one day still acts for seven. */
export function daysUntilNextDose({ frequency, days, steps }: Pick<Regimen, 'frequency' | 'days' | 'steps'>): number {
  const last = steps?.at(-1) ?? { frequency, days };
  const often = frequencyOf(last.frequency);
  const acts = often?.kind === 'interval' ? daysOfDoses(often, dosesInDays(often, last.days)) : last.days;
  return daysOf({ days, steps }) - last.days + acts;
}

export type RegimenField =
  | 'onceDose'
  | 'frequency'
  | 'firstDose'
  | 'dayDoses'
  | `steps.${number}.${'dose' | 'frequency' | 'dayDoses'}`;
export type RegimenProblem = {
  field: RegimenField;
  why:
    | 'unknownFrequency'
    | 'taperNotRegular'
    | 'noLoadingDose'
    | 'tooFewMoments'
    | 'momentTwice'
    | 'momentsNotFrequency'
    | 'notLargestDose'
    | 'loadingWithMoments';
};

type DayDoseProblem = { field: 'dayDoses' | 'dose'; why: RegimenProblem['why'] };

/** What contradicts itself in doses by time of day, and in the largest dose and the frequency beside them. */
function dayDoseProblems({ dose, frequency, dayDoses }: Pick<Step, 'dose' | 'frequency' | 'dayDoses'>) {
  if (!dayDoses || dayDoses.length === 0) return [];
  const often = frequencyOf(frequency);
  const counts = often?.kind === 'regular' && often.timesPerDay.d === 1n ? Number(often.timesPerDay.n) : null;
  const isTwice = new Set(dayDoses.map(({ moment }) => moment)).size < dayDoses.length;
  const isLargest = Math.max(...dayDoses.map((one) => one.dose)) === dose;
  const problems: (DayDoseProblem | null)[] = [
    dayDoses.length < 2 ? { field: 'dayDoses', why: 'tooFewMoments' } : null,
    isTwice ? { field: 'dayDoses', why: 'momentTwice' } : null,
    counts === dayDoses.length ? null : { field: 'dayDoses', why: 'momentsNotFrequency' },
    isLargest ? null : { field: 'dose', why: 'notLargestDose' },
  ];
  return problems.flatMap((problem) => problem ?? []);
}

function stepProblems(step: Step, at: number): RegimenProblem[] {
  const why = frequencyOf(step.frequency) ? 'taperNotRegular' : 'unknownFrequency';
  return [
    ...(isScheduled(step.frequency) ? [] : [{ field: `steps.${at}.frequency`, why } as const]),
    ...dayDoseProblems(step).map((found) => ({ ...found, field: `steps.${at}.${found.field}` as const })),
  ];
}

/** What contradicts itself in a regimen: a taper or a loading dose needs a schedule. */
export function regimenProblems(regimen: Omit<Regimen, 'days'>): RegimenProblem[] {
  const { frequency, firstDose, steps } = regimen;
  const later = steps ?? [];
  const isUnknown = frequencyOf(frequency) === null;
  const isIrregular = !isUnknown && !isScheduled(frequency);
  return [
    ...(isUnknown ? [{ field: 'frequency', why: 'unknownFrequency' } as const] : []),
    ...(isIrregular && later.length > 0 ? [{ field: 'frequency', why: 'taperNotRegular' } as const] : []),
    ...(isIrregular && firstDose ? [{ field: 'firstDose', why: 'noLoadingDose' } as const] : []),
    ...dayDoseProblems({ ...regimen, dose: regimen.dose.value }).map(
      ({ field, why }): RegimenProblem => ({
        field: field === 'dose' ? 'onceDose' : field,
        why,
      }),
    ),
    ...(firstDose && regimen.dayDoses?.length ? [{ field: 'firstDose', why: 'loadingWithMoments' } as const] : []),
    ...later.flatMap(stepProblems),
  ];
}
