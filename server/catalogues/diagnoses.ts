import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/diagnoses.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { diagnosis } from '../db/schema/drugs.ts';
import { inOrderOf, pageOf } from '../db/textSearch.ts';
import type { DiagnosisIndex } from '../medicines/diagnosisIndex.ts';
import { diagnosesNamed } from '../medicines/queries.ts';
import { changedFields, changing } from './changes.ts';
import { columnsOfDiagnosis, diagnosisProblems, fieldsOfDiagnosis, normalisedDiagnosis } from './diagnosisFields.ts';
import { codeStays, codeTaken } from './medicines.ts';
import { refusedField } from './problems.ts';
import { diagnosisOnWire } from './wire.ts';

const changedMeanwhile = refusedWith(Code.duplicateRequest, 'catalogueChanged');

/** A page of the hospital's list of diagnoses, retired ones too. */
export const pageDiagnoses =
  ({ diagnosisIndex }: { diagnosisIndex: DiagnosisIndex }) =>
  async (
    { keyword = '', state, ...query }: RequestOf<typeof contract.pageDiagnoses>,
    { store }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof contract.pageDiagnoses>>> => {
    const wanted = { typed: keyword, place: state, ...pageOf(query) };
    const { ids, total } = await diagnosisIndex.search(store.hospitalId, wanted);
    const list = inOrderOf(ids, await diagnosesNamed(store, ids), ({ id }) => id).map(diagnosisOnWire);
    return done({ list, total });
  };

/** Adds a diagnosis or changes one. Records and prescriptions keep the names that they were written with. */
export const saveDiagnosis = (
  { id, revision, ...given }: RequestOf<typeof contract.saveDiagnosis>,
  context: CallContext,
): Promise<Outcome<ReplyInputOf<typeof contract.saveDiagnosis>>> =>
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
  });

/** Takes a diagnosis out of searches, or puts it back. */
export const retireDiagnosis = (
  { id, revision, retired }: RequestOf<typeof contract.retireDiagnosis>,
  context: CallContext,
): Promise<Outcome<ReplyInputOf<typeof contract.retireDiagnosis>>> =>
  changing(context, { entity: 'diagnosis', entityId: id }, async (tx, note) => {
    const before = await tx.locked(diagnosis, eq(diagnosis.id, id));
    if (!before) return refused(Code.notFound);
    if (before.revision !== revision) return changedMeanwhile;
    const [row] = await tx.change(diagnosis, { disabled: retired }, eq(diagnosis.id, id));
    await note(id, { retired });
    return done({ revision: row?.revision ?? revision });
  });
