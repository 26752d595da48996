import type { CheckInput, CheckLine, Rule } from './facts.ts';
import { type Finding, type RuleCode, unavailable } from './finding.ts';

/** A rule that threw, for the log. */
export type RuleFault = { ruleCode: RuleCode; error: unknown };

/** A line in which no rule finds anything, in the place of one on which a rule fails. */
const blank: CheckLine = {
  medicine: null,
  dose: { value: 1, unit: 'mg' },
  frequency: 'qd',
  route: 'po',
  days: 1,
  quantity: 1,
  stock: 1,
};

const without = (input: CheckInput, isLeftOut: (index: number) => boolean): CheckInput => ({
  ...input,
  lines: input.lines.map((line, index) => (isLeftOut(index) ? blank : line)),
});

type Run = (input: CheckInput) => Finding[];

function fails(run: Run, input: CheckInput): boolean {
  try {
    run(input);
    return false;
  } catch {
    return true;
  }
}

/** The findings about the lines on which the rule does not fail; each of the others is reported as not checked. */
function aboutTheOthers(ruleCode: RuleCode, run: Run, input: CheckInput): Finding[] {
  const alone = (wanted: number) => without(input, (index) => index !== wanted);
  const failing = new Set(input.lines.flatMap((_, index) => (fails(run, alone(index)) ? [index] : [])));
  const rest = without(input, (index) => failing.has(index));
  if (failing.size === 0 || fails(run, rest)) return [unavailable(ruleCode, 'ruleFailed')];
  return [...run(rest), ...[...failing].map((index) => unavailable(ruleCode, 'ruleFailed', index))];
}

/** The rule, which switches off neither itself for the other lines nor another rule when it throws. */
export const careful =
  (ruleCode: RuleCode, rule: Rule, note: (fault: RuleFault) => void): Rule =>
  (input, tables, settings) => {
    const run: Run = (of) => rule(of, tables, settings);
    try {
      return run(input);
    } catch (error) {
      note({ ruleCode, error });
      return aboutTheOthers(ruleCode, run, input);
    }
  };
