import { asc, eq } from 'drizzle-orm';
import type { LocalText } from '../../clinical/localText.ts';
import { Code } from '../../contract/envelope.ts';
import type {
  arrangeDictionary,
  listDictionaries,
  retireDictEntry,
  saveDictEntry,
} from '../../contract/extension/dictionaries.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { dictData } from '../db/schema/tenants.ts';
import { changing } from './changes.ts';

/** The name of a dictionary in both languages. */
export type DictionaryName = { readonly type: string; readonly name: LocalText };

/**
 * Dictionaries whose values the platform acts on: states of orders and prescriptions, ways of sending, places on the
 * screen. Another label would say something else than what happens. Departments have a section of their own.
 */
const fixed: Readonly<Record<string, 'lifeCycle' | 'channel' | 'place' | 'departments'>> = {
  consult_type: 'lifeCycle',
  consult_order_status: 'lifeCycle',
  prescription_type: 'lifeCycle',
  prescription_status: 'lifeCycle',
  prescription_audit_status: 'lifeCycle',
  sms_client_type: 'channel',
  sms_biz_type: 'channel',
  sms_scene: 'channel',
  sms_notify_optional: 'channel',
  banner_position: 'place',
  protocol_apply_type: 'place',
  hosp_standard_dept: 'departments',
};

const isFixed = (dictType: string) => Object.hasOwn(fixed, dictType);
const dictionaryFixed = refusedWith(Code.forbidden, 'dictionaryFixed');

/** A hospital's dictionaries. Values never change and never go, because stored rows have them. */
export function createDictionaries({ names }: { names: readonly DictionaryName[] }) {
  const isKnown = (dictType: string) => names.some(({ type }) => type === dictType);
  const changingLists = <T>(context: CallContext, entityId: string | null, work: Parameters<typeof changing<T>>[2]) =>
    changing<T>(context, { entity: 'dictionary', entityId }, (tx, note) =>
      work(tx, async (id, detail) => {
        await note(id, detail);
        tx.announce({ type: 'hospital.changed', part: 'dictionaries' });
      }),
    );

  return {
    async list(
      _: unknown,
      { store: { db, own }, language }: CallContext,
    ): Promise<Outcome<ReplyInputOf<typeof listDictionaries>>> {
      const rows = await db.select().from(dictData).where(own(dictData)).orderBy(asc(dictData.sort), asc(dictData.id));
      const list = names.map(({ type, name }) => ({
        dictType: type,
        name: inLanguage(language, name.zh, name.en),
        fixed: fixed[type] ?? null,
        entries: rows
          .filter(({ dictType }) => dictType === type)
          .map(({ id, value, label, labelEn, disabled }) => ({ id, value, label, labelEn, retired: disabled })),
      }));
      return done(list);
    },

    save: ({ dictType, id, ...labels }: RequestOf<typeof saveDictEntry>, context: CallContext) =>
      changingLists(context, id, async (tx, note): Promise<Outcome<{ id: string }>> => {
        if (!isKnown(dictType)) return refused(Code.notFound);
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
      }),

    arrange: ({ dictType, ids }: RequestOf<typeof arrangeDictionary>, context: CallContext) =>
      changingLists(context, null, async (tx, note): Promise<Outcome<true>> => {
        if (isFixed(dictType)) return dictionaryFixed;
        const rows = await tx.rows(dictData, eq(dictData.dictType, dictType));
        const isWhole = rows.length === ids.length && rows.every(({ id }) => ids.some((one) => one === id));
        if (!isWhole) return refusedWith(Code.duplicateRequest, 'entriesChanged');
        for (const [at, id] of ids.entries()) await tx.change(dictData, { sort: at + 1 }, eq(dictData.id, id));
        await note(null, { dictType });
        return done(true);
      }),

    retire: ({ id, retired }: RequestOf<typeof retireDictEntry>, context: CallContext) =>
      changingLists(context, id, async (tx, note): Promise<Outcome<true>> => {
        const entry = await tx.locked(dictData, eq(dictData.id, id));
        if (!entry) return refused(Code.notFound);
        if (isFixed(entry.dictType)) return dictionaryFixed;
        await tx.change(dictData, { disabled: retired }, eq(dictData.id, id));
        await note(id, { dictType: entry.dictType, value: entry.value, retired });
        return done(true);
      }),
  };
}
