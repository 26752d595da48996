import { and, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { type ServiceHours, serviceMsBetween } from '../../clinical/lifecycle/serviceTime.ts';
import type { Db } from '../db/connection.ts';
import { countedFrom } from '../db/countedFrom.ts';
import { isWithin } from '../db/elapsed.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Queues, Waiting } from './metrics.ts';

const perSecond = 1_000;

/** What counts as the beginning of a wait, and of the part of it that counts towards its limit. */
type Beginnings = { readonly since: SQL; readonly counted: SQL };
type HoursOf = (settings: Record<string, unknown> | undefined) => ServiceHours;

const secondsSince = (time: string | null, elapsed: (since: number) => number) =>
  time === null ? 0 : Math.max(0, elapsed(Number(time)) / perSecond);

/** Hospitals have different service hours, so the longest wait within them is looked for in each. */
async function read(
  db: Db,
  table: typeof consultOrder | typeof prescription,
  { since, counted }: Beginnings,
  which: SQL | undefined,
  { at, hoursOf }: { at: number; hoursOf: HoursOf },
): Promise<Waiting> {
  const found = await db
    .select({
      settings: tenant.settings,
      length: sql<number>`count(*)::int`,
      oldest: sql<string | null>`min(${since})`,
      counted: sql<string | null>`min(${counted})`,
    })
    .from(table)
    .innerJoin(tenant, eq(tenant.id, table.tenantId))
    .where(which)
    .groupBy(tenant.id);
  const most = (seconds: readonly number[]) => Math.max(0, ...seconds);
  return {
    length: found.reduce((sum, { length }) => sum + length, 0),
    oldestSeconds: most(found.map(({ oldest }) => secondsSince(oldest, (from) => at - from))),
    servedSeconds: most(
      found.map(({ counted: first, settings }) =>
        secondsSince(first, (from) => serviceMsBetween(hoursOf(settings), from, at)),
      ),
    ),
  };
}

/** What waits in one hospital, or in all of them where `hospitalId` is null: orders for a doctor, prescriptions for a review. */
export async function readQueues(db: Db, at: number, hospitalId: string | null, hoursOf: HoursOf): Promise<Queues> {
  const own = (table: typeof consultOrder | typeof prescription) =>
    hospitalId === null ? undefined : eq(table.tenantId, hospitalId);
  const { payTime, createTime } = consultOrder;
  const { submitTime, leaseUntil, askedTime } = prescription;
  const isAwaiting = and(own(consultOrder), eq(consultOrder.status, OrderStatus.awaiting));
  const isFree = or(isNull(leaseUntil), lte(leaseUntil, at));
  const isUnreviewed = and(own(prescription), eq(prescription.status, PrescriptionStatus.pending), isFree);
  const paid = sql`coalesce(${payTime}, ${createTime})`;
  // The time in which a doctor answers the reviewer's question is not the reviewer's.
  const counted = sql`case when ${askedTime} is null then ${countedFrom} end`;
  const when = { at, hoursOf };
  const [orders, reviews, stopped] = await Promise.all([
    read(db, consultOrder, { since: paid, counted: paid }, isAwaiting, when),
    read(db, prescription, { since: sql`${submitTime}`, counted }, isUnreviewed, when),
    stoppedSeconds(db, and(isUnreviewed, isNotNull(askedTime)), hoursOf),
  ]);
  return { orders, reviews: { ...reviews, servedSeconds: Math.max(reviews.servedSeconds, stopped) } };
}

/** The longest counted wait among the reviews that are paused until the doctor answers. Few are paused at a time. */
async function stoppedSeconds(db: Db, which: SQL | undefined, hoursOf: HoursOf): Promise<number> {
  const rows = await db
    .select({ settings: tenant.settings, from: countedFrom, until: prescription.askedTime })
    .from(prescription)
    .innerJoin(tenant, eq(tenant.id, prescription.tenantId))
    .where(which);
  const waits = rows.map(({ settings, from, until }) =>
    secondsSince(from, (since) => serviceMsBetween(hoursOf(settings), since, until ?? since)),
  );
  return Math.max(0, ...waits);
}

/** Repeats the last result for a while, so that several collectors cost the database no more than one. */
export function cached<T>(read: () => Promise<T>, forMs: number, now: () => number): () => Promise<T> {
  let last: { result: Promise<T>; at: number } | null = null;
  return () => {
    if (last === null || !isWithin(now(), last.at, forMs)) last = { result: read(), at: now() };
    last.result.catch(() => {
      last = null;
    });
    return last.result;
  };
}
