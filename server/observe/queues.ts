import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { Db } from '../db/connection.ts';
import { isWithin } from '../db/elapsed.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Queues, Waiting } from './metrics.ts';

const perSecond = 1_000;

async function read(db: Db, table: PgTable, since: SQL, which: SQL | undefined, at: number): Promise<Waiting> {
  const [found] = await db
    .select({ length: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${since})` })
    .from(table)
    .where(which);
  const { length = 0, oldest = null } = found ?? {};
  return { length, oldestSeconds: oldest === null ? 0 : Math.max(0, (at - Number(oldest)) / perSecond) };
}

/** What waits in one hospital, or in all of them where `tenantId` is null: orders for a doctor, prescriptions for a review. */
export async function readQueues(db: Db, at: number, tenantId: string | null): Promise<Queues> {
  const own = (table: typeof consultOrder | typeof prescription) =>
    tenantId === null ? undefined : eq(table.tenantId, tenantId);
  const { payTime, createTime } = consultOrder;
  const { submitTime, leaseUntil } = prescription;
  const isAwaiting = and(own(consultOrder), eq(consultOrder.status, OrderStatus.awaiting));
  const isFree = or(isNull(leaseUntil), lte(leaseUntil, at));
  const isUnreviewed = and(own(prescription), eq(prescription.status, PrescriptionStatus.pending), isFree);
  const [orders, reviews] = await Promise.all([
    read(db, consultOrder, sql`coalesce(${payTime}, ${createTime})`, isAwaiting, at),
    read(db, prescription, sql`${submitTime}`, isUnreviewed, at),
  ]);
  return { orders, reviews };
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
