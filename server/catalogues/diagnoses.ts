import { asc, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { pageDiagnoses, retireDiagnosis, saveDiagnosis } from '../../contract/extension/diagnoses.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { diagnosis } from '../db/schema/drugs.ts';
import { inOrderOf, pageOf } from '../db/textSearch.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { diagnosisChangeOf, type Searched, searchedDiagnosis } from '../medicines/searchedDiagnoses.ts';
import { changedAfter, createCatalogue } from '../search/catalogue.ts';
import { changedFields, changing } from './changes.ts';
import { columnsOfDiagnosis, diagnosisProblems, fieldsOfDiagnosis, normalisedDiagnosis } from './diagnosisFields.ts';
import { codeStays, codeTaken } from './medicines.ts';
import { refusedField } from './problems.ts';

const changedMeanwhile = refusedWith(Code.duplicateRequest, 'catalogueChanged');

/** The hospital's list of diagnoses. Records and prescriptions keep the names that they were written with. */
export function createDiagnoses({ uow, now }: { uow: UnitOfWork; now: () => number }) {
  const catalogue = createCatalogue<Searched>({
    uow,
    now,
    table: 'diagnosis',
    changeOf: (row) => ({ ...diagnosisChangeOf(row), places: ['all', row.disabled ? 'retired' : 'current'] }),
    read: ({ db, own }, after, limit) =>
      db
        .select(searchedDiagnosis)
        .from(diagnosis)
        .where(own(diagnosis, changedAfter(diagnosis, after)))
        .orderBy(asc(diagnosis.revision))
        .limit(limit),
  });

  return {
    async page(
      { keyword = '', state, ...query }: RequestOf<typeof pageDiagnoses>,
      { store }: CallContext,
    ): Promise<Outcome<ReplyInputOf<typeof pageDiagnoses>>> {
      const { ids, total } = await catalogue.search(store.tenantId, { typed: keyword, place: state, ...pageOf(query) });
      const rows = await store.named(diagnosis, ids);
      const list = inOrderOf(ids, rows, ({ id }) => id).map((row) => ({
        ...fieldsOfDiagnosis(row),
        id: row.id,
        revision: row.revision,
        retired: row.disabled,
      }));
      return done({ list, total });
    },

    save: ({ id, revision, ...given }: RequestOf<typeof saveDiagnosis>, context: CallContext) =>
      changing(context, { entity: 'diagnosis', entityId: id }, async (tx, note) => {
        const fields = normalisedDiagnosis(given);
        const [wrong] = diagnosisProblems(fields);
        if (wrong) return refusedField(wrong);
        const same = await tx.locked(diagnosis, id === null ? eq(diagnosis.code, fields.code) : eq(diagnosis.id, id));
        if (id === null && same) return refusedField(codeTaken(fields.code));
        if (id !== null && !same) return refused(Code.notFound);
        if (same && same.revision !== revision) return changedMeanwhile;
        if (same && same.code !== fields.code) return refusedField(codeStays(same.code));
        const columns = columnsOfDiagnosis(fields);
        const row = same
          ? (await tx.change(diagnosis, columns, eq(diagnosis.id, same.id)))[0]
          : await tx.add(diagnosis, columns);
        if (!row) return refused(Code.notFound);
        await note(row.id, { fields: changedFields(same ? fieldsOfDiagnosis(same) : {}, fields) });
        return done({ id: row.id, revision: row.revision });
      }),

    retire: ({ id, revision, retired }: RequestOf<typeof retireDiagnosis>, context: CallContext) =>
      changing(
        context,
        { entity: 'diagnosis', entityId: id },
        async (tx, note): Promise<Outcome<{ revision: number }>> => {
          const before = await tx.locked(diagnosis, eq(diagnosis.id, id));
          if (!before) return refused(Code.notFound);
          if (before.revision !== revision) return changedMeanwhile;
          const [row] = await tx.change(diagnosis, { disabled: retired }, eq(diagnosis.id, id));
          await note(id, { retired });
          return done({ revision: row?.revision ?? revision });
        },
      ),
  };
}
