import type { alertsByRule, RuleFindings } from '../../contract/extension/findingsByRule.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { clinicalSettings } from '../hospitals/clinicalSettings.ts';
import { dayMs } from '../prescriptions/prescribing.ts';
import { countSubmitted, refusedFindings, submittedFindings } from './findingQueries.ts';

const keyOf = ({ ruleCode, level }: RuleFindings) => `${ruleCode} ${level}`;

/** Those that doctors met most often come first. */
const byFrequency = (a: RuleFindings, b: RuleFindings) =>
  b.findings + b.refused - a.findings - a.refused || keyOf(a).localeCompare(keyOf(b));

/** How often doctors met each rule in the last days, beside the hospital's settings of the rules. */
export async function readFindingsByRule(
  { days }: RequestOf<typeof alertsByRule>,
  { at, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof alertsByRule>>> {
  const since = at - days * dayMs;
  const submitted = await submittedFindings(store, since);
  const refused = new Map((await refusedFindings(store, since)).map((row) => [keyOf(row), row]));
  const both = submitted.map((row) => ({ ...row, refused: refused.get(keyOf(row))?.refused ?? 0 }));
  const onlyRefused = [...refused.values()].filter((row) => !submitted.some((one) => keyOf(one) === keyOf(row)));
  const { maxDrugs, supplyDays, supplyCountsRest, sparePacks, rules } = await clinicalSettings(store);
  return done({
    prescriptions: await countSubmitted(store, since),
    rules: [...both, ...onlyRefused].sort(byFrequency),
    settings: {
      maxDrugs,
      supplyDays,
      supplyCountsRest,
      sparePacks,
      rules: Object.entries(rules).map(([ruleCode, level]) => ({ ruleCode, level })),
    },
  });
}
