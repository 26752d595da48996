import type { Amount } from './dose.ts';
import { frequencyOf } from './frequency.ts';

/** A step of a taper after the first; its dose is in the unit of the line's dose. */
export type Step = { dose: number; frequency: string; days: number };

/** How a drug is taken. The dose, frequency and days are the first step of a taper. */
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
};

/** A part of a treatment with a constant dose. */
export type Course = {
  dose: Amount;
  frequency: string;
  days: number;
  firstDose?: number | null;
  /** Most doses in 24 hours if it is taken as needed; null if there is no maximum. */
  mostTimes?: number | null;
};

const hoursOfDay = 24;

/** Whole doses, at least one; null for a number that counts nothing. */
function wholeDoses(times: number): number | null {
  return Number.isFinite(times) && times > 0 ? Math.max(1, Math.floor(times)) : null;
}

/** Most doses that a maximum and a least interval allow in 24 hours; null if neither is given. */
export function mostTimesADay({ maxTimes, minHours }: Pick<Regimen, 'maxTimes' | 'minHours'>): number | null {
  const byInterval = minHours ? wholeDoses(hoursOfDay / minHours) : null;
  const most = maxTimes ? wholeDoses(maxTimes) : null;
  if (most === null) return byInterval;
  return byInterval === null ? most : Math.min(most, byInterval);
}

/** The parts of a regimen, in order. */
export const coursesOf = (regimen: Regimen): Course[] => [
  {
    dose: regimen.dose,
    frequency: regimen.frequency,
    days: regimen.days,
    firstDose: regimen.firstDose ?? null,
    mostTimes: mostTimesADay(regimen),
  },
  ...(regimen.steps ?? []).map(({ dose, frequency, days }) => ({
    dose: { value: dose, unit: regimen.dose.unit },
    frequency,
    days,
  })),
];

/** Days from the first dose to the last. */
export const daysOf = ({ days, steps }: Pick<Regimen, 'days' | 'steps'>): number =>
  (steps ?? []).reduce((sum, step) => sum + step.days, days);

export type RegimenField = 'frequency' | 'firstDose' | `steps.${number}.frequency`;
export type RegimenProblem = { field: RegimenField; why: 'unknownFrequency' | 'taperNotRegular' | 'noLoadingDose' };

/** What contradicts itself in a regimen: a taper or a loading dose needs a regular frequency. */
export function regimenProblems({ frequency, firstDose, steps }: Omit<Regimen, 'dose' | 'days'>): RegimenProblem[] {
  const often = frequencyOf(frequency);
  const later = steps ?? [];
  const isIrregular = often !== null && often.kind !== 'regular';
  return [
    ...(often === null ? [{ field: 'frequency', why: 'unknownFrequency' } as const] : []),
    ...(isIrregular && later.length > 0 ? [{ field: 'frequency', why: 'taperNotRegular' } as const] : []),
    ...(isIrregular && firstDose ? [{ field: 'firstDose', why: 'noLoadingDose' } as const] : []),
    ...later.flatMap((step, at): RegimenProblem[] => {
      const kind = frequencyOf(step.frequency)?.kind;
      if (kind === 'regular') return [];
      return [{ field: `steps.${at}.frequency`, why: kind ? 'taperNotRegular' : 'unknownFrequency' }];
    }),
  ];
}
