import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/trail.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { type CallContext, UserType } from '../accounts/caller.ts';
import { done, refusedWith } from '../db/outcome.ts';
import { findPatient } from '../patients/queries.ts';
import { searchTrail as findRows } from '../trail/search.ts';
import { appendTrail } from '../trail/trail.ts';
import { patientsCalled, purposesOf, subjectsOf } from './trailQueries.ts';
import { trailPatientOnWire, trailRowsWith } from './trailWire.ts';

/** Finds rows of the hospital's trail. The search leaves a row of its own, with the patients that it showed. */
export async function searchTrail(
  query: RequestOf<typeof contract.searchTrail>,
  { by, at, store, language }: CallContext,
) {
  const { staffId, patientId, number, kind, from, to, cursor } = query;
  const subject = number === undefined ? {} : await purposesOf(store, number.trim());
  if (subject === null) return refusedWith(Code.notFound, 'numberUnknown');
  const who = staffId === undefined ? undefined : { userType: UserType.staff, userId: staffId };
  const { rows, next } = await findRows(store, { who, patientId, kind, ...subject, from, to, cursor });
  // An id from the request must not name a patient of another hospital on this one's trail.
  const wanted = patientId === undefined ? null : await findPatient(store, patientId);
  await appendTrail(store, by, at, {
    action: 'list',
    entity: 'trailSearch',
    entityId: null,
    patientId: wanted?.id ?? null,
    patientIds: rows.flatMap((row) => (row.patientId === null ? [] : [row.patientId])),
    purpose: null,
    outcome: 'ok',
    detail: { staffId, kind, from, to, ...subject },
  });
  const list = rows.map(trailRowsWith(await subjectsOf(store, rows, language)));
  return done({ list, next });
}

/** The patients that a search of the trail can be about. The answer leaves a row with the patients that it showed. */
export async function findTrailPatients(
  { keyword }: RequestOf<typeof contract.findTrailPatients>,
  { by, at, store }: CallContext,
) {
  const found = await patientsCalled(store, keyword.trim());
  await appendTrail(store, by, at, {
    action: 'list',
    entity: 'patient',
    entityId: null,
    patientId: null,
    patientIds: found.map(({ id }) => id),
    purpose: null,
    outcome: 'ok',
  });
  return done(found.map(trailPatientOnWire));
}
