import { and, asc, desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { Disease, pageDiseases } from '../../contract/http/disease.ts';
import type { Language, Staff } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { diagnosis, doctorDisease } from '../db/schema/drugs.ts';
import { inOrderOf, pageOf } from '../db/textSearch.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { changedAfter, createCatalogue } from '../search/catalogue.ts';
import { spellings } from '../search/pinyin.ts';
import type { Change } from '../search/textIndex.ts';

type Query = z.output<(typeof pageDiseases)['query']>;

const onWire = (
  { id, code, name, nameEn, pinyin }: typeof diagnosis.$inferSelect,
  language: Language,
): z.input<typeof Disease> => ({ id, code, pinyin, name: inLanguage(language, name, nameEn) });

const searched = {
  id: diagnosis.id,
  revision: diagnosis.revision,
  code: diagnosis.code,
  pinyin: diagnosis.pinyin,
  name: diagnosis.name,
  nameEn: diagnosis.nameEn,
  searchText: diagnosis.searchText,
};
type Searched = Pick<typeof diagnosis.$inferSelect, keyof typeof searched>;

/** A prefix of codes in the index, for searches that match only codes. */
const codeMark = '=';

/** Digits of a name's length in the sort key. */
const lengthDigits = 3;

/**
 * The searchable fields of a diagnosis: its code, with and without the point, its names in both languages, its everyday names,
 * and the spellings of all Chinese ones. Matches of equal rank are sorted by the length of the name, because the shorter name
 * is the more general diagnosis: pneumonia comes before the pneumonias of each organism.
 */
const changeOf = ({ id, code, name, nameEn, pinyin, searchText }: Searched): Change => {
  const words = searchText.split('\n');
  return {
    id,
    sortKey: `${String(name.length).padStart(lengthDigits, '0')}${code}`,
    places: [],
    fields: [
      code,
      code.replace('.', ''),
      codeMark + code,
      name,
      nameEn,
      pinyin,
      ...words,
      ...[name, ...words].flatMap(spellings),
    ],
  };
};

/** The diagnoses of the ICD-10 list, and each doctor's favourites among them. */
export function createDiseases({ uow, now }: { uow: UnitOfWork; now: () => number }) {
  const catalogue = createCatalogue<Searched>({
    uow,
    now,
    table: 'diagnosis',
    changeOf,
    read: ({ db, own }, after, limit) =>
      db
        .select(searched)
        .from(diagnosis)
        .where(own(diagnosis, changedAfter(diagnosis, after)))
        .orderBy(asc(diagnosis.revision))
        .limit(limit),
  });

  return {
    /** Searches names in memory; `code` is a prefix of the codes. */
    async page({ tenantId, language }: Staff, { name = '', code = '', ...page }: Query) {
      const begins = code.replace(/\s/g, '');
      const typed = begins === '' ? name : `${name} ${codeMark}${begins}`;
      const { ids, total } = await catalogue.search(tenantId, { typed, ...pageOf(page) });
      const rows = await uow.read(tenantId).named(diagnosis, ids);
      return { list: inOrderOf(ids, rows, ({ id }) => id).map((row) => onWire(row, language)), total };
    },

    /** Adds a favourite; for an existing one it returns the same id. */
    async addFavourite(by: Staff, diseaseWesternId: string): Promise<Outcome<string>> {
      return uow.run(by.tenantId, async (tx) => {
        const { tenantId } = tx;
        if (!(await tx.first(diagnosis, eq(diagnosis.id, diseaseWesternId)))) return refused(Code.notFound);
        const favourite = { tenantId, doctorId: by.id, diseaseWesternId, createTime: now() };
        const [added] = await tx.db.insert(doctorDisease).values(favourite).onConflictDoNothing().returning();
        const mine = and(eq(doctorDisease.doctorId, by.id), eq(doctorDisease.diseaseWesternId, diseaseWesternId));
        const row = added ?? (await tx.first(doctorDisease, mine));
        return row ? done(row.id) : refused(Code.notFound);
      });
    },

    async favourites(by: Staff) {
      catalogue.prepare(by.tenantId);
      const { db, own } = uow.read(by.tenantId);
      const rows = await db
        .select({ disease: diagnosis, id: doctorDisease.id })
        .from(doctorDisease)
        .innerJoin(
          diagnosis,
          and(eq(diagnosis.id, doctorDisease.diseaseWesternId), eq(diagnosis.tenantId, doctorDisease.tenantId)),
        )
        .where(own(doctorDisease, eq(doctorDisease.doctorId, by.id)))
        .orderBy(desc(doctorDisease.createTime), desc(doctorDisease.id));
      return rows.map(({ disease, id }) => ({ ...onWire(disease, by.language), doctorDiseaseWesternId: id }));
    },

    async removeFavourite(by: Staff, id: string): Promise<Outcome<true>> {
      return uow.run(by.tenantId, async (tx) => {
        const removed = await tx.remove(doctorDisease, eq(doctorDisease.id, id), eq(doctorDisease.doctorId, by.id));
        return removed.length > 0 ? done(true) : refused(Code.notFound);
      });
    },
  };
}
