import * as z from 'zod/mini';
import { frequencyOf } from '../../clinical/frequency.ts';
import { type Regimen, regimenProblems } from '../../clinical/regimen.ts';
import type { RxLine } from '../../contract/http/prescription.ts';

/** A later step of a taper being written; null fields are not filled in yet. */
export const DraftStep = z.object({
  key: z.string(),
  dose: z.nullable(z.number()),
  frequency: z.nullable(z.string()),
  days: z.nullable(z.number()),
});
export type DraftStep = Readonly<z.infer<typeof DraftStep>>;

/** Parts of a line that most lines do not have, so that they are absent from drafts without them. */
export const draftRegimen = {
  /** The loading dose; null while it is not filled in. */
  firstDose: z.optional(z.nullable(z.number())),
  steps: z.optional(z.readonly(z.array(DraftStep))),
  maxTimes: z.optional(z.nullable(z.number())),
  minHours: z.optional(z.nullable(z.number())),
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
};

export const isAsNeeded = (frequency: string | null): boolean =>
  frequency !== null && frequencyOf(frequency)?.kind === 'asNeeded';

/** Whether a line of this frequency can be a taper or begin with a loading dose. */
export const isRegular = (frequency: string | null): boolean =>
  frequency !== null && frequencyOf(frequency)?.kind === 'regular';

export type RegimenField =
  | 'onceDose'
  | 'frequency'
  | 'days'
  | 'firstDose'
  | 'maxTimes'
  | 'minHours'
  | `steps.${number}.${'dose' | 'frequency' | 'days'}`;

const hoursOfDay = 24;
const isTooMany = (number: number | null | undefined) => (number ?? 0) > hoursOfDay;

/** What is not filled in yet, or contradicts itself. */
export function missingInRegimen(line: Written): RegimenField[] {
  const { frequency, firstDose, steps = [], maxTimes, minHours } = line;
  const empty = (['onceDose', 'frequency', 'days'] as const).filter((field) => line[field] === null);
  const emptySteps = steps.flatMap((step, at) =>
    (['dose', 'frequency', 'days'] as const)
      .filter((field) => step[field] === null)
      .map((field) => `steps.${at}.${field}` as const),
  );
  const written = steps.map((step) => ({ dose: step.dose ?? 1, frequency: step.frequency ?? 'qd', days: 1 }));
  const wrong = regimenProblems({ frequency: frequency ?? 'qd', firstDose, steps: written });
  return [
    ...empty,
    ...(firstDose === null ? (['firstDose'] as const) : []),
    ...(isAsNeeded(frequency) && isTooMany(maxTimes) ? (['maxTimes'] as const) : []),
    ...(isAsNeeded(frequency) && isTooMany(minHours) ? (['minHours'] as const) : []),
    ...emptySteps,
    ...wrong.map(({ field }) => field),
  ];
}

/** The regimen as it is sent; null while something is missing. */
export function sentRegimen(line: Written) {
  const { onceDose, onceDoseUnit, frequency, days, firstDose = null, steps = [], maxTimes, minHours } = line;
  if (onceDose === null || frequency === null || days === null || missingInRegimen(line).length > 0) return null;
  const later = steps.flatMap((step) =>
    step.dose === null || step.frequency === null || step.days === null
      ? []
      : [{ dose: step.dose, frequency: step.frequency, days: step.days }],
  );
  const limits = isAsNeeded(frequency) ? { maxTimes: maxTimes ?? null, minHours: minHours ?? null } : {};
  return {
    onceDose,
    onceDoseUnit,
    frequency,
    days,
    ...(firstDose === null ? {} : { firstDose }),
    ...(later.length === 0 ? {} : { steps: later }),
    ...limits,
  };
}

type OnWire = Pick<
  RxLine,
  'onceDose' | 'onceDoseUnit' | 'frequency' | 'days' | 'firstDose' | 'steps' | 'maxTimes' | 'minHours'
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
});

/** The parts of an issued line that a draft keeps only where they are used. */
export const draftRegimenOf = ({
  firstDose,
  steps,
  maxTimes,
  minHours,
}: Pick<OnWire, 'firstDose' | 'steps' | 'maxTimes' | 'minHours'>) => ({
  ...(firstDose ? { firstDose } : {}),
  ...(steps?.length ? { steps: steps.map((step, at): DraftStep => ({ key: String(at), ...step })) } : {}),
  ...(maxTimes ? { maxTimes } : {}),
  ...(minHours ? { minHours } : {}),
});

/** The steps with another one, which repeats the last frequency and days; its dose is still to be written. */
export function withNextStep({ frequency, days, steps = [] }: Written): readonly DraftStep[] {
  const last = steps.at(-1) ?? { frequency, days };
  const number = Math.max(-1, ...steps.map(({ key }) => Number(key))) + 1;
  return [...steps, { key: String(number), dose: null, frequency: last.frequency, days: last.days }];
}
