import { eq, gt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { createBatchLoader } from '../db/batchLoader.ts';
import { catalogueChange } from '../db/schema/drugs.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { type Change, createTextIndex, type Found, type TextIndex } from './textIndex.ts';

/** Rows that were changed after the one with this revision. */
export const changedAfter = (table: { revision: AnyPgColumn }, revision: number): SQL => gt(table.revision, revision);

type Rows<Row> = (store: Tenanted, after: number, limit: number) => Promise<Row[]>;

type Needs<Row> = {
  readonly uow: UnitOfWork;
  readonly now: () => number;
  /** The table, as catalogueChange calls it. */
  readonly table: 'drug' | 'diagnosis';
  /** The hospital's rows after a revision, in the order of their revisions. */
  readonly read: Rows<Row>;
  readonly changeOf: (row: Row) => Change;
};

type Wanted = Parameters<TextIndex['search']>[0];
type State = { changes: number; cleared: number };
type Kept = { index: TextIndex; revision: number; upTo: State; usedAt: number; turn: Promise<unknown> };

/** One statement reads so many rows: few enough that other statements of an embedded database hardly wait for it. */
const rowsAtOnce = 250;
/** The index of a hospital where nobody searches any more is forgotten after this. */
const keptMs = 3_600_000;

/** Before all revisions and counts. */
const beginning = -1;

/**
 * Searches a table of names in memory, so that the database only reads the rows that are shown. Each search first asks how
 * often the table has been changed, and reads what is new: it knows every change that was committed before it,
 * whichever process made it. The index of a hospital is built when somebody there first searches.
 */
export function createCatalogue<Row extends { revision: number }>({ uow, now, table, read, changeOf }: Needs<Row>) {
  const kept = new Map<string, Kept>();

  const stateOf = createBatchLoader<null, State>(async ({ db }, keys) => {
    const [state] = await db.select().from(catalogueChange).where(eq(catalogueChange.name, table));
    return keys.map(() => state ?? { changes: 0, cleared: 0 });
  });

  function keptFor(tenantId: string): Kept {
    for (const [other, { usedAt }] of kept) if (usedAt < now() - keptMs) kept.delete(other);
    const known = kept.get(tenantId);
    if (known) return known;
    const upTo = { changes: beginning, cleared: 0 };
    const fresh = { index: createTextIndex(), revision: beginning, upTo, usedAt: now(), turn: Promise.resolve() };
    kept.set(tenantId, fresh);
    return fresh;
  }

  async function catchUp(store: Tenanted, of: Kept, wanted: State): Promise<void> {
    if (of.upTo.changes >= wanted.changes) return;
    // Removed rows leave no number behind: what was read before they went is read anew.
    const isStale = of.upTo.cleared < wanted.cleared;
    const target = isStale ? createTextIndex() : of.index;
    let after = isStale ? beginning : of.revision;
    for (let rows = await read(store, after, rowsAtOnce); rows.length > 0; ) {
      await target.apply(
        (function* () {
          for (const row of rows) yield changeOf(row);
        })(),
      );
      after = rows.at(-1)?.revision ?? after;
      rows = rows.length < rowsAtOnce ? [] : await read(store, after, rowsAtOnce);
    }
    Object.assign(of, { index: target, revision: after, upTo: wanted });
  }

  /** The index with every change that is committed now. */
  async function current(tenantId: string): Promise<TextIndex> {
    const store = uow.read(tenantId);
    const wanted = await stateOf(store, null);
    const of = keptFor(tenantId);
    of.usedAt = now();
    if (of.upTo.changes < wanted.changes) {
      const turn = of.turn.then(
        () => catchUp(store, of, wanted),
        () => catchUp(store, of, wanted),
      );
      of.turn = turn;
      await turn;
    }
    return of.index;
  }

  return {
    /** Begins to read what is new, for a search that will soon follow; that search meets and reports a failure. */
    prepare: (tenantId: string): void => void current(tenantId).catch(() => undefined),
    search: async (tenantId: string, wanted: Wanted): Promise<Found> => (await current(tenantId)).search(wanted),
  };
}
