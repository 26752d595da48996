import { type Frequency, frequencyOf, isAsNeeded } from '../doses/frequency.ts';
import { decimal, isAbove, type Rational, ratio, times } from '../doses/rational.ts';
import { type Course, coursesOf, mostTimesADay } from '../doses/regimen.ts';
import { lastDoseDay } from './dosesByDay.ts';
import { isLocal } from './exposure.ts';
import { knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';

const source = 'Medicine table';

/** Doses on an average day of a schedule; none without one. */
function averageOf(often: Frequency): Rational {
  if (often.kind === 'interval') return ratio(often.times, often.inDays);
  return often.kind === 'regular' ? often.timesPerDay : ratio(0);
}

/** Whether a course is taken more often than every so many days, or the next one begins sooner after its last dose. */
function isTooSoon({ frequency, days }: Course, everyDays: number, hasNext: boolean): boolean {
  const often = frequencyOf(frequency);
  const interval = decimal(everyDays);
  if (!often || !interval) return false;
  if (often.kind === 'asNeeded' || isAbove(times(averageOf(often), interval), ratio(1))) return true;
  return hasNext && often.kind === 'interval' && days - lastDoseDay(often, days) < everyDays;
}

/** A weekly or monthly medicine must not be taken more often, nor sooner in the next step of a taper. */
export const leastInterval: Rule = (input) =>
  knownLines(input).flatMap(({ line, medicine, lineIndex }): Finding[] => {
    const { everyDays } = medicine;
    if (everyDays === null) return [];
    const courses = coursesOf(line);
    if (courses.some(({ frequency }) => !frequencyOf(frequency)))
      return [unavailable('leastInterval', 'frequencyUnknown', lineIndex)];
    if (!courses.some((one, at) => isTooSoon(one, everyDays, at < courses.length - 1))) return [];
    const params = { drug: medicine.name, everyDays };
    return [hit('leastInterval', { level: 'block', lineIndex, params, source })];
  });

/** A medicine taken as needed requires a maximum or a written reason, unless it acts only where it is applied. */
export const asNeededMaximum: Rule = (input) =>
  knownLines(input).flatMap(({ line, medicine, lineIndex }): Finding[] => {
    if (!isAsNeeded(line.frequency) || mostTimesADay(line) !== null || isLocal(medicine.dosageForm)) return [];
    return [hit('asNeededMaximum', { level: 'warn', lineIndex, params: { drug: medicine.name }, source })];
  });
