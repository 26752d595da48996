import * as z from 'zod/mini';
import { frequencyOf, isScheduled, isAsNeeded as isTakenAsNeeded } from '../../clinical/doses/frequency.ts';
import { dayMoments, inOrderOfDay, type Regimen, regimenProblems } from '../../clinical/doses/regimen.ts';
import { DayDose, type DayMoment, type RxLine, type RxStep } from '../../contract/http/prescription.ts';

/** A dose by time of day being written; its dose is null while it is not filled in. */
export const DraftDayDose = z.extend(DayDose, { dose: z.nullable(z.number()) });
export type DraftDayDose = Readonly<z.infer<typeof DraftDayDose>>;

/** Doses that differ by time of day; the dose is then the largest of them, and the frequency counts them. */
const dayDoses = z.optional(z.readonly(z.array(DraftDayDose)));

/** A later step of a taper being written; null fields are not filled in yet. */
export const DraftStep = z.object({
  key: z.string(),
  dose: z.nullable(z.number()),
  frequency: z.nullable(z.string()),
  days: z.nullable(z.number()),
  dayDoses,
});
export type DraftStep = Readonly<z.infer<typeof DraftStep>>;

/** Parts of a line that most lines do not have, so that they are absent from drafts without them. */
export const draftRegimen = {
  /** The loading dose; null while it is not filled in. */
  firstDose: z.optional(z.nullable(z.number())),
  steps: z.optional(z.readonly(z.array(DraftStep))),
  maxTimes: z.optional(z.nullable(z.number())),
  minHours: z.optional(z.nullable(z.number())),
  dayDoses,
};

type Written = {
  readonly onceDose: number | null;
  readonly onceDoseUnit: string;
  readonly frequency: string | null;
  readonly days: number | null;
  readonly firstDose?: number | null | undefined;
  readonly steps?: readonly DraftStep[] | undefined;
  readonly maxTimes?: number | null | undefined;
  readonly minHours?: number | null | undefined;
  readonly dayDoses?: readonly DraftDayDose[] | undefined;
};

export const isAsNeeded = (frequency: string | null): boolean => frequency !== null && isTakenAsNeeded(frequency);

/** Whether a line of this frequency can be a taper or begin with a loading dose. */
export const isRegular = (frequency: string | null): boolean => frequency !== null && isScheduled(frequency);

/** Whether a line can have different doses by time of day: it has a number of doses on every day, and no loading dose. */
export const canBeUnequal = ({
  frequency,
  firstDose,
  dayDoses,
}: Pick<Written, 'frequency' | 'firstDose' | 'dayDoses'>) =>
  frequency !== null && frequencyOf(frequency)?.kind === 'regular' && firstDose === undefined && !dayDoses?.length;

export type RegimenField =
  | 'onceDose'
  | 'frequency'
  | 'days'
  | 'firstDose'
  | 'maxTimes'
  | 'minHours'
  | 'dayDoses'
  | `dayDoses.${DayMoment}`
  | `steps.${number}.${'dose' | 'frequency' | 'days' | 'dayDoses'}`
  | `steps.${number}.dayDoses.${DayMoment}`;

const hoursOfDay = 24;
const isTooMany = (number: number | null | undefined) => (number ?? 0) > hoursOfDay;

/** The doses by time of day that are filled in. */
export const writtenDayDoses = ({ dayDoses = [] }: Pick<Written, 'dayDoses'>): DayDose[] =>
  dayDoses.flatMap(({ moment, dose }) => (dose === null ? [] : [{ moment, dose }]));

const frequencyByCount = ['qd', 'qd', 'bid', 'tid', 'qid', '5id'];

/** The times of day of a number of doses, as they usually are. */
const usualMoments: readonly (readonly DayMoment[])[] = [
  ['morning', 'evening'],
  ['morning', 'evening'],
  ['morning', 'evening'],
  ['morning', 'noon', 'evening'],
  ['morning', 'noon', 'evening', 'bedtime'],
  ['morning', 'noon', 'afternoon', 'evening', 'bedtime'],
];

/** The line's doses by time of day, with the largest as its dose and as many doses a day. */
export function withDayDoses(dayDoses: readonly DraftDayDose[]) {
  const doses = writtenDayDoses({ dayDoses }).map(({ dose }) => dose);
  return {
    dayDoses: inOrderOfDay(dayDoses),
    onceDose: doses.length > 0 ? Math.max(...doses) : null,
    frequency: frequencyByCount[dayDoses.length] ?? null,
  };
}

/** Times of day that have no dose yet. */
export const momentsLeft = (dayDoses: readonly DraftDayDose[]): readonly DayMoment[] =>
  dayMoments.filter((moment) => dayDoses.every((one) => one.moment !== moment));

/** Begins doses by time of day with the line's dose at the usual times of its frequency. */
export function equalDayDoses({ onceDose, frequency }: Pick<Written, 'onceDose' | 'frequency'>) {
  const often = frequency === null ? null : frequencyOf(frequency);
  const count = often?.kind === 'regular' ? Number(often.timesPerDay.n) : 2;
  const moments = usualMoments[count] ?? usualMoments[2] ?? [];
  return withDayDoses(moments.map((moment) => ({ moment, dose: onceDose })));
}

const emptyMoments = ({ dayDoses = [] }: Pick<Written, 'dayDoses'>) =>
  dayDoses.filter(({ dose }) => dose === null).map(({ moment }) => `dayDoses.${moment}` as const);

