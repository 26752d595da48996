import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { ReviewFilter, reviewStatistics } from '../../contract/extension/audit.ts';
import { hospitalZone } from '../../contract/limits.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { prescription, prescriptionLog } from '../db/schema/prescriptions.ts';
import { dayMs } from '../prescriptions/prescribing.ts';
import { isDecidedOn, isOwnDecision, overridesThen } from './decisionQueries.ts';

type Statistics = ReplyInputOf<typeof reviewStatistics>;
type Bucket = Statistics['bucket'];

const Time = z.nullable(z.coerce.number());
const Totals = z.tuple([
  z.object({
    approved: z.int(),
    rejected: z.int(),
    overridden: z.int(),
    timed: z.int(),
    medianMs: Time,
    p90Ms: Time,
    first: Time,
    last: Time,
  }),
]);
const Periods = z.array(z.object({ start: z.string(), approved: z.int(), rejected: z.int(), medianMs: Time }));
const Counts = z.array(z.object({ code: z.string(), count: z.int() }));
const Doctors = z.array(z.object({ id: z.coerce.string() }));

/**
 * The selected decisions with the time that each review took, from the reviewer's last claim in the log, if there is one,
 * to their decision, also one that could be undone. Both look-ups end at the first row in the order of the prescription's
 * index: `max(time)` reads the reviewer's whole log in a database without statistics about its tables.
 */
const decisions = (store: HospitalStore, reviewerId: string, filter: ReviewFilter): SQL => sql`
  select ${prescriptionLog.time} as time, ${prescriptionLog.action} as action, ${prescriptionLog.data} as data,
    ${prescription.doctorId} as doctor_id, ${prescription.auditReasonCodes} as reasons, ${overridesThen} as overrides,
    (select coalesce((select d.time from ${prescriptionLog} d where d.tenant_id = ${prescriptionLog.tenantId}
        and d.prescription_id = ${prescriptionLog.prescriptionId} and d.operator_id = ${prescriptionLog.operatorId}
        and d.action = 'decided' and d.id > c.id and d.id < ${prescriptionLog.id} order by d.id desc limit 1),
        ${prescriptionLog.time}) - c.time
      from ${prescriptionLog} c where c.tenant_id = ${prescriptionLog.tenantId}
        and c.prescription_id = ${prescriptionLog.prescriptionId} and c.operator_id = ${prescriptionLog.operatorId}
        and c.action = 'claimed' and c.id < ${prescriptionLog.id} order by c.id desc limit 1) as took
  from ${prescriptionLog} inner join ${prescription} on ${isDecidedOn(store)}
  where ${isOwnDecision(store, reviewerId, filter)}`;

/** Days for up to two months, then weeks, then months. */
function bucketOf(spanMs: number): Bucket {
  if (spanMs <= 62 * dayMs) return 'day';
  return spanMs <= 366 * dayMs ? 'week' : 'month';
}

/** The start of the hospital's day, week or month of a time, as a timestamp without zone. */
const startOf = (bucket: Bucket, time: SQL): SQL =>
  sql`date_trunc(${bucket}::text, to_timestamp((${time})::float8 / 1000) at time zone ${hospitalZone}::text)`;

const quantile = (share: number, of: SQL): SQL =>
  sql`round(percentile_cont(${share}::float8) within group (order by ${of}))::bigint`;

/** A reviewer's own decisions in numbers, by the hospital's days. */
export async function statisticsOf(
  filter: ReviewFilter,
  { by, at, store, language }: CallContext,
): Promise<Statistics> {
  const read = async <T extends z.ZodMiniType>(shape: T, query: SQL): Promise<z.output<T>> =>
    shape.parse((await store.db.execute(query)).rows);
  const mine = decisions(store, by.id, filter);
  const [totals] = await read(
    Totals,
    sql`with mine as (${mine})
    select count(*) filter (where action = 'approved')::int as approved,
      count(*) filter (where action = 'rejected')::int as rejected,
      count(*) filter (where jsonb_array_length(overrides) > 0)::int as overridden, count(took)::int as timed,
      ${quantile(0.5, sql`took`)} as "medianMs", ${quantile(0.9, sql`took`)} as "p90Ms",
      min(time) as first, max(time) as last from mine`,
  );
  const from = filter.createTimeFrom ?? totals.first ?? at;
  const to = Math.max(from, filter.createTimeTo === undefined ? at : Math.min(filter.createTimeTo, at));
  const bucket = bucketOf(to - from);
  const periods = await read(
    Periods,
    sql`with mine as (${mine}), spans as (select generate_series(${startOf(bucket, sql`${from}`)},
      ${startOf(bucket, sql`${to}`)}, ('1 ' || ${bucket}::text)::interval) as start)
    select to_char(spans.start, 'YYYY-MM-DD') as start, count(*) filter (where action = 'approved')::int as approved,
      count(*) filter (where action = 'rejected')::int as rejected, ${quantile(0.5, sql`took`)} as "medianMs"
    from spans left join mine on ${startOf(bucket, sql`time`)} = spans.start group by spans.start order by spans.start`,
  );
  const reasons = await read(
    Counts,
    sql`with mine as (${mine}) select code, count(*)::int as count from mine,
      jsonb_array_elements_text(coalesce(data -> 'auditReasonCodes', reasons)) code
    where action = 'rejected' group by code order by count desc, code`,
  );
  const overrides = await read(
    Counts,
    sql`with mine as (${mine}) select o ->> 'ruleCode' as code, count(*)::int as count
    from mine, jsonb_array_elements(overrides) o group by 1 order by count desc, code`,
  );
  const reviewed = await read(
    Doctors,
    sql`select distinct ${prescription.doctorId} as id from ${prescriptionLog}
    inner join ${prescription} on ${isDecidedOn(store)} where ${isOwnDecision(store, by.id, {})}`,
  );
  const person = await loadPeople(
    store,
    reviewed.map(({ id }) => id),
    language,
  );
  const doctors = reviewed.map(({ id }) => ({ id, name: person(id).name }));
  const { first: _, last: __, ...counted } = totals;
  return { ...counted, bucket, periods, reasons, overrides, doctors };
}
