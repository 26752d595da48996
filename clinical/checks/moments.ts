import type { DayMoment } from '../../contract/http/prescription.ts';
import { dayMoments, daysOf } from '../doses/regimen.ts';
import type { CheckInput, CheckLine, Rule } from './facts.ts';
import type { Finding } from './finding.ts';
import { gravity } from './level.ts';

/** Days after the first on which a step of the line begins. */
function startsOf({ days, steps }: CheckLine): number[] {
  const later = steps ?? [];
  return [0, ...later.map((_, at) => daysOf({ days, steps: later.slice(0, at) }))];
}

/** The line as it is taken on a day: as its last step that has begun. The loading dose belongs to the first step. */
function stepOn(line: CheckLine, day: number): CheckLine {
  const starts = startsOf(line);
  const at = starts.findLastIndex((start) => start <= day);
  const step = at > 0 ? line.steps?.[at - 1] : undefined;
  if (!step) return { ...line, steps: null };
  const { frequency, days, dayDoses = null } = step;
  const dose = { value: step.dose, unit: line.dose.unit };
  const daysBefore = starts[at] ?? 0;
  return { ...line, dose, frequency, days, dayDoses, steps: null, firstDose: null, daysBefore };
}

/** The line at its first dose only. */
const atFirstDose = (line: CheckLine): CheckLine =>
  line.firstDose
    ? { ...stepOn(line, 0), dose: { value: line.firstDose, unit: line.dose.unit }, frequency: 'st', firstDose: null }
    : stepOn(line, 0);

/** A line of one step with its dose at one time of day only; a line without unequal doses as it is. */
function atTimeOfDay(line: CheckLine, at: DayMoment): CheckLine {
  const then = line.dayDoses?.find(({ moment }) => moment === at);
  return then ? { ...line, dose: { value: then.dose, unit: line.dose.unit }, dayDoses: [then] } : line;
}

/** The lines as they are taken from each day on which a step begins. */
function stepLines({ lines }: CheckInput): CheckLine[][] {
  const days = [...new Set(lines.flatMap(startsOf))].toSorted((a, b) => a - b);
  return days.map((day) => lines.map((line) => stepOn(line, day)));
}

/** The prescription as it is taken from each day on which a step begins, and at the loading doses. */
function stepsOf(input: CheckInput): CheckInput[] {
  const loading = input.lines.some(({ firstDose }) => firstDose) ? [input.lines.map(atFirstDose)] : [];
  return [...stepLines(input), ...loading].map((lines) => ({ ...input, lines }));
}

/** The prescription at each time of day at which a line has a dose of its own, in each step. */
const timesOfDay = (input: CheckInput): CheckInput[] =>
  stepLines(input).flatMap((lines) =>
    dayMoments
      .filter((at) => lines.some(({ dayDoses }) => dayDoses?.some(({ moment }) => moment === at)))
      .map((at) => ({ ...input, lines: lines.map((line) => atTimeOfDay(line, at)) })),
  );

const gravityOf = (finding: Finding) => (finding.kind === 'hit' ? gravity[finding.level] : 0);

/** Findings with the same subject: rule, line and the names they mention, whatever the amounts. */
const subjectOf = (finding: Finding): string =>
  JSON.stringify([
    finding.kind,
    finding.ruleCode,
    finding.lineIndex,
    finding.kind === 'hit' ? finding.text : finding.why,
    Object.entries(finding.params).filter(([name, value]) => typeof value === 'object' || name === 'otherLine'),
  ]);

/** Whether a finding is graver than one with the same subject, or as grave about more of the same unit. */
function isGraver(found: Finding, known: Finding): boolean {
  const [a, b] = [gravityOf(found), gravityOf(known)];
  return (
    a > b ||
    (a === b && found.params.unit === known.params.unit && Number(found.params.taken) > Number(known.params.taken))
  );
}

/** The rule at several moments: of findings with one subject the gravest is kept, then the largest, then the earliest. */
const at =
  (rule: Rule, momentsOf: (input: CheckInput) => CheckInput[]): Rule =>
  (input, tables, settings) => {
    const moments = momentsOf(input);
    if (moments.length < 2) return rule(input, tables, settings);
    const found = new Map<string, Finding>();
    for (const finding of moments.flatMap((moment) => rule(moment, tables, settings))) {
      const known = found.get(subjectOf(finding));
      if (!known || isGraver(finding, known)) found.set(subjectOf(finding), finding);
    }
    return [...found.values()];
  };

/** The rule for every step of a taper and for the loading dose. */
export const atEveryStep = (rule: Rule): Rule => at(rule, stepsOf);

/**
 * The rule for every step of a taper, for the loading dose and for each of unequal doses of a day, so that a line is
 * refused if one of them alone would be.
 */
export const atEveryMoment = (rule: Rule): Rule => at(rule, (input) => [...stepsOf(input), ...timesOfDay(input)]);
