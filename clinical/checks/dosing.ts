import { dosesInDays, type Frequency, frequencyOf } from '../frequency.ts';
import { decimal, isAbove, type Rational, ratio, times, toText } from '../rational.ts';
import { dosesOnOneDay, mostTimesADay } from '../regimen.ts';
import { limitOf } from './doseLimits.ts';
import { isLocal } from './exposure.ts';
import { type CheckLine, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import { above } from './maxDose.ts';

const source = 'Drug table';

/** Doses on an average day of a schedule; none without one. */
function averageOf(often: Frequency): Rational {
  if (often.kind === 'interval') return ratio(often.times, often.inDays);
  return often.kind === 'regular' ? often.timesPerDay : ratio(0);
}

/** A weekly or monthly medicine must not be taken more often. */
export const leastInterval: Rule = (input) =>
  knownLines(input).flatMap(({ line, medicine, lineIndex }): Finding[] => {
    if (medicine.everyDays === null) return [];
    const [often, interval] = [frequencyOf(line.frequency), decimal(medicine.everyDays)];
    if (!often || !interval) return [unavailable('leastInterval', 'frequencyUnknown', lineIndex)];
    const isTooOften = isAbove(times(averageOf(often), interval), ratio(1));
    if (!isTooOften && often.kind !== 'asNeeded') return [];
    const params = { drug: medicine.name, everyDays: medicine.everyDays };
    return [hit('leastInterval', { level: 'block', lineIndex, params, source })];
  });

/** A medicine taken as needed requires a maximum or a written reason, unless it acts only where it is applied. */
export const asNeededMaximum: Rule = (input) =>
  knownLines(input).flatMap(({ line, medicine, lineIndex }): Finding[] => {
    const isAsNeeded = frequencyOf(line.frequency)?.kind === 'asNeeded';
    if (!isAsNeeded || mostTimesADay(line) !== null || isLocal(medicine.dosageForm)) return [];
    return [hit('asNeededMaximum', { level: 'warn', lineIndex, params: { drug: medicine.name }, source })];
  });

/** Doses in a period of days, each as large as the line's dose; null if "as needed" has no maximum. */
function dosesIn(line: CheckLine, days: number): Rational | null {
  const often = frequencyOf(line.frequency);
  if (often?.kind === 'once') return ratio(1);
  const counted = Number.isInteger(line.days) && line.days > 0 ? Math.min(days, line.days) : days;
  if (often?.kind === 'interval') return ratio(dosesInDays(often, counted));
  const daily = dosesOnOneDay(line);
  return daily === null ? null : times(daily, ratio(counted));
}

/** Some medicines have a maximum for a week or a month, whatever a day allows. */
export const periodDose: Rule = (input) =>
  knownLines(input).flatMap((known): Finding[] => {
    const limit = limitOf(known, input.patient.ageMonths, 'period');
    const doses = limit?.days ? dosesIn(known.line, limit.days) : null;
    return limit?.days && doses ? above('periodDose', limit, doses, known, { days: limit.days }) : [];
  });

/** What is applied to eye, ear, nose or skin has a greatest number of applications a day. */
export const timesPerDay: Rule = (input) =>
  knownLines(input).flatMap((known): Finding[] => {
    const { line, medicine, lineIndex } = known;
    const limit = limitOf(known, input.patient.ageMonths, 'times');
    const doses = limit ? dosesOnOneDay(line) : null;
    const most = decimal(limit?.value ?? '');
    if (!limit || !doses || !most || !isAbove(doses, most)) return [];
    const params = { drug: medicine.name, times: toText(doses), most: limit.value };
    const level = isAbove(doses, times(most, ratio(2))) ? 'block' : 'warn';
    return [hit('timesPerDay', { level, lineIndex, params, source: limit.source })];
  });

/** Some medicines harm when used longer than a number of days without a doctor looking again. */
export const courseDays: Rule = (input) =>
  knownLines(input).flatMap((known): Finding[] => {
    const limit = limitOf(known, input.patient.ageMonths, 'course');
    if (!limit || known.line.days <= limit.value) return [];
    const params = { drug: known.medicine.name, days: known.line.days, most: limit.value };
    return [hit('courseDays', { level: 'warn', lineIndex: known.lineIndex, params, source: limit.source })];
  });
