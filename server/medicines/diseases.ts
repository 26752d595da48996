import { and, asc, desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/http/disease.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { diagnosis, doctorDisease } from '../db/schema/drugs.ts';
import { inOrderOf, pageOf } from '../db/textSearch.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { changedAfter, createCatalogue } from '../search/catalogue.ts';
import { codeMark, diagnosisChangeOf, type Searched, searchedDiagnosis } from './searchedDiagnoses.ts';

type Query = z.output<(typeof contract.pageDiseases)['query']>;

const onWire = (
  { id, code, name, nameEn, pinyin }: typeof diagnosis.$inferSelect,
  language: Language,
): z.input<typeof contract.Disease> => ({ id, code, pinyin, name: inLanguage(language, name, nameEn) });

/** The diagnoses of the ICD-10 list, and each doctor's favourites among them. */
export function createDiseases({ uow, now }: { uow: UnitOfWork; now: () => number }) {
  const catalogue = createCatalogue<Searched>({
    uow,
    now,
    table: 'diagnosis',
    changeOf: (row) => (row.disabled ? { id: row.id, fields: null } : diagnosisChangeOf(row)),
    read: ({ db, own }, after, limit) =>
      db
        .select(searchedDiagnosis)
        .from(diagnosis)
        .where(own(diagnosis, changedAfter(diagnosis, after)))
        .orderBy(asc(diagnosis.revision))
        .limit(limit),
  });

  return {
    /** Searches names in memory; `code` is a prefix of the codes. */
    async page({ name = '', code = '', ...page }: Query, { store, language }: CallContext) {
      const begins = code.replace(/\s/g, '');
      const typed = begins === '' ? name : `${name} ${codeMark}${begins}`;
      const { ids, total } = await catalogue.search(store.tenantId, { typed, ...pageOf(page) });
      const rows = await store.named(diagnosis, ids);
      return done({ list: inOrderOf(ids, rows, ({ id }) => id).map((row) => onWire(row, language)), total });
    },

    /** Adds a favourite; for an existing one it returns the same id. */
    addFavourite: (
      { diseaseWesternId }: RequestOf<typeof contract.createDoctorDisease>,
      { by, at, store }: CallContext,
    ): Promise<Outcome<string>> =>
      store.run(async (tx) => {
        const { tenantId } = tx;
        const isOffered = and(eq(diagnosis.id, diseaseWesternId), eq(diagnosis.disabled, false));
        if (!(await tx.first(diagnosis, isOffered))) return refused(Code.notFound);
        const favourite = { tenantId, doctorId: by.id, diseaseWesternId, createTime: at };
        const [added] = await tx.db.insert(doctorDisease).values(favourite).onConflictDoNothing().returning();
        const mine = and(eq(doctorDisease.doctorId, by.id), eq(doctorDisease.diseaseWesternId, diseaseWesternId));
        const row = added ?? (await tx.first(doctorDisease, mine));
        return row ? done(row.id) : refused(Code.notFound);
      }),

    async favourites(_: unknown, { by, store: { tenantId, db, own }, language }: CallContext) {
      catalogue.prepare(tenantId);
      const rows = await db
        .select({ disease: diagnosis, id: doctorDisease.id })
        .from(doctorDisease)
        .innerJoin(
          diagnosis,
          and(eq(diagnosis.id, doctorDisease.diseaseWesternId), eq(diagnosis.tenantId, doctorDisease.tenantId)),
        )
        .where(own(doctorDisease, eq(doctorDisease.doctorId, by.id), eq(diagnosis.disabled, false)))
        .orderBy(desc(doctorDisease.createTime), desc(doctorDisease.id));
      return done(rows.map(({ disease, id }) => ({ ...onWire(disease, language), doctorDiseaseWesternId: id })));
    },

    removeFavourite: (
      { doctorDiseaseWesternId: id }: RequestOf<typeof contract.deleteDoctorDisease>,
      { by, store }: CallContext,
    ): Promise<Outcome<true>> =>
      store.run(async (tx) => {
        const removed = await tx.remove(doctorDisease, eq(doctorDisease.id, id), eq(doctorDisease.doctorId, by.id));
        return removed.length > 0 ? done(true) : refused(Code.notFound);
      }),
  };
}
