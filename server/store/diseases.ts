import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { Disease, pageDiseases } from '../../contract/http/disease.ts';
import type { Language, Staff } from '../policies/staff.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { diagnosis, doctorDisease } from './schema/drug.ts';
import { anywhere, contains, pageOf } from './search.ts';
import type { UnitOfWork } from './unitOfWork.ts';

type Query = z.output<(typeof pageDiseases)['query']>;

const onWire = (
  { id, code, name, nameEn, pinyin }: typeof diagnosis.$inferSelect,
  language: Language,
): z.input<typeof Disease> => ({ id, code, pinyin, name: language === 'en' && nameEn !== '' ? nameEn : name });

/** What begins with the typed text comes before what only contains it. */
function closest(typed: string): SQL {
  const begins = anywhere(typed).slice(1);
  const { name, nameEn, pinyin, code } = diagnosis;
  return sql`case when ${name} ilike ${begins} or ${nameEn} ilike ${begins} or ${pinyin} ilike ${begins} or ${code} ilike ${begins} then 0 else 1 end`;
}

/** The diagnoses of the ICD-10 list, and those that a doctor keeps at hand. */
export function createDiseases({ uow, now }: { uow: UnitOfWork; now: () => number }) {
  return {
    /** By name in either language, pinyin initials or code. */
    async page({ tenantId, language }: Staff, { name = '', code = '', ...page }: Query) {
      const { db, own } = uow.read(tenantId);
      const typed = name.trim();
      const { name: chinese, nameEn, pinyin, searchText } = diagnosis;
      const matching = own(
        diagnosis,
        typed === '' ? undefined : contains(typed, chinese, nameEn, pinyin, searchText, diagnosis.code),
        code.trim() === '' ? undefined : contains(code, diagnosis.code),
      );
      const { limit, offset } = pageOf(page);
      const rows = await db
        .select()
        .from(diagnosis)
        .where(matching)
        .orderBy(...(typed === '' ? [] : [closest(typed)]), asc(diagnosis.code))
        .limit(limit)
        .offset(offset);
      return { list: rows.map((row) => onWire(row, language)), total: await db.$count(diagnosis, matching) };
    },

    /** Keeps a diagnosis at hand; one that is kept already is answered again. */
    async keep(by: Staff, diseaseWesternId: string): Promise<Outcome<string>> {
      return uow.run(by.tenantId, async (tx) => {
        const { tenantId } = tx;
        if (!(await tx.first(diagnosis, eq(diagnosis.id, diseaseWesternId)))) return refused(Code.notFound);
        const kept = { tenantId, doctorId: by.id, diseaseWesternId, createTime: now() };
        const [added] = await tx.db.insert(doctorDisease).values(kept).onConflictDoNothing().returning();
        const mine = and(eq(doctorDisease.doctorId, by.id), eq(doctorDisease.diseaseWesternId, diseaseWesternId));
        const row = added ?? (await tx.first(doctorDisease, mine));
        return row ? done(row.id) : refused(Code.notFound);
      });
    },

    async kept(by: Staff) {
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

    async forget(by: Staff, id: string): Promise<Outcome<true>> {
      return uow.run(by.tenantId, async (tx) => {
        const gone = await tx.remove(doctorDisease, eq(doctorDisease.id, id), eq(doctorDisease.doctorId, by.id));
        return gone.length > 0 ? done(true) : refused(Code.notFound);
      });
    },
  };
}

export type Diseases = ReturnType<typeof createDiseases>;
