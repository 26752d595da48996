import { and, eq, gte, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { type alertsByRule, RuleAlerts } from '../../contract/extension/alerts.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { auditTrail } from '../db/schema/trail.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { dayMs } from '../prescriptions/prescribing.ts';
import { clinicalSettings } from '../tenants/clinicalSettings.ts';

const Counts = z.array(RuleAlerts);
type Counts = z.infer<typeof Counts>;

/** Findings of submitted prescriptions by rule and level; a reason belongs to the finding of its rule and line. */
async function submittedAlerts(store: Tenanted, since: number): Promise<Counts> {
  const hasReason = sql`exists (select 1 from jsonb_array_elements(${prescription.overrides}) o
    where o ->> 'ruleCode' = f ->> 'ruleCode' and coalesce(o ->> 'lineIndex', '') = coalesce(f ->> 'lineIndex', ''))`;
  const { rows } = await store.db.execute(sql`
    select f ->> 'ruleCode' as "ruleCode", f ->> 'level' as level, count(*)::int as findings,
      count(distinct ${prescription.id})::int as prescriptions, 0 as refused,
      count(*) filter (where (f ->> 'needReason')::boolean and ${hasReason})::int as overridden,
      count(*) filter (where ${prescription.auditStatus} = ${AuditStatus.rejected})::int as rejected
    from ${prescription}, jsonb_array_elements(${prescription.findings}) f
    where ${store.own(prescription, gte(prescription.submitTime, since))} group by 1, 2`);
  return Counts.parse(rows);
}

/** Submissions that were refused, by the rules that refused them: the trail of refusals names them. */
async function refusedAlerts(store: Tenanted, since: number): Promise<Counts> {
  const isRefused = and(eq(auditTrail.entity, 'prescription'), eq(auditTrail.outcome, 'refused'));
  const { rows } = await store.db.execute(sql`
    select f ->> 'ruleCode' as "ruleCode", f ->> 'level' as level, 0 as findings, 0 as prescriptions, 0 as overridden,
      0 as rejected, count(distinct ${auditTrail.id})::int as refused
    from ${auditTrail}, jsonb_array_elements(${auditTrail.detail} -> 'rules') f
    where ${store.own(auditTrail, gte(auditTrail.time, since), isRefused)} group by 1, 2`);
  return Counts.parse(rows);
}

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
    prescriptions: await store.count(prescription, gte(prescription.submitTime, since)),
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
