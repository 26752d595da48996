import type { Db } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { diseaseRoutes } from '../drugs/diseaseRoutes.ts';
import { createDiseases } from '../drugs/diseases.ts';
import { drugRoutes } from '../drugs/drugRoutes.ts';
import { createDrugs } from '../drugs/drugs.ts';
import type { KeyOf } from '../messages/claimFiles.ts';
import { patientBrief } from '../patients/patientBrief.ts';
import { recordRoutes } from '../records/recordRoutes.ts';
import { createRecords } from '../records/records.ts';
import { lapseLeases } from '../reviews/lapse.ts';
import { auditRoutes } from '../reviews/reviewRoutes.ts';
import { createReviews } from '../reviews/reviews.ts';
import { readRuleTables, readTable } from '../seed/tables.ts';
import { createCheck } from './checks.ts';
import { clinicalSettings } from './clinicalSettings.ts';
import { expirePrescriptions } from './expire.ts';
import type { PrescriptionNeeds } from './needs.ts';
import { prescriptionRoutes } from './prescriptionRoutes.ts';
import { createPrescriptions } from './prescriptions.ts';

type Needs = { db: Db; uow: UnitOfWork; now: () => number; keyOf: KeyOf };

/** Records, prescriptions, reviews, drugs and diagnoses, put together with the rule tables. */
export function clinicalSide({ db, uow, now, keyOf }: Needs) {
  const tables = readRuleTables();
  const needs: PrescriptionNeeds = {
    uow,
    now,
    check: createCheck({ tables, generics: readTable('generics').rows }),
    brief: patientBrief,
    rules: async (store) => {
      const { validityDays, pendingMayBeEdited } = await clinicalSettings(store);
      return { validDays: validityDays, pendingMayBeEdited };
    },
  };
  return {
    routes: [
      ...recordRoutes({ records: createRecords({ uow, keyOf }) }),
      ...prescriptionRoutes({ prescriptions: createPrescriptions(needs) }),
      ...auditRoutes({ reviews: createReviews(needs) }),
      ...drugRoutes({ drugs: createDrugs({ uow, now, ingredientNames: tables.names }) }),
      ...diseaseRoutes({ diseases: createDiseases({ uow, now }) }),
    ],
    jobs: [
      { name: 'prescriptions run out', everyMs: 60_000, run: () => expirePrescriptions({ ...needs, db }) },
      { name: 'reviewers lose their hold', everyMs: 5_000, run: () => lapseLeases({ ...needs, db }) },
    ],
  };
}