/** Doses by time of day contradict nothing before all of them are filled in. */
const wholeDayDoses = (taken: Pick<Written, 'dayDoses'>) =>
  emptyMoments(taken).length > 0 ? [] : writtenDayDoses(taken);

/** What a step lacks. */
function missingInStep(step: DraftStep, at: number): RegimenField[] {
  const own = step.dayDoses?.length ? (['days'] as const) : (['dose', 'frequency', 'days'] as const);
  const empty = own.filter((field) => step[field] === null);
  return [...empty, ...emptyMoments(step)].map((field) => `steps.${at}.${field}` as const);
}

/** What is not filled in yet, or contradicts itself. */
export function missingInRegimen(line: Written): RegimenField[] {
  const { onceDose, onceDoseUnit, frequency, firstDose, steps = [], maxTimes, minHours, dayDoses = [] } = line;
  const own = dayDoses.length > 0 ? (['days'] as const) : (['onceDose', 'frequency', 'days'] as const);
  const wrong = regimenProblems({
    dose: { value: onceDose ?? 1, unit: onceDoseUnit },
    frequency: frequency ?? 'qd',
    firstDose,
    steps: steps.map((step) => ({
      dose: step.dose ?? 1,
      frequency: step.frequency ?? 'qd',
      days: 1,
      dayDoses: wholeDayDoses(step),
    })),
    dayDoses: wholeDayDoses(line),
  });
  return [
    ...own.filter((field) => line[field] === null),
    ...(firstDose === null ? (['firstDose'] as const) : []),
    ...(isAsNeeded(frequency) && isTooMany(maxTimes) ? (['maxTimes'] as const) : []),
    ...(isAsNeeded(frequency) && isTooMany(minHours) ? (['minHours'] as const) : []),
    ...steps.flatMap(missingInStep),
    ...emptyMoments(line),
    ...wrong.map(({ field }) => field),
  ];
}

/** The steps that are filled in. */
export const writtenSteps = ({ steps = [] }: Pick<Written, 'steps'>): RxStep[] =>
  steps.flatMap((step) => {
    const { dose, frequency, days } = step;
    if (dose === null || frequency === null || days === null || emptyMoments(step).length > 0) return [];
    const unequal = writtenDayDoses(step);
    return [{ dose, frequency, days, ...(unequal.length === 0 ? {} : { dayDoses: unequal }) }];
  });

/** The regimen as it is sent; null while something is missing. */
export function sentRegimen(line: Written) {
  const { onceDose, onceDoseUnit, frequency, days, firstDose = null, maxTimes, minHours } = line;
  if (onceDose === null || frequency === null || days === null || missingInRegimen(line).length > 0) return null;
  const later = writtenSteps(line);
  const unequal = writtenDayDoses(line);
  const limits = isAsNeeded(frequency) ? { maxTimes: maxTimes ?? null, minHours: minHours ?? null } : {};
  return {
    onceDose,
    onceDoseUnit,
    frequency,
    days,
    ...(firstDose === null ? {} : { firstDose }),
    ...(later.length === 0 ? {} : { steps: later }),
    ...limits,
    ...(unequal.length === 0 ? {} : { dayDoses: unequal }),
  };
}

type OnWire = Pick<
  RxLine,
  'onceDose' | 'onceDoseUnit' | 'frequency' | 'days' | 'firstDose' | 'steps' | 'maxTimes' | 'minHours' | 'dayDoses'
>;

/** How a line on the wire is taken. */
export const regimenOf = ({ onceDose, onceDoseUnit, ...line }: OnWire): Regimen => ({
  dose: { value: onceDose, unit: onceDoseUnit },
  frequency: line.frequency,
  days: line.days,
  firstDose: line.firstDose,
  steps: line.steps,
  maxTimes: line.maxTimes,
  minHours: line.minHours,
  dayDoses: line.dayDoses,
});

const draftStepOf = ({ dayDoses, ...step }: RxStep, at: number): DraftStep => ({
  key: String(at),
  ...step,
  ...(dayDoses?.length ? { dayDoses } : {}),
});

/** The parts of an issued line that a draft keeps only where they are used. */
export const draftRegimenOf = ({
  firstDose,
  steps,
  maxTimes,
  minHours,
  dayDoses,
}: Pick<OnWire, 'firstDose' | 'steps' | 'maxTimes' | 'minHours' | 'dayDoses'>) => ({
  ...(firstDose ? { firstDose } : {}),
  ...(steps?.length ? { steps: steps.map(draftStepOf) } : {}),
  ...(maxTimes ? { maxTimes } : {}),
  ...(minHours ? { minHours } : {}),
  ...(dayDoses?.length ? { dayDoses } : {}),
});

/** The steps with another one, which repeats the last frequency, days and times of day; its doses are still to be written. */
export function withNextStep({ frequency, days, dayDoses, steps = [] }: Written): readonly DraftStep[] {
  const last = steps.at(-1) ?? { frequency, days, dayDoses };
  const key = String(Math.max(-1, ...steps.map((step) => Number(step.key))) + 1);
  const open = last.dayDoses?.length ? { dayDoses: last.dayDoses.map((one) => ({ ...one, dose: null })) } : {};
  return [...steps, { key, dose: null, frequency: last.frequency, days: last.days, ...open }];
}
