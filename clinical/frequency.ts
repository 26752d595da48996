import { type Rational, ratio } from './rational.ts';

/** How often a dose is taken: several times a day, once, or as needed. */
export type Frequency = { kind: 'regular'; timesPerDay: Rational } | { kind: 'once' } | { kind: 'asNeeded' };

const regular = (times: number, inDays = 1): Frequency => ({ kind: 'regular', timesPerDay: ratio(times, inDays) });

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
  qod: regular(1, 2),
  q3d: regular(1, 3),
  biw: regular(2, 7),
  tiw: regular(3, 7),
  qw: regular(1, 7),
  q2w: regular(1, 14),
  q4w: regular(1, 28),
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
