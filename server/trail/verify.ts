import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { trailSeal, trailSealer } from '../db/schema/trail.ts';
import {
  chainOver,
  chainStart,
  type RawRow,
  readSealedRow,
  type SealContent,
  sealedColumns,
  signatureOf,
} from './chain.ts';
import { kindOfLetter } from './kinds.ts';
import { createRemovals, type Removals } from './removals.ts';
import { isOutside, type SealKeys } from './sealKeys.ts';

/** What is wrong at the first place of a chain that does not verify. */
export type BreakKind =
  | 'changed'
  | 'removed'
  | 'reordered'
  | 'inserted'
  | 'seal changed'
  | 'seal removed'
  | 'seal not signed';

/** `seq` is the place in the chain; `rowId` the row of the trail. */
export type Break = { kind: BreakKind; seq: number | null; rowId: string | null };

export type Verified = {
  hospitalId: string;
  sealed: number;
  /** Rows that were committed in the last seconds. */
  unsealed: number;
  /** Rows that the retention job has removed. */
  expired: number;
  firstTime: number | null;
  lastTime: number | null;
  head: string;
  /** The last place that is signed with a key outside the database. */
  signedOutside: number;
  /** The place of the given earlier head; null if the chain does not contain it. */
  headAt: number | null;
  broken: Break | null;
};

type Needs = { db: Db; keys: SealKeys; now: () => number };
type Seal = typeof trailSeal.$inferSelect;

/** Rows in memory at a time. */
const pageRows = 5_000;

/** The next seals of a chain, with about `pageRows` rows. */
async function nextSeals(db: Db, hospitalId: string, after: { number: number; seq: number }): Promise<Seal[]> {
  const later = [eq(trailSeal.tenantId, hospitalId), gt(trailSeal.number, after.number)];
  const page = (...more: SQL[]) =>
    db
      .select()
      .from(trailSeal)
      .where(and(...later, ...more))
      .orderBy(asc(trailSeal.number));
  const seals = await page(lt(trailSeal.firstSeq, after.seq + pageRows)).limit(pageRows);
  return seals.length > 0 ? seals : page().limit(1);
}

async function storedRows(db: Db, hospitalId: string, ids: readonly string[]) {
  const { rows } = await db.execute<RawRow>(sql`
    select ${sealedColumns} from audit_trail
    where id = any(string_to_array(${ids.join(',')}, ',')::bigint[]) and tenant_id + 0 = ${hospitalId}::bigint`);
  return new Map(rows.map((row) => [row.id, readSealedRow(row)]));
}

/** Checks a seal against the end of the chain before it. */
function checkSeal(keys: SealKeys, seal: Seal, content: SealContent, before: Progress): BreakKind | null {
  const { number, firstSeq, rows, previous, hash, keyId, signature } = seal;
  const key = keys.all.get(keyId);
  if (number !== before.number + 1 || firstSeq !== before.seq + 1)
    return number > before.number + 1 ? 'seal removed' : 'seal changed';
  if (previous !== before.head || hash !== chainOver(previous, content)) return 'seal changed';
  if ([content.ids, content.times, content.hashes].some(({ length }) => length !== rows)) return 'seal changed';
  // Once a key outside the database has signed, the one inside it proves nothing any more.
  const isWeaker = before.signedOutside > 0 && !isOutside(keyId);
  return key === undefined || isWeaker || signature !== signatureOf(key, seal) ? 'seal not signed' : null;
}

type Progress = { number: number; seq: number; head: string; signedOutside: number };

