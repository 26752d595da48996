import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/dictionaries.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { dictData } from '../db/schema/tenants.ts';
import { changing } from './changes.ts';
import { fixedReason } from './policy.ts';
import { dictionaryEntries } from './queries.ts';
import { type DictionaryName, dictionaryOnWire } from './wire.ts';

type Needs = { dictionaryNames: readonly DictionaryName[] };

const isFixed = (dictType: string) => fixedReason(dictType) !== null;
const dictionaryFixed = refusedWith(Code.forbidden, 'dictionaryFixed');

/** Runs a change of the dictionaries, which the hospital's workstations then load again. */
const changingLists = <T>(context: CallContext, entityId: string | null, work: Parameters<typeof changing<T>>[2]) =>
  changing<T>(context, { entity: 'dictionary', entityId }, (tx, note) =>
    work(tx, async (id, detail) => {
      await note(id, detail);
      tx.announce({ type: 'hospital.changed', part: 'dictionaries' });
    }),
  );

/** Every dictionary with its entries. */
export const listDictionaries =
  ({ dictionaryNames }: Needs) =>
  async (
    _: unknown,
    { store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof contract.listDictionaries>>> => {
    const entries = await dictionaryEntries(store);
    return done(dictionaryNames.map((one) => dictionaryOnWire(one, entries, language)));
  };

/** Adds an entry or changes the labels of one. Values never change and never go, because stored rows have them. */
export const saveEntry =
  ({ dictionaryNames }: Needs) =>
  (
    { dictType, id, ...labels }: RequestOf<typeof contract.saveDictEntry>,
    context: CallContext,
  ): Promise<Outcome<{ id: string }>> =>
    changingLists(context, id, async (tx, note) => {
      if (!dictionaryNames.some(({ type }) => type === dictType)) return refused(Code.notFound);
      if (isFixed(dictType)) return dictionaryFixed;
      const written = { label: labels.label.trim(), labelEn: labels.labelEn.trim() };
      if (id !== null) {
        const [changed] = await tx.change(dictData, written, eq(dictData.id, id), eq(dictData.dictType, dictType));
        if (!changed) return refused(Code.notFound);
        await note(id, { dictType });
        return done({ id });
      }
      // Locks the entries, so that two administrators cannot add the same value.
      const isIts = tx.own(dictData, eq(dictData.dictType, dictType));
      const rows = await tx.db.select().from(dictData).where(isIts).for('update');
      const value = String(Math.max(0, ...rows.map((row) => Number(row.value) || 0)) + 1);
      const sort = Math.max(0, ...rows.map((row) => row.sort)) + 1;
      const added = await tx.add(dictData, { dictType, value, sort, ...written });
      await note(added.id, { dictType, value });
      return done({ id: added.id });
    });

/** Puts all entries of a dictionary in an order. */
export const arrangeEntries = (
  { dictType, ids }: RequestOf<typeof contract.arrangeDictionary>,
  context: CallContext,
): Promise<Outcome<true>> =>
  changingLists(context, null, async (tx, note) => {
    if (isFixed(dictType)) return dictionaryFixed;
    const rows = await tx.rows(dictData, eq(dictData.dictType, dictType));
    const isWhole = rows.length === ids.length && rows.every(({ id }) => ids.some((one) => one === id));
    if (!isWhole) return refusedWith(Code.duplicateRequest, 'entriesChanged');
    for (const [at, id] of ids.entries()) await tx.change(dictData, { sort: at + 1 }, eq(dictData.id, id));
    await note(null, { dictType });
    return done(true);
  });

/** Takes an entry out of new choices, or puts it back. */
export const retireEntry = (
  { id, retired }: RequestOf<typeof contract.retireDictEntry>,
  context: CallContext,
): Promise<Outcome<true>> =>
  changingLists(context, id, async (tx, note) => {
    const entry = await tx.locked(dictData, eq(dictData.id, id));
    if (!entry) return refused(Code.notFound);
    if (isFixed(entry.dictType)) return dictionaryFixed;
    await tx.change(dictData, { disabled: retired }, eq(dictData.id, id));
    await note(id, { dictType: entry.dictType, value: entry.value, retired });
    return done(true);
  });
