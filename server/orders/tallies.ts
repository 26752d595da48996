import { sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { createBatchLoader } from '../db/batchLoader.ts';
import type { Db } from '../db/connection.ts';
import type { Tenanted } from '../db/tenanted.ts';

/** How many wait in the hospital, and how one doctor's orders stand; `cancelled` are all that did not come about. */
export type Counts = Record<'waiting' | 'active' | 'finished' | 'cancelled' | 'others' | 'today', number>;

type Over = Pick<Counts, 'finished' | 'cancelled' | 'others'> & {
  /** Orders that ended up to this moment are in it. */
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

/** A change that is on its way carries the time at which it began; by now it is written, or never will be. */
const settledMs = 5 * 60_000;
const keptMs = 60 * 60_000;
const mostKept = 10_000;

type Row = { who: unknown; what: string; orders: number };

/** What has ended long ago, of each doctor: nothing leaves these groups again, so it is counted once in an hour. */
const kept = new WeakMap<Db, Map<string, Over>>();

async function countOver({ db, tenantId }: Tenanted, doctorIds: readonly string[], at: number) {
  const upTo = at - settledMs;
  const { rows } = await db.execute<Row>(sql`
select doctor_id as who, status::text as what, count(*)::int as orders from consult_order
where tenant_id = ${tenantId} and doctor_id = any(string_to_array(${doctorIds.join(',')}, ',')::bigint[]) and end_time <= ${upTo}
group by doctor_id, status`);
  const over = new Map(
    doctorIds.map((id): [string, Over] => [id, { finished: 0, cancelled: 0, others: 0, upTo, until: at + keptMs }]),
  );
  for (const { who, what, orders } of rows) {
    const mine = over.get(String(who));
    const kind = kindOf(what);
    if (mine) mine[kind === 'active' ? 'others' : kind] += orders;
  }
  return over;
}

async function overFor(store: Tenanted, doctorIds: readonly string[], at: number): Promise<Map<string, Over>> {
  const all = kept.get(store.db) ?? new Map<string, Over>();
  kept.set(store.db, all);
  const nameOf = (id: string) => `${store.tenantId}/${id}`;
  const isDue = (id: string) => {
    const known = all.get(nameOf(id));
    return known === undefined || known.until <= at || known.upTo > at;
  };
  const due = doctorIds.filter(isDue);
  if (due.length > 0) {
    if (all.size + due.length > mostKept) all.clear();
    for (const [id, over] of await countOver(store, due, at)) all.set(nameOf(id), over);
  }
  return new Map(
    doctorIds.flatMap((id): [string, Over][] => {
      const over = all.get(nameOf(id));
      return over ? [[id, over]] : [];
    }),
  );
}

type Asked = { doctorId: string; at: number };

const counts = createBatchLoader<Asked, Counts>(async (store, asked) => {
  const { db, tenantId } = store;
  const at = Math.max(...asked.map(({ at }) => at));
  const ids = [...new Set(asked.map(({ doctorId }) => doctorId))];
  const over = await overFor(store, ids, at);
  const upTo = ids.map((id) => over.get(id)?.upTo ?? 0).join(',');
  const midnight = new Date(at).setHours(0, 0, 0, 0);
  const ofDoctor = sql`from consult_order o where o.tenant_id = ${tenantId} and o.doctor_id = a.id`;
  const { rows } = await db.execute<Row>(sql`
with asked as materialized (
  select * from unnest(string_to_array(${ids.join(',')}, ',')::bigint[], string_to_array(${upTo}, ',')::bigint[]) as a(id, up_to)
)
select a.id as who, c.what, c.orders from asked a, lateral (
  select o.status::text as what, count(*)::int as orders ${ofDoctor} and o.end_time > a.up_to group by o.status
  union all
  select o.status::text, count(*)::int ${ofDoctor} and o.end_time is null group by o.status
  union all
  select 'today', count(*)::int ${ofDoctor} and o.accept_time >= ${midnight}::bigint
) c
union all
select null, 'waiting', count(*)::int from consult_order where tenant_id = ${tenantId} and status = ${awaiting}::int`);
  const waiting = rows.find(({ what }) => what === 'waiting')?.orders ?? 0;
  const byDoctor = new Map(
    ids.map((id): [string, Counts] => {
      const { finished = 0, cancelled = 0, others = 0 } = over.get(id) ?? {};
      return [id, { waiting, active: 0, finished, cancelled, others, today: 0 }];
    }),
  );
  for (const { who, what, orders } of rows) {
    const mine = byDoctor.get(String(who));
    if (mine) mine[what === 'today' ? 'today' : kindOf(what)] += orders;
  }
  const none = { waiting, active: 0, finished: 0, cancelled: 0, others: 0, today: 0 };
  return asked.map(({ doctorId }) => byDoctor.get(doctorId) ?? none);
});

/** Counts for a doctor's desk, asked for all doctors who ask at the same time. */
export const countsOf = (store: Tenanted, doctorId: string, at: number): Promise<Counts> =>
  counts(store, { doctorId, at });
