import { sql } from 'drizzle-orm';
import type { Tenanted } from '../db/tenanted.ts';

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

/** The period of the keys, in ms. */
const period = sql.raw('2592000000');

/**
 * The newest matching entries as the rows `found`, at most `limit`. Periods are read from the newest backwards until there
 * are enough: a frequent keyword needs the last one, a rare one some index entries of each.
 */
function foundEntries({ tenantId }: Tenanted, filter: EntryFilter, limit: number) {
  const { kind, ownerId, keyword, status, category, from, to } = filter;
  const isOwners = sql`e.tenant_id = ${tenantId}::bigint and e.kind = ${kind} and e.owner_id = ${ownerId}::bigint`;
  // Without an index for them: the database would otherwise read all entries of the owner for each period.
  const areFound = sql`e.tenant_id + 0 = ${tenantId}::bigint and e.owner_id + 0 = ${ownerId}::bigint`;
  const since = from === undefined ? sql`` : sql`and e.time >= ${from}::bigint`;
  const until = to === undefined ? sql`` : sql`and e.time <= ${to}::bigint`;
  return sql`
wanted as materialized (
  select form, search_wanted(form, ${status ?? null}::int, ${category ?? null}::int) as parts,
    (select min(e.time) from hospital_search_entry e where ${isOwners} ${since} ${until}) / ${period} as oldest,
    (select max(e.time) from hospital_search_entry e where ${isOwners} ${since} ${until}) / ${period} as newest
  from (select search_form(${keyword ?? ''}) as form) keyword
),
found as materialized (
  select e.item_id, e.time, e.status from wanted, generate_series(newest, oldest, -1) period, lateral (
    select e.item_id, e.time, e.status from hospital_search_entry e
    where search_keys(e.kind, e.owner_id, e.time / ${period}, search_parts(e.text, e.status, e.category))
      @> search_keys(${kind}, ${ownerId}::bigint, period, parts)
      and strpos(e.text, form) > 0 and ${areFound} ${since} ${until}
    order by e.time desc, e.item_id desc
  ) e limit ${limit}
)`;
}

/** One page of the matching entries, newest first. The total is exact up to a limit. */
export async function pageEntries(
  store: Tenanted,
  filter: EntryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundEntries> {
  // Beyond this page by one more, so that its reader knows whether there is a next one.
  const most = Math.max(maxCounted, offset + 2 * limit);
  const { rows } = await store.db.execute<{ ids: string | null; total: number }>(sql`
with ${foundEntries(store, filter, most + 1)},
page as (select item_id, time from found order by time desc, item_id desc limit ${limit} offset ${offset})
select (select string_agg(item_id::text, ',' order by time desc, item_id desc) from page) as ids,
  (select count(*)::int from found) as total`);
  const { ids = null, total = 0 } = rows[0] ?? {};
  return { ids: ids?.split(',') ?? [], total: Math.min(total, most), atLeast: total > most };
}

/** The matching entries by status, of the newest ones up to a limit. */
export async function countEntries(store: Tenanted, filter: EntryFilter): Promise<StatusCounts> {
  const { rows } = await store.db.execute<{ status: number; count: number }>(sql`
with ${foundEntries(store, filter, maxCounted + 1)}
select status, count(*)::int as count from found group by status`);
  const atLeast = rows.reduce((sum, { count }) => sum + count, 0) > maxCounted;
  return { counts: rows.map(({ status, count }) => ({ status, count })), atLeast };
}
