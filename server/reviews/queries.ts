import { and, asc, desc, eq, gt, isNotNull, lte, or, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import type { pageAudit, pullAudit } from '../../contract/extension/audit.ts';
import { countedFrom } from '../db/countedFrom.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { pageOf } from '../db/textSearch.ts';
import { containsKeyword } from '../prescriptions/queries.ts';
import { isPending } from './recountQueries.ts';

export type PageQuery = z.output<(typeof pageAudit)['query']>;
export type Cursor = z.output<(typeof pullAudit)['query']>;

const { waiting, claimed } = AuditStatus;

const submitted = isNotNull(prescription.submitTime);

/** The rows with a review status, where an expired lease counts as none. */
function inState(auditStatus: number | undefined, at: number): SQL | undefined {
  const isLeased = and(eq(prescription.auditStatus, claimed), gt(prescription.leaseUntil, at));
  const free = or(eq(prescription.auditStatus, waiting), lte(prescription.leaseUntil, at));
  if (auditStatus === undefined) return isPending;
  if (auditStatus === waiting) return and(isPending, free);
  if (auditStatus === claimed) return and(isPending, isLeased);
  return and(eq(prescription.auditStatus, auditStatus), submitted);
}

const isDecided = (auditStatus: number | undefined) =>
  auditStatus !== undefined && auditStatus !== waiting && auditStatus !== claimed;

/** A page of the queue: what waits by urgency, what was decided by time. */
export async function queuePage(store: HospitalStore, { auditStatus, keyword, ...which }: PageQuery, at: number) {
  const conditions = [inState(auditStatus, at), containsKeyword(keyword)];
  const { limit, offset } = pageOf(which);
  const { priority, updateTime, id } = prescription;
  const order = isDecided(auditStatus) ? [desc(updateTime), desc(id)] : [desc(priority), asc(countedFrom), asc(id)];
  const rows = await store.db
    .select()
    .from(prescription)
    .where(store.own(prescription, ...conditions))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return { rows, total: await store.count(prescription, ...conditions) };
}

/** Prescriptions that changed after a cursor, the oldest change first, and whether there are more. */
export async function changedAfter(store: HospitalStore, { updateTime, lastId, limit }: Cursor) {
  const { updateTime: changed, id } = prescription;
  const after = or(gt(changed, updateTime), and(eq(changed, updateTime), gt(id, String(Math.max(0, lastId)))));
  // Who has nothing yet needs no prescription that was decided before.
  const wanted = updateTime === 0 ? isPending : submitted;
  const found = await store.db
    .select()
    .from(prescription)
    .where(store.own(prescription, wanted, after))
    .orderBy(asc(changed), asc(id))
    .limit(limit + 1);
  return { rows: found.slice(0, limit), more: found.length > limit };
}
