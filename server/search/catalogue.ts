import { eq, gt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { createBatchLoader } from '../db/batchLoader.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { catalogueChange } from '../db/schema/drugs.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { type Change, createTextIndex, type Found, type TextIndex } from './textIndex.ts';

/** Rows that were changed after this revision. */
export const changedAfter = (table: { revision: AnyPgColumn }, revision: number): SQL => gt(table.revision, revision);

type Rows<Row> = (store: HospitalStore, after: number, limit: number) => Promise<Row[]>;

type Needs<Row> = {
  readonly uow: UnitOfWork;
  readonly now: () => number;
  /** The table's name in catalogueChange. */
  readonly table: 'drug' | 'diagnosis';
  /** Reads the hospital's rows after a revision, in order of revision. */
  readonly read: Rows<Row>;
  readonly changeOf: (row: Row) => Change;
  /** How many orders its entries have keys for; one if not given. */
  readonly orderCount?: number;
};

type Wanted = Parameters<TextIndex['search']>[0];
type State = { changes: number; cleared: number };
type CachedIndex = { index: TextIndex; revision: number; upTo: State; usedAt: number; updating: Promise<unknown> };

/** Rows per statement, few enough that other statements of the embedded database hardly wait. */
const maxRows = 250;
/** An unused index is dropped after this. */
const cacheMs = 3_600_000;

/** Less than every revision and count. */
const beginning = -1;

/**
 * Searches a table of names in memory, so that the database reads only the rows of the page. Each search first reads the
 * table's change count and then the new rows, so it includes every change that was committed before it by any process. A
 * hospital's index is built at its first search.
 */
export function createCatalogue<Row extends { revision: number }>(needs: Needs<Row>) {
  const { uow, now, table, read, changeOf, orderCount = 1 } = needs;
  const cache = new Map<string, CachedIndex>();

  const stateOf = createBatchLoader<null, State>(async ({ db }, keys) => {
    const [state] = await db.select().from(catalogueChange).where(eq(catalogueChange.name, table));
    return keys.map(() => state ?? { changes: 0, cleared: 0 });
  });

  function indexFor(hospitalId: string): CachedIndex {
    for (const [other, { usedAt }] of cache) if (usedAt < now() - cacheMs) cache.delete(other);
    const known = cache.get(hospitalId);
    if (known) return known;
    const upTo = { changes: beginning, cleared: 0 };
    const created = {
      index: createTextIndex(orderCount),
      revision: beginning,
      upTo,
      usedAt: now(),
      updating: Promise.resolve(),
    };
    cache.set(hospitalId, created);
    return created;
  }

  async function update(store: HospitalStore, cached: CachedIndex, wanted: State): Promise<void> {
    if (cached.upTo.changes >= wanted.changes) return;
    // Removed rows leave no revision, so after a removal the whole index is built again.
    const isStale = cached.upTo.cleared < wanted.cleared;
    const target = isStale ? createTextIndex(orderCount) : cached.index;
    let after = isStale ? beginning : cached.revision;
    for (let rows = await read(store, after, maxRows); rows.length > 0; ) {
      await target.apply(
        (function* () {
          for (const row of rows) yield changeOf(row);
        })(),
      );
      after = rows.at(-1)?.revision ?? after;
      rows = rows.length < maxRows ? [] : await read(store, after, maxRows);
    }
    Object.assign(cached, { index: target, revision: after, upTo: wanted });
  }

  /** The index with every change that is committed by now. */
  async function current(hospitalId: string): Promise<TextIndex> {
    const store = uow.read(hospitalId);
    const wanted = await stateOf(store, null);
    const cached = indexFor(hospitalId);
    cached.usedAt = now();
    if (cached.upTo.changes < wanted.changes) {
      const updating = cached.updating.then(
        () => update(store, cached, wanted),
        () => update(store, cached, wanted),
      );
      cached.updating = updating;
      await updating;
    }
    return cached.index;
  }

  return {
    /** Starts to update the index before an expected search; a failure is reported by that search. */
    prepare: (hospitalId: string): void => void current(hospitalId).catch(() => undefined),
    search: async (hospitalId: string, wanted: Wanted): Promise<Found> => (await current(hospitalId)).search(wanted),
  };
}
