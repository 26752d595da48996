import { sql } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';

/** Which of a doctor's orders or prescriptions are searched for; what is undefined does not limit them. */
export type EntryFilter = {
  readonly kind: 'order' | 'prescription';
  readonly ownerId: string;
  readonly keyword?: string | undefined;
  readonly status?: number | undefined;
  /** The consult type of an order, the review status of a prescription. */
  readonly category?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

export type FoundEntries = {
  /** The keys of the page, newest first. */
  readonly ids: string[];
  readonly total: number;
  /** There are more than `total`. */
  readonly atLeast: boolean;
};

export type StatusCounts = {
  readonly counts: { readonly status: number; readonly count: number }[];
  /** There are more than counted. */
  readonly atLeast: boolean;
};

/** Entries beyond this number are not counted. */
const maxCounted = 1_000;

/** The newest matching entries of the reader's hospital, at most `limit`. */
function foundEntries(filter: EntryFilter, limit: number) {
  const { kind, ownerId, keyword = '', status = null, category = null, from = null, to = null } = filter;
  return sql`found as materialized (
  select item_id, time, status from found_search_entries(${kind}, ${ownerId}::bigint, ${keyword}, ${status}::int, ${category}::int,
    ${from}::bigint, ${to}::bigint, ${limit}::int)
)`;
}

/** One page of the matching entries, newest first. The total is exact up to a limit. */
export async function pageEntries(
  store: HospitalStore,
  filter: EntryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundEntries> {
  // A page more than this one, so that its reader knows whether there is a next one.
  const most = Math.max(maxCounted, offset + 2 * limit);
  const { rows } = await store.db.execute<{ ids: string | null; total: number }>(sql`
with ${foundEntries(filter, most + 1)},
page as (select item_id, time from found order by time desc, item_id desc limit ${limit} offset ${offset})
select (select string_agg(item_id::text, ',' order by time desc, item_id desc) from page) as ids,
  (select count(*)::int from found) as total`);
  const { ids = null, total = 0 } = rows[0] ?? {};
  return { ids: ids?.split(',') ?? [], total: Math.min(total, most), atLeast: total > most };
}

/** The matching entries by status, of the newest ones up to a limit. */
export async function countEntries(store: HospitalStore, filter: EntryFilter): Promise<StatusCounts> {
  const { rows } = await store.db.execute<{ status: number; count: number }>(sql`
with ${foundEntries(filter, maxCounted + 1)}
select status, count(*)::int as count from found group by status`);
  const atLeast = rows.reduce((sum, { count }) => sum + count, 0) > maxCounted;
  return { counts: rows.map(({ status, count }) => ({ status, count })), atLeast };
}
