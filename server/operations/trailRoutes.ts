import { Code } from '../../contract/envelope.ts';
import { findTrailPatients, searchTrail } from '../../contract/extension/trail.ts';
import { UserType } from '../accounts/caller.ts';
import { maskMobile } from '../accounts/people.ts';
import { done, refusedWith } from '../db/outcome.ts';
import { patient } from '../db/schema/patients.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import { searchTrail as findRows } from '../trail/search.ts';
import { appendTrail } from '../trail/trail.ts';
import { purposesOf } from './trailNumbers.ts';
import { patientsCalled } from './trailPatients.ts';
import { maskName, withNames } from './trailRows.ts';

/** The search of a hospital's trail. Searches are on the trail themselves, with the patients whom they showed. */
export const trailRoutes = (uow: UnitOfWork) => [
  route(searchTrail)(async (query, { actor, tenantId, language, now }) => {
    const store = uow.read(tenantId);
    const { staffId, patientId, number, kind, from, to, cursor } = query;
    const subject = number === undefined ? {} : await purposesOf(store, number.trim());
    if (subject === null) return refusedWith(Code.notFound, 'numberUnknown');
    const who = staffId === undefined ? undefined : { userType: UserType.staff, userId: staffId };
    const { rows, next } = await findRows(store, { who, patientId, kind, ...subject, from, to, cursor });
    // An id from the request must not name a patient of another hospital on this one's trail.
    const [wanted] = patientId === undefined ? [] : await store.named(patient, [patientId]);
    await appendTrail(store, actor, now, {
      action: 'list',
      entity: 'trailSearch',
      entityId: null,
      patientId: wanted?.id ?? null,
      patientIds: rows.flatMap((row) => (row.patientId === null ? [] : [row.patientId])),
      purpose: null,
      outcome: 'ok',
      detail: { staffId, kind, from, to, ...subject },
    });
    return done({ list: await withNames(store, rows, language), next });
  }),

  route(findTrailPatients)(async ({ keyword }, { actor, tenantId, now }) => {
    const store = uow.read(tenantId);
    const found = await patientsCalled(store, keyword.trim());
    await appendTrail(store, actor, now, {
      action: 'list',
      entity: 'patient',
      entityId: null,
      patientId: null,
      patientIds: found.map(({ id }) => id),
      purpose: null,
      outcome: 'ok',
    });
    return done(
      found.map(({ id, name, mobile, birthday }) => ({
        id,
        name: maskName(name),
        mobile: maskMobile(mobile),
        birthYear: birthday?.slice(0, 4) ?? '',
      })),
    );
  }),
];
