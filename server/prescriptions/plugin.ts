import type { FastifyInstance } from 'fastify';
import { checkPrescription, screenDrugs } from '../../contract/extension/check.ts';
import { countOwnPrescriptions } from '../../contract/extension/counts.ts';
import { prescriptionVersions } from '../../contract/extension/versions.ts';
import {
  cancelPrescription,
  createPrescription,
  editPrescription,
  getPrescription,
  getPrescriptionNum,
  listPrescriptions,
  prescriptionHistory,
} from '../../contract/http/prescription.ts';
import type { Database } from '../db/connection.ts';
import { done } from '../db/outcome.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import { signingRefusal } from '../signatures/plugin.ts';
import { expirePrescriptions } from './expire.ts';
import { withLineErrors } from './lineProblems.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import { createPrescriptions } from './prescriptions.ts';

/** Prescriptions, for the doctor who issues them and for those who may read them. */
export async function prescriptionsPlugin(app: FastifyInstance, needs: PrescriptionNeeds): Promise<void> {
  const prescriptions = createPrescriptions(needs);
  app.addOperations([
    route(createPrescription)(
      async (request, { user: by, now: at, language }) =>
        (await signingRefusal(needs.uow, by, request.submit)) ??
        withLineErrors(await prescriptions.create({ by, at }, request), language),
    ),
    route(editPrescription)(
      async (request, { user: by, now: at, language }) =>
        (await signingRefusal(needs.uow, by, request.submit)) ??
        withLineErrors(await prescriptions.edit({ by, at }, request), language),
    ),
    route(checkPrescription)(async (request, { user: by, now: at, language }) =>
      withLineErrors(await prescriptions.check({ by, at }, request), language),
    ),
    route(screenDrugs)((request, { user: by, now: at }) => prescriptions.screen({ by, at }, request)),
    route(cancelPrescription)((request, { user: by, now: at }) => prescriptions.cancel({ by, at }, request)),
    route(listPrescriptions)(async (query, { user: by, now: at }) => done(await prescriptions.list({ by, at }, query))),
    route(countOwnPrescriptions)(async (query, { user: by, now: at }) =>
      done(await prescriptions.byStatus({ by, at }, query)),
    ),
    route(getPrescription)(({ id }, { user: by, now: at }) => prescriptions.info({ by, at }, id)),
    route(prescriptionVersions)(({ id }, { user: by, now: at }) => prescriptions.versions({ by, at }, id)),
    route(prescriptionHistory)((query, { user: by, now: at }) => prescriptions.history({ by, at }, query)),
    route(getPrescriptionNum)(async (_, { user: by, now: at }) => done(await prescriptions.counts({ by, at }))),
  ]);
}

/** Periodic jobs of prescriptions. */
export const prescriptionJobs = (needs: PrescriptionNeeds & { db: Database }): Job[] => [
  { name: 'expire prescriptions', everyMs: 60_000, run: () => expirePrescriptions(needs) },
];
