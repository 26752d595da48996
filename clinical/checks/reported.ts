import type { CheckReport } from './checkPrescription.ts';
import type { Params, RuleCode, RuleHit, UnavailableCheck } from './finding.ts';

/** One statement about a prescription: a finding of a rule, or a rule that could not run. */
export type Reported = {
  readonly ruleCode: RuleCode | 'notChecked';
  readonly level: RuleHit['level'];
  readonly lineIndex: number | null;
  readonly params: Record<string, Params[string]>;
  readonly text?: RuleHit['text'];
  readonly source?: string;
  readonly needReason: boolean;
};

const found = ({ ruleCode, level, lineIndex, params, text, source, needReason }: RuleHit): Reported => ({
  ruleCode,
  level,
  lineIndex,
  params: { ...params },
  text,
  source,
  needReason,
});

/** The rules whose omission can do the most harm, so proceeding without them needs a written reason. */
const critical: readonly string[] = ['allergy', 'pregnancy'];
/** What was missing where a guess can kill: the dose of a child. */
const criticalWhy: readonly string[] = ['noChildDose'];

/** A rule that could not run is reported as a finding, never as "nothing found". */
const notRun = ({ ruleCode, lineIndex, why, params }: UnavailableCheck): Reported => ({
  ruleCode: 'notChecked',
  level: 'warn',
  lineIndex,
  params: { ...params, rule: ruleCode, why },
  needReason: critical.includes(ruleCode) || criticalWhy.includes(why),
});

/** What the rules found, and then what could not be checked. */
export const reportedIn = ({ hits, unavailable }: Pick<CheckReport, 'hits' | 'unavailable'>): Reported[] => [
  ...hits.map(found),
  ...unavailable.map(notRun),
];
