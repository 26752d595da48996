import type { Measure, Range } from './growth.ts';

/** A typing slip that would explain an unlikely number. */
export type Slip = {
  /** The measure that was mistyped; with a height, the weight may be wrong. */
  readonly measure: Measure;
  readonly value: number;
  readonly kind: 'pounds' | 'jin' | 'tenTimes' | 'tenth' | 'inches' | 'metres';
  readonly meant: number;
};

/** Factors to kg or cm. One pound is 0.45359237 kg, one jin half a kilogram. */
const meanings: Readonly<Record<Measure, readonly (readonly [Slip['kind'], number])[]>> = {
  weight: [
    ['pounds', 0.45359237],
    ['jin', 0.5],
    ['tenTimes', 0.1],
    ['tenth', 10],
  ],
  height: [
    ['inches', 2.54],
    ['metres', 100],
    ['tenTimes', 0.1],
    ['tenth', 10],
  ],
};

export const rounded = (value: number): number => Math.round(value * 10) / 10;
export const within = (value: number, [least, most]: Range): boolean => value >= least && value <= most;

/** Everything that a number may have been meant as, in kg or cm. */
export const slipsOf = (measure: Measure, value: number): readonly Slip[] =>
  meanings[measure].map(([kind, factor]) => ({ measure, value, kind, meant: rounded(value * factor) }));