/** Rows that no seal covers, the oldest first. */
async function uncoveredRows(db: Db, hospitalId: string, limit: number): Promise<{ id: string }[]> {
  const sealed = sql`select from (select unnest(ids) as id from trail_seal where tenant_id = ${hospitalId}::bigint) s where s.id = t.id`;
  return db.transaction(async (tx) => {
    // It reads the whole trail at once, which may take longer than a call may.
    await tx.execute(sql`set local statement_timeout = 0`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select t.id::text as id from audit_trail t
      where t.tenant_id = ${hospitalId}::bigint and not exists (${sealed}) order by t.id limit ${limit}`);
    return rows;
  });
}

/** Verifies the chain of one hospital up to its first break. `earlierHead` is a head that was noted before. */
async function verifyHospital(needs: Needs, hospitalId: string, earlierHead: string | null): Promise<Verified> {
  const { db, keys, now } = needs;
  const removals = createRemovals(db, hospitalId, now);
  let at: Progress = { number: 0, seq: 0, head: chainStart(hospitalId), signedOutside: 0 };
  const result: Verified = {
    hospitalId,
    sealed: 0,
    unsealed: 0,
    expired: 0,
    firstTime: null,
    lastTime: null,
    head: at.head,
    signedOutside: 0,
    headAt: null,
    broken: null,
  };
  const settledId = (await db.select().from(trailSealer))[0]?.settledId ?? '0';
  while (result.broken === null) {
    const seals = await nextSeals(db, hospitalId, at);
    if (seals.length === 0) break;
    const rows = await storedRows(
      db,
      hospitalId,
      seals.flatMap(({ ids }) => ids.map(String)),
    );
    for (const seal of seals) {
      const content = {
        ...seal,
        ids: seal.ids.map(String),
        times: seal.times.map(Number),
        hashes: seal.hashes.split(' '),
      };
      const wrong = checkSeal(keys, seal, content, at);
      if (wrong !== null) result.broken = { kind: wrong, seq: at.seq + 1, rowId: null };
      else result.broken = await checkRows(content, rows, removals, seal.firstSeq, result);
      if (result.broken !== null) break;
      const seq = at.seq + seal.rows;
      at = { number: seal.number, seq, head: seal.hash, signedOutside: isOutside(seal.keyId) ? seq : at.signedOutside };
      result.firstTime ??= content.times[0] ?? null;
      result.lastTime = content.times.at(-1) ?? null;
      if (seal.hash === earlierHead) result.headAt = seq;
    }
    Object.assign(result, { sealed: at.seq, head: at.head, signedOutside: at.signedOutside });
  }
  if (result.broken !== null) return result;
  const uncovered = await uncoveredRows(db, hospitalId, 100_000);
  result.unsealed = uncovered.length;
  const [oldest] = uncovered;
  // The sealer passes rows only once they can no longer be missed, so a row behind it was inserted by other means.
  if (oldest && BigInt(oldest.id) <= BigInt(settledId))
    result.broken = { kind: 'inserted', seq: null, rowId: oldest.id };
  return result;
}

/** Compares the rows of a seal with those stored. */
async function checkRows(
  { ids, kinds, times, hashes }: SealContent,
  stored: Awaited<ReturnType<typeof storedRows>>,
  removals: Removals,
  firstSeq: number,
  result: Verified,
): Promise<Break | null> {
  for (const [n, rowId] of ids.entries()) {
    const row = stored.get(rowId);
    const place = { seq: firstSeq + n, rowId };
    if (row === undefined) {
      const kind = kindOfLetter(kinds[n] ?? '');
      if (!(await removals.isExpired(kind, times[n] ?? Number.POSITIVE_INFINITY))) return { kind: 'removed', ...place };
      result.expired += 1;
    } else if (row.hash !== hashes[n]) return { kind: hashes.includes(row.hash) ? 'reordered' : 'changed', ...place };
  }
  return null;
}

/** Verifies the chains of one or all hospitals; rows are read in pages. */
export async function* verifyTrail(
  needs: Needs,
  { hospitalId, head }: { hospitalId: string | null; head: string | null },
): AsyncGenerator<Verified> {
  // A hospital whose row is gone still has its chain.
  const { rows } = await needs.db.execute<{ id: string }>(sql`
    select id::text as id from (select id from tenant union select tenant_id from trail_seal) hospitals order by hospitals.id`);
  for (const { id } of rows) if (hospitalId === null || id === hospitalId) yield await verifyHospital(needs, id, head);
}
