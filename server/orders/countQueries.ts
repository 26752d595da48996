import { sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { createBatchLoader } from '../db/batchLoader.ts';
import type { Db } from '../db/connection.ts';
import { hospitalMidnight } from '../db/hospitalDay.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';

/**
 * Patients who wait for this doctor or for any, and this doctor's orders by status. `cancelled` includes refused and
 * timed-out ones.
 */
export type Counts = Record<'waiting' | 'active' | 'finished' | 'cancelled' | 'others' | 'today', number>;

type EndedCounts = Pick<Counts, 'finished' | 'cancelled' | 'others'> & {
  /** Includes the orders that ended up to this time. */
  upTo: number;
  until: number;
};

const { active, awaiting, cancelled, finished, refunded, refunding, refused, timedOut } = OrderStatus;
const kinds: Readonly<Record<number, 'active' | 'finished' | 'cancelled'>> = {
  [active]: 'active',
  [finished]: 'finished',
  ...Object.fromEntries([cancelled, refused, refunding, refunded, timedOut].map((status) => [status, 'cancelled'])),
};
const kindOf = (status: unknown) => kinds[Number(status)] ?? 'others';

/** Transactions set `end_time` when they begin; one that began this long ago has committed or failed. */
const surelyEndedMs = 5 * 60_000;
const cacheMs = 60 * 60_000;
const maxCached = 10_000;

type Row = { who: unknown; what: string; orders: number };

/** Counts of each doctor's orders that ended long ago. Those no longer change status, so they are recounted once an hour. */
const cache = new WeakMap<Db, Map<string, EndedCounts>>();

async function countEnded({ db, hospitalId }: HospitalStore, doctorIds: readonly string[], at: number) {
  const upTo = at - surelyEndedMs;
  const { rows } = await db.execute<Row>(sql`
select doctor_id as who, status::text as what, count(*)::int as orders from consult_order
where tenant_id = ${hospitalId} and doctor_id = any(string_to_array(${doctorIds.join(',')}, ',')::bigint[]) and end_time <= ${upTo}
group by doctor_id, status`);
  const ended = new Map(
    doctorIds.map((id): [string, EndedCounts] => [
      id,
      { finished: 0, cancelled: 0, others: 0, upTo, until: at + cacheMs },
    ]),
  );
  for (const { who, what, orders } of rows) {
    const mine = ended.get(String(who));
    const kind = kindOf(what);
    if (mine) mine[kind === 'active' ? 'others' : kind] += orders;
  }
  return ended;
}

async function endedCountsOf(
  store: HospitalStore,
  doctorIds: readonly string[],
  at: number,
): Promise<Map<string, EndedCounts>> {
  const all = cache.get(store.db) ?? new Map<string, EndedCounts>();
  cache.set(store.db, all);
  const keyOf = (id: string) => `${store.hospitalId}/${id}`;
  const isDue = (id: string) => {
    const known = all.get(keyOf(id));
    return known === undefined || known.until <= at || known.upTo > at;
  };
  const due = doctorIds.filter(isDue);
  if (due.length > 0) {
    if (all.size + due.length > maxCached) all.clear();
    for (const [id, ended] of await countEnded(store, due, at)) all.set(keyOf(id), ended);
  }
  return new Map(
    doctorIds.flatMap((id): [string, EndedCounts][] => {
      const ended = all.get(keyOf(id));
      return ended ? [[id, ended]] : [];
    }),
  );
}

type CountRequest = { doctorId: string; at: number };

const loadCounts = createBatchLoader<CountRequest, Counts>(async (store, requests) => {
  const { db, hospitalId } = store;
  const at = Math.max(...requests.map(({ at }) => at));
  const ids = [...new Set(requests.map(({ doctorId }) => doctorId))];
  const ended = await endedCountsOf(store, ids, at);
  const upTo = ids.map((id) => ended.get(id)?.upTo ?? 0).join(',');
  const midnight = hospitalMidnight(at);
  const ofDoctor = sql`from consult_order o where o.tenant_id = ${hospitalId} and o.doctor_id = a.id`;
  const { rows } = await db.execute<Row>(sql`
with requested as materialized (
  select * from unnest(string_to_array(${ids.join(',')}, ',')::bigint[], string_to_array(${upTo}, ',')::bigint[]) as a(id, up_to)
)
select a.id as who, c.what, c.orders from requested a, lateral (
  select o.status::text as what, count(*)::int as orders ${ofDoctor} and o.end_time > a.up_to group by o.status
  union all
  select o.status::text, count(*)::int ${ofDoctor} and o.end_time is null group by o.status
  union all
  select 'today', count(*)::int ${ofDoctor} and o.accept_time >= ${midnight}::bigint
  union all
  select 'waiting', count(*)::int from consult_order o
  where o.tenant_id = ${hospitalId} and o.requested_doctor_id = a.id and o.status = ${awaiting}::int
) c
union all
select null, 'waiting', count(*)::int from consult_order
where tenant_id = ${hospitalId} and status = ${awaiting}::int and requested_doctor_id is null`);
  const waiting = rows.find(({ who, what }) => who === null && what === 'waiting')?.orders ?? 0;
  const byDoctor = new Map(
    ids.map((id): [string, Counts] => {
      const { finished = 0, cancelled = 0, others = 0 } = ended.get(id) ?? {};
      return [id, { waiting, active: 0, finished, cancelled, others, today: 0 }];
    }),
  );
  for (const { who, what, orders } of rows) {
    const mine = byDoctor.get(String(who));
    if (mine) mine[what === 'today' || what === 'waiting' ? what : kindOf(what)] += orders;
  }
  const none = { waiting, active: 0, finished: 0, cancelled: 0, others: 0, today: 0 };
  return requests.map(({ doctorId }) => byDoctor.get(doctorId) ?? none);
});

/** A doctor's counts; requests of several doctors at the same time share a statement. */
export const orderCountsOf = (store: HospitalStore, doctorId: string, at: number): Promise<Counts> =>
  loadCounts(store, { doctorId, at });
