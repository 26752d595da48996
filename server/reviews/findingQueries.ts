import { and, eq, gte, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { RuleFindings } from '../../contract/extension/findingsByRule.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { auditTrail } from '../db/schema/trail.ts';

const Counts = z.array(RuleFindings);
type Counts = z.infer<typeof Counts>;

/** Findings of submitted prescriptions by rule and level; a reason belongs to the finding of its rule and line. */
export async function submittedFindings(store: HospitalStore, since: number): Promise<Counts> {
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
export async function refusedFindings(store: HospitalStore, since: number): Promise<Counts> {
  const isRefused = and(eq(auditTrail.entity, 'prescription'), eq(auditTrail.outcome, 'refused'));
  const { rows } = await store.db.execute(sql`
    select f ->> 'ruleCode' as "ruleCode", f ->> 'level' as level, 0 as findings, 0 as prescriptions, 0 as overridden,
      0 as rejected, count(distinct ${auditTrail.id})::int as refused
    from ${auditTrail}, jsonb_array_elements(${auditTrail.detail} -> 'rules') f
    where ${store.own(auditTrail, gte(auditTrail.time, since), isRefused)} group by 1, 2`);
  return Counts.parse(rows);
}

/** How many prescriptions were submitted since a time. */
export const countSubmitted = (store: HospitalStore, since: number): Promise<number> =>
  store.count(prescription, gte(prescription.submitTime, since));
