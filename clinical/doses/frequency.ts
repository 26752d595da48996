import { type Rational, ratio } from './rational.ts';

/**
 * How often a dose is taken: several times on every day, a number of times in a period of days (every other day, twice a
 * week), once, or as needed. The doses of a period are spread over it, and the first is on its first day.
 */
export type Frequency =
  | { kind: 'regular'; timesPerDay: Rational }
  | { kind: 'interval'; times: number; inDays: number }
  | { kind: 'once' }
  | { kind: 'asNeeded' };

const regular = (times: number): Frequency => ({ kind: 'regular', timesPerDay: ratio(times) });
const interval = (times: number, inDays: number): Frequency => ({ kind: 'interval', times, inDays });

/** Frequencies by their usual abbreviation. Labels come from the dictionary. */
const frequencies = {
  qd: regular(1),
  bid: regular(2),
  tid: regular(3),
  qid: regular(4),
  '5id': regular(5),
  qm: regular(1),
  qn: regular(1),
  q1h: regular(24),
  q2h: regular(12),
  q3h: regular(8),
  q4h: regular(6),
  q6h: regular(4),
  q8h: regular(3),
  q12h: regular(2),
  qod: interval(1, 2),
  q3d: interval(1, 3),
  biw: interval(2, 7),
  tiw: interval(3, 7),
  qw: interval(1, 7),
  q2w: interval(1, 14),
  q4w: interval(1, 28),
  st: { kind: 'once' },
  prn: { kind: 'asNeeded' },
} as const satisfies Record<string, Frequency>;

export type FrequencyCode = keyof typeof frequencies;

/** Every known code, in display order. */
export const frequencyCodes = Object.keys(frequencies) as FrequencyCode[];

/** The frequency of a code, ignoring case and spaces; null if unknown. */
export function frequencyOf(code: string): Frequency | null {
  const known = code.trim().toLowerCase();
  return Object.hasOwn(frequencies, known) ? frequencies[known as FrequencyCode] : null;
}

/** Whether doses are taken only when the patient needs them. */
export const isAsNeeded = (code: string): boolean => frequencyOf(code)?.kind === 'asNeeded';

/** Whether doses are taken by a schedule, so that they can be a taper or begin with a loading dose. */
export const isScheduled = (code: string): boolean => {
  const kind = frequencyOf(code)?.kind;
  return kind === 'regular' || kind === 'interval';
};

/** Whole doses in a course that begins with a dose: every other day for seven days are four, on days 1, 3, 5 and 7. */
export const dosesInDays = ({ times, inDays }: { times: number; inDays: number }, days: number): number =>
  Math.ceil((times * days) / inDays);

/** Days until the dose after this many doses is due: four doses every other day last eight days. */
export const daysOfDoses = ({ times, inDays }: { times: number; inDays: number }, doses: number): number =>
  Math.floor((doses * inDays) / times);

/** Doses on an average day, as it stands on the wire: 0.5 for every other day; null without a schedule. */
export function timesPerDayOf(code: string): number | null {
  const often = frequencyOf(code);
  if (often?.kind === 'interval') return often.times / often.inDays;
  return often?.kind === 'regular' ? Number(often.timesPerDay.n) / Number(often.timesPerDay.d) : null;
}
