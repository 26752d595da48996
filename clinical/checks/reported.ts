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

/** Between the codes of rules that one cause left out. */
const comma = ',';

/** The rules that a finding says were left out. */
export const rulesLeftOut = ({ rule }: Readonly<Record<string, unknown>>): readonly string[] =>
  String(rule ?? '').split(comma);

/** Rules that could not run on a line for one cause are one finding that names them all, never "nothing found". */
function notRun(checks: readonly [UnavailableCheck, ...UnavailableCheck[]]): Reported {
  const [{ lineIndex, why, params }] = checks;
  const rules = [...new Set(checks.map(({ ruleCode }) => ruleCode))];
  return {
    ruleCode: 'notChecked',
    level: 'warn',
    lineIndex,
    params: { ...params, rule: rules.join(comma), why },
    needReason: criticalWhy.includes(why) || rules.some((rule) => critical.includes(rule)),
  };
}

/** What the rules of one finding share. What the patient was not asked about is a question for each rule. */
const causeOf = ({ lineIndex, why, params, ruleCode }: UnavailableCheck) =>
  JSON.stringify([lineIndex, why, params, why === 'stateUnknown' ? ruleCode : null]);

function byCause(unavailable: readonly UnavailableCheck[]) {
  const found = new Map<string, [UnavailableCheck, ...UnavailableCheck[]]>();
  for (const check of unavailable) {
    const same = found.get(causeOf(check));
    if (same) same.push(check);
    else found.set(causeOf(check), [check]);
  }
  return [...found.values()];
}

/** What the rules found, and then what could not be checked. */
export const reportedIn = ({ hits, unavailable }: Pick<CheckReport, 'hits' | 'unavailable'>): Reported[] => [
  ...hits.map(found),
  ...byCause(unavailable).map(notRun),
];
