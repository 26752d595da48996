import type { alertsByRule, RuleAlerts } from '../../contract/extension/alerts.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { clinicalSettings } from '../hospitals/clinicalSettings.ts';
import { dayMs } from '../prescriptions/prescribing.ts';
import { countSubmitted, refusedAlerts, submittedAlerts } from './alertQueries.ts';

const keyOf = ({ ruleCode, level }: RuleAlerts) => `${ruleCode} ${level}`;

/** Those that doctors met most often come first. */
const byFrequency = (a: RuleAlerts, b: RuleAlerts) =>
  b.findings + b.refused - a.findings - a.refused || keyOf(a).localeCompare(keyOf(b));

/** How often each rule alerted doctors in the last days, beside the hospital's settings of the rules. */
export async function readAlerts(
  { days }: RequestOf<typeof alertsByRule>,
  { at, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof alertsByRule>>> {
  const since = at - days * dayMs;
  const submitted = await submittedAlerts(store, since);
  const refused = new Map((await refusedAlerts(store, since)).map((row) => [keyOf(row), row]));
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
