import type { FastifyInstance } from 'fastify';
import * as check from '../../contract/extension/check.ts';
import { countOwnPrescriptions } from '../../contract/extension/counts.ts';
import { prescriptionVersions } from '../../contract/extension/versions.ts';
import * as contract from '../../contract/http/prescription.ts';
import type { Database } from '../db/connection.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import { cancelPrescription } from './cancel.ts';
import { checkDraft } from './checkDraft.ts';
import { createPrescription } from './create.ts';
import { editPrescription } from './edit.ts';
import { expirePrescriptions } from './expire.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import {
  countByStatus,
  countPrescriptions,
  listPrescriptions,
  readHistory,
  readPrescription,
} from './readPrescriptions.ts';
import { readVersions } from './readVersions.ts';
import { screenMedicines } from './screenMedicines.ts';

/** Prescriptions, for the doctor who issues them and for those who may read them. */
export async function prescriptionsPlugin(app: FastifyInstance, needs: PrescriptionNeeds): Promise<void> {
  app.addOperations([
    route(contract.createPrescription)(createPrescription(needs)),
    route(contract.editPrescription)(editPrescription(needs)),
    route(contract.cancelPrescription)(cancelPrescription(needs)),
    route(contract.listPrescriptions)(listPrescriptions),
    route(contract.getPrescription)(readPrescription(needs)),
    route(contract.prescriptionHistory)(readHistory),
    route(contract.getPrescriptionNum)(countPrescriptions),
    route(check.checkPrescription)(checkDraft(needs)),
    route(check.screenDrugs)(screenMedicines(needs)),
    route(countOwnPrescriptions)(countByStatus),
    route(prescriptionVersions)(readVersions),
  ]);
}

/** Periodic jobs of prescriptions. */
export const prescriptionJobs = (needs: PrescriptionNeeds & { db: Database }): Job[] => [
  { name: 'expire prescriptions', everyMs: 60_000, run: () => expirePrescriptions(needs) },
];
