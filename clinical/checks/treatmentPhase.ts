import { frequencyOf } from '../doses/frequency.ts';
import { isAbove, ratio } from '../doses/rational.ts';
import { limitOf } from './doseLimits.ts';
import type { DoseLimit, KnownLine } from './facts.ts';

/** Maxima at the start of a treatment, of one dose and of a day. */
type Start = { readonly dose: DoseLimit | null; readonly day: DoseLimit | null };

/**
 * The label's higher maxima for the start of a treatment, if the line is one: a dose given once, or a course that ends
 * within the days of the label's start. A longer course and a later step are judged as maintenance: null.
 */
export function startOf(known: KnownLine): Start | null {
  const [dose, day] = [limitOf(known, null, 'loadingDose'), limitOf(known, null, 'loadingDay')];
  const limit = day ?? dose;
  if (!limit) return null;
  const { frequency, days, daysBefore = 0 } = known.line;
  const isStart = frequencyOf(frequency)?.kind === 'once' || daysBefore + days <= (limit.days ?? 1);
  return isStart ? { dose: dose ?? day, day: day ?? dose } : null;
}

/** The maximum of one dose of those taken on single days of a week; null if the line is taken more often, or none exists. */
export function intermittentLimit(known: KnownLine): DoseLimit | null {
  const limit = limitOf(known, null, 'intermittentDose');
  const often = frequencyOf(known.line.frequency);
  if (!limit?.days || often?.kind !== 'interval') return null;
  return isAbove(ratio(often.times, often.inDays), ratio(1, limit.days)) ? null : limit;
}
