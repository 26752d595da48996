import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { checkPrescription } from '../../contract/extension/check.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { createClinicalReader } from './clinicalReader.ts';
import { compose } from './compose.ts';
import { withLineErrors } from './lineProblems.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import { mayChangePrescription, mayPrescribe } from './prescriptionPolicy.ts';
import { readPatient } from './readRunning.ts';
import { findingFor } from './view.ts';

type Request = z.output<(typeof checkPrescription)['body']>;

/** The findings that a submission would have now. */
export const checkDraft = (needs: PrescriptionNeeds) => async (request: Request, context: CallContext) => {
  const { by, at, store, language } = context;
  const order = await store.first(consultOrder, eq(consultOrder.id, request.orderId));
  const patient = order && mayPrescribe(by, order) ? await readPatient(store, order.patientId) : null;
  if (!order || !patient) return refused(Code.notFound);
  const earlier = request.id ? await store.first(prescription, eq(prescription.id, request.id)) : null;
  const replaces = earlier && mayChangePrescription(by, earlier) ? earlier : null;
  const content = { ...request, rxType: request.rxType ?? 0 };
  const composition = { order, patient, replaces, context };
  const composed = await compose(createClinicalReader(needs, store, at), content, composition);
  if (!composed.ok) return withLineErrors<never>(composed, language);
  const { available, hits } = needs.check(await composed.data.facts());
  return done({ available, hits: hits.map((hit) => findingFor(hit, language)) });
};
