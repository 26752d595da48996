import { inBaseUnits } from '../doses/dose.ts';
import { frequencyOf } from '../doses/frequency.ts';
import { add, isAbove, ratio, toText } from '../doses/rational.ts';
import type { CheckLine } from './facts.ts';

const named: ReadonlyMap<string, readonly string[]> = new Map([
  ['qm', ['morning']],
  ['qn', ['evening', 'bedtime']],
]);

/** The times at which a line is taken; null for any time of the day. */
function timesOf({ frequency, dayDoses }: CheckLine): readonly string[] | null {
  if (dayDoses && dayDoses.length > 0) return dayDoses.map(({ moment }) => moment);
  const kind = frequencyOf(frequency)?.kind;
  if (kind === 'once' || kind === 'asNeeded') return [kind];
  return named.get(frequency.trim().toLowerCase()) ?? null;
}

/** Days of one period on which a line is taken, as a part of all days; null if it is taken on each. */
function partOfDays({ frequency }: CheckLine) {
  const often = frequencyOf(frequency);
  return often?.kind === 'interval' ? ratio(often.times, often.inDays) : null;
}

const codeOf = ({ frequency }: CheckLine): string => frequency.trim().toLowerCase();

/** Whether two lines have the same dose as often: 500 mg may also be written as one tablet. */
function isEqualRegimen(one: CheckLine, other: CheckLine): boolean {
  if (codeOf(one) !== codeOf(other)) return false;
  const [a, b] = [one, other].map(({ medicine, dose }) => (medicine ? inBaseUnits(dose, medicine.packing) : null));
  if (a?.ok && b?.ok) return toText(a.base) === toText(b.base);
  return one.dose.value === other.dose.value;
}

/**
 * Whether two lines may be taken at the same time. A line that names no time may be taken at any, but what is taken once
 * or as needed is beside it. Different doses on alternating days do not meet if they fit into all days.
 */
export function canMeet(one: CheckLine, other: CheckLine): boolean {
  const [a, b] = [partOfDays(one), partOfDays(other)];
  if (a && b && !isEqualRegimen(one, other) && !isAbove(add(a, b), ratio(1))) return false;
  const [ours, theirs] = [timesOf(one), timesOf(other)];
  const apart = ['once', 'asNeeded'];
  if (ours === null) return theirs === null || !theirs.some((time) => apart.includes(time));
  if (theirs === null) return !ours.some((time) => apart.includes(time));
  return ours.some((time) => theirs.includes(time));
}
