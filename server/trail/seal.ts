import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { isWithin } from '../db/elapsed.ts';
import { trailSeal, trailSealer } from '../db/schema/trail.ts';
import type { Log } from '../log.ts';
import {
  chainOver,
  chainStart,
  contentOf,
  type RawRow,
  readSealedRow,
  type SealedRow,
  sealedColumns,
  signatureOf,
} from './chain.ts';
import type { SealKeys } from './sealKeys.ts';

type Needs = { db: Db; keys: SealKeys; now: () => number; log: Pick<Log, 'info'> };

/** Rows of one hospital in one seal at most. */
const maxRows = 1_000;
/** Rows that one transaction looks through at most, so that no backlog makes a statement longer. */
const maxPass = 2_000;
/** An arbitrary id of an advisory lock: one process of the cluster seals at a time. */
const sealingLock = 7_402_117;
/** A row takes its id a moment before its transaction is visible to others. */
const becomesVisibleMs = 30_000;
const headLogMs = 3_600_000;

type State = typeof trailSealer.$inferSelect & { xmin: string; xmax: string };

/** What one transaction sealed, up to `endId` or, where it is null, to the last row; and the state before the first one. */
type Pass = {
  sealed: number;
  endId: string | null;
  heads: { hospitalId: string; rows: number; head: string }[];
  first: State;
};

const beginning = { id: 1, settledId: '0', pendingId: '0', pendingXmax: '0', pendingTime: 0 };

async function readState(tx: Db): Promise<State | null> {
  const { rows } = await tx.execute<{ locked: boolean; xmin: string; xmax: string }>(sql`
    select pg_try_advisory_xact_lock(${sealingLock}) as locked,
      pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax`);
  const [seen] = rows;
  if (!seen?.locked) return null;
  const [stored] = await tx.select().from(trailSealer);
  return { ...(stored ?? beginning), xmin: seen.xmin, xmax: seen.xmax };
}

