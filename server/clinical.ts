import { createCheck } from './checks.ts';
import { auditRoutes } from './routes/audit.ts';
import { diseaseRoutes } from './routes/disease.ts';
import { drugRoutes } from './routes/drugs.ts';
import { prescriptionRoutes } from './routes/prescription.ts';
import { recordRoutes } from './routes/record.ts';
import { readRuleTables, readTable } from './seed/tables.ts';
import { clinicalSettings } from './store/clinicalSettings.ts';
import type { Db } from './store/db.ts';
import { createDiseases } from './store/diseases.ts';
import { createDrugs } from './store/drugs.ts';
import type { KeyOf } from './store/messages/claimFiles.ts';
import { patientBrief } from './store/patientBrief.ts';
import { expirePrescriptions } from './store/prescription/expire.ts';
import type { PrescriptionNeeds } from './store/prescription/needs.ts';
import { createPrescriptions } from './store/prescriptions.ts';
import { createRecords } from './store/records.ts';
import { lapseLeases } from './store/review/lapse.ts';
import { createReviews } from './store/reviews.ts';
import type { UnitOfWork } from './store/unitOfWork.ts';

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
