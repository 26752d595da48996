import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { workTrend } from '../../contract/extension/overview.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { hospitalDay, hospitalMidnight } from '../db/hospitalDay.ts';
import { done, type Outcome } from '../db/outcome.ts';

const dayMs = 86_400_000;
const shownDays = 60;

const Row = z.object({
  what: z.enum(['accepted', 'finished', 'prescribed']),
  day: z.int(),
  count: z.int(),
  rejected: z.int(),
  waitMs: z.nullable(z.coerce.number()),
});

/** A doctor's work on each of the last days. Days have the same length, because the zone has no summer time. */
export async function readWorkTrend(
  _: unknown,
  { by, at, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof workTrend>>> {
  const { db, tenantId } = store;
  const from = hospitalMidnight(at) - (shownDays - 1) * dayMs;
  const dayOf = (column: string) => sql`((${sql.raw(column)} - ${from}::bigint) / ${dayMs}::bigint)::int`;
  const mine = sql`tenant_id = ${tenantId}::bigint and doctor_id = ${by.id}::bigint`;
  const { rows } = await db.execute(sql`
select 'accepted' as what, ${dayOf('accept_time')} as day, count(*)::int as count, 0 as rejected,
  round(percentile_cont(0.5) within group (order by accept_time - coalesce(pay_time, create_time)))::bigint as "waitMs"
from consult_order where ${mine} and accept_time >= ${from}::bigint group by 2
union all
select 'finished', ${dayOf('end_time')}, count(*)::int, 0, null
from consult_order where ${mine} and end_time >= ${from}::bigint and status = ${OrderStatus.finished}::int group by 2
union all
select 'prescribed', ${dayOf('create_time')}, count(*)::int, count(*) filter (where status = ${PrescriptionStatus.rejected}::int)::int, null
from prescription where ${mine} and create_time >= ${from}::bigint and submit_time is not null group by 2`);
  const found = z.array(Row).parse(rows);
  const on = (day: number, what: z.infer<typeof Row>['what']) =>
    found.find((row) => row.day === day && row.what === what);
  return done({
    days: Array.from({ length: shownDays }, (_, day) => {
      const [accepted, prescribed] = [on(day, 'accepted'), on(day, 'prescribed')];
      return {
        day: hospitalDay(from + day * dayMs),
        accepted: accepted?.count ?? 0,
        finished: on(day, 'finished')?.count ?? 0,
        prescribed: prescribed?.count ?? 0,
        rejected: prescribed?.rejected ?? 0,
        waitMs: accepted?.waitMs ?? null,
      };
    }),
  });
}