/** The id of the last row that one pass looks through; null when no more than a pass is left. */
async function endOfPass(tx: Db, afterId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text from audit_trail where id > ${afterId}::bigint order by audit_trail.id offset ${maxPass - 1} limit 1`);
  return rows[0]?.id ?? null;
}

/** The rows between two ids that no seal covers, in the order of their ids. */
async function unsealedRows(tx: Db, afterId: string, endId: string | null): Promise<SealedRow[]> {
  const isBefore = (id: SQL) => (endId === null ? sql`true` : sql`${id} <= ${endId}::bigint`);
  const seals = sql`select unnest(ids) as id from trail_seal where max_id > ${afterId}::bigint and ${isBefore(sql`ids[1]`)}`;
  const { rows } = await tx.execute<RawRow>(sql`
    select ${sealedColumns} from audit_trail where id > ${afterId}::bigint and ${isBefore(sql`id`)}
      and not exists (select from (${seals}) s where s.id = audit_trail.id) order by audit_trail.id`);
  return rows.map(readSealedRow);
}

function byHospital(rows: readonly SealedRow[]): Map<string, SealedRow[]> {
  const grouped = new Map<string, SealedRow[]>();
  for (const row of rows) {
    const own = grouped.get(row.hospitalId) ?? [];
    grouped.set(row.hospitalId, own);
    own.push(row);
  }
  return grouped;
}

/**
 * Seals new trail rows into the hash chain of their hospital. Rows are inserted without a chain, in the transaction of what
 * they record, because a lock on the chain's end would make every call of a hospital wait for the others.
 */
export function createSealer({ db, keys, now, log }: Needs) {
  const loggedAt = new Map<string, number>();

  async function sealRows(tx: Db, hospitalId: string, rows: readonly SealedRow[]) {
    const [last] = await tx
      .select()
      .from(trailSeal)
      .where(eq(trailSeal.tenantId, hospitalId))
      .orderBy(desc(trailSeal.number))
      .limit(1);
    let number = last ? last.number + 1 : 1;
    let firstSeq = last ? last.firstSeq + last.rows : 1;
    let previous = last?.hash ?? chainStart(hospitalId);
    const time = now();
    for (let at = 0; at < rows.length; at += maxRows) {
      const content = contentOf(rows.slice(at, at + maxRows));
      const { ids, kinds, times, hashes } = content;
      const place = {
        tenantId: hospitalId,
        number,
        firstSeq,
        rows: ids.length,
        previous,
        hash: chainOver(previous, content),
        time,
      };
      await tx.insert(trailSeal).values({
        ...place,
        ids: [...ids],
        maxId: ids.at(-1) ?? '0',
        kinds,
        times: [...times],
        hashes: hashes.join(' '),
        keyId: keys.current.id,
        signature: signatureOf(keys.current, place),
      });
      number += 1;
      firstSeq += ids.length;
      previous = place.hash;
    }
    return { rows: firstSeq - 1, head: previous };
  }

  /**
   * Rolled-back rows leave gaps in the ids, so an id is passed only once every earlier transaction has ended. Rows
   * up to `sealedTo` are sealed now; null means every row. It does not wait for a pass that reaches the last row, because
   * under steady writing there is none, and each pass would look through more rows than the one before.
   */
  async function advance(tx: Db, state: State, sealedTo: string | null) {
    const { settledId, pendingId, pendingXmax, pendingTime, xmin, xmax } = state;
    if (sealedTo !== null && BigInt(sealedTo) < BigInt(pendingId)) return;
    // Transaction numbers start again in a database that was restored into a new server.
    const isForeign = BigInt(pendingXmax) > BigInt(xmax);
    const at = now();
    const haveEnded = BigInt(xmin) >= BigInt(pendingXmax) && Math.abs(at - pendingTime) >= becomesVisibleMs;
    if (!haveEnded && !isForeign) return;
    // In one statement: whoever took a lower id has a transaction before this end, or is about to get one.
    const { rows } = await tx.execute<{ id: string; end: string }>(sql`
      select coalesce(max(id), 0)::text as id, pg_snapshot_xmax(pg_current_snapshot())::text as "end" from audit_trail`);
    const { id: newest = '0', end = xmax } = rows[0] ?? {};
    if (newest === pendingId && (isForeign || settledId === pendingId)) return;
    const next = {
      settledId: isForeign ? settledId : pendingId,
      pendingId: BigInt(newest) > BigInt(pendingId) ? newest : pendingId,
      pendingXmax: end,
      pendingTime: at,
    };
    await tx
      .insert(trailSealer)
      .values({ id: 1, ...next })
      .onConflictDoUpdate({ target: trailSealer.id, set: next });
  }

  /** Seals one pass of the rows after the one that `last` ended with; null while another process seals. */
  const pass = (last: Pass | null) =>
    db.transaction(async (tx): Promise<Pass | null> => {
      const state = await readState(tx as Db);
      if (state === null) return null;
      const afterId = last?.endId ?? state.settledId;
      const endId = await endOfPass(tx as Db, afterId);
      const rows = await unsealedRows(tx as Db, afterId, endId);
      const heads: Pass['heads'] = [];
      for (const [hospitalId, own] of byHospital(rows))
        heads.push({ hospitalId, ...(await sealRows(tx as Db, hospitalId, own)) });
      // What had ended before the first pass was visible to all of them; what ended later may lie in rows of earlier passes.
      const first = last?.first ?? state;
      if (first.pendingId === state.pendingId) await advance(tx as Db, { ...state, xmin: first.xmin }, endId);
      return { sealed: rows.length, endId, heads, first };
    });

  /** Seals all rows that are committed now. The heads in the log show later whether the end of a chain was cut off. */
  return async function seal(): Promise<number> {
    let total = 0;
    for (let done = await pass(null); done !== null; done = done.endId === null ? null : await pass(done)) {
      total += done.sealed;
      for (const { hospitalId, rows, head } of done.heads) {
        if (isWithin(now(), loggedAt.get(hospitalId) ?? 0, headLogMs)) continue;
        loggedAt.set(hospitalId, now());
        log.info('the trail is sealed', { hospitalId, rows, head });
      }
    }
    return total;
  };
}
