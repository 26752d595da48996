import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { checkPrescription } from '../../contract/extension/check.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { cancelPrescription } from './cancel.ts';
import { createClinicalReader } from './clinicalReader.ts';
import { compose } from './compose.ts';
import { createPrescription } from './create.ts';
import { editPrescription } from './edit.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import { mayChangePrescription, mayPrescribe } from './prescriptionPolicy.ts';
import { createPrescriptionQueries } from './readPrescriptions.ts';
import { readPatient } from './readRunning.ts';
import { readVersions } from './readVersions.ts';
import { screenDrugs } from './screenDrugs.ts';
import { findingFor } from './view.ts';

type CheckRequest = z.output<(typeof checkPrescription)['body']>;

/** Returns the findings that a submission would have now. */
async function checkDraft(needs: PrescriptionNeeds, context: StaffContext, request: CheckRequest) {
  const { by } = context;
  const store = needs.uow.read(by.tenantId);
  const order = await store.first(consultOrder, eq(consultOrder.id, request.orderId));
  const patient = order && mayPrescribe(by, order) ? await readPatient(store, order.patientId) : null;
  if (!order || !patient) return refused(Code.notFound);
  const earlier = request.id ? await store.first(prescription, eq(prescription.id, request.id)) : null;
  const replaces = earlier && mayChangePrescription(by, earlier) ? earlier : null;
  const content = { ...request, rxType: request.rxType ?? 0 };
  const composed = await compose(createClinicalReader(needs, store, context.at), content, {
    order,
    patient,
    replaces,
    context,
  });
  if (!composed.ok) return composed;
  const { available, hits } = needs.check(await composed.data.facts());
  return done({ available, hits: hits.map((hit) => findingFor(hit, by.language)) });
}

/** Prescriptions of western medicine: created, edited, cancelled and read by their doctor, read by auditors. */
export function createPrescriptions(needs: PrescriptionNeeds) {
  const bind =
    <Request, Result>(run: (needs: PrescriptionNeeds, context: StaffContext, request: Request) => Result) =>
    (context: StaffContext, request: Request) =>
      run(needs, context, request);
  return {
    create: bind(createPrescription),
    edit: bind(editPrescription),
    cancel: bind(cancelPrescription),
    check: bind(checkDraft),
    screen: bind(screenDrugs),
    versions: bind(readVersions),
    ...createPrescriptionQueries(needs),
  };
}
