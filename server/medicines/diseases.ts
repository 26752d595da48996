import { and, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/http/disease.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Staff } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { diagnosis, doctorDisease } from '../db/schema/drugs.ts';
import { inOrderOf, pageOf } from '../db/textSearch.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { codeMark, type DiagnosisIndex } from './diagnosisIndex.ts';
import { diagnosesNamed, favouriteDiagnoses } from './queries.ts';
import { diagnosisOnWire } from './wire.ts';

export type DiseaseNeeds = { diagnosisIndex: DiagnosisIndex };

/** Searches the diagnoses of the ICD-10 list in memory; `code` is a prefix of the codes. */
export const pageDiseases =
  ({ diagnosisIndex }: DiseaseNeeds) =>
  async (
    { name = '', code = '', ...page }: RequestOf<typeof contract.pageDiseases>,
    { store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof contract.pageDiseases>>> => {
    const begins = code.replace(/\s/g, '');
    const typed = begins === '' ? name : `${name} ${codeMark}${begins}`;
    const { ids, total } = await diagnosisIndex.search(store.hospitalId, { typed, place: 'current', ...pageOf(page) });
    const found = inOrderOf(ids, await diagnosesNamed(store, ids), ({ id }) => id);
    return done({ list: found.map((row) => diagnosisOnWire(row, language)), total });
  };

/** The doctor's favourite diagnoses, the latest first; a search for others follows, so its index is prepared. */
export const readFavourites =
  ({ diagnosisIndex }: DiseaseNeeds) =>
  async (
    _: unknown,
    { by, store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof contract.findDoctorDiseases>>> => {
    diagnosisIndex.prepare(store.hospitalId);
    const found = await favouriteDiagnoses(store, by);
    return done(
      found.map(({ row, favouriteId }) => ({ ...diagnosisOnWire(row, language), doctorDiseaseWesternId: favouriteId })),
    );
  };

/** The doctor's other devices load the favourites again. */
const announceOwn = (tx: Transaction, by: Staff) =>
  tx.announce({ type: 'own.changed', staffIds: [by.id], part: 'diagnoses' });

/** Adds a favourite; for an existing one it returns the same id. */
export const addFavourite = (
  { diseaseWesternId }: RequestOf<typeof contract.createDoctorDisease>,
  { by, at, store }: CallContext,
): Promise<Outcome<string>> =>
  store.attempt(async (tx) => {
    const isOffered = and(eq(diagnosis.id, diseaseWesternId), eq(diagnosis.disabled, false));
    if (!(await tx.first(diagnosis, isOffered))) return refused(Code.notFound);
    const favourite = { tenantId: tx.hospitalId, doctorId: by.id, diseaseWesternId, createTime: at };
    const [added] = await tx.db.insert(doctorDisease).values(favourite).onConflictDoNothing().returning();
    const mine = and(eq(doctorDisease.doctorId, by.id), eq(doctorDisease.diseaseWesternId, diseaseWesternId));
    if (added) announceOwn(tx, by);
    const row = added ?? (await tx.first(doctorDisease, mine));
    return row ? done(row.id) : refused(Code.notFound);
  });

export const removeFavourite = (
  { doctorDiseaseWesternId: id }: RequestOf<typeof contract.deleteDoctorDisease>,
  { by, store }: CallContext,
): Promise<Outcome<true>> =>
  store.attempt(async (tx) => {
    const removed = await tx.remove(doctorDisease, eq(doctorDisease.id, id), eq(doctorDisease.doctorId, by.id));
    announceOwn(tx, by);
    return removed.length > 0 ? done(true) : refused(Code.notFound);
  });
