import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { PatientOrder, patientCancelOrder, patientCreateOrder } from '../../contract/extension/patient.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, PatientCaller } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import type { Links } from '../files/links.ts';
import { ordersOfPatient } from './listQueries.ts';
import type { OrderRow } from './moveOrder.ts';
import { type OpenNeeds, openOrder } from './open.ts';
import { cancel, type Dispute, dispute, type Rating, rate, recordStep } from './patientSteps.ts';

type View = z.input<typeof PatientOrder>;
type PatientCall = CallContext<PatientCaller>;

async function viewsFor(store: HospitalStore, rows: OrderRow[], by: PatientCaller): Promise<View[]> {
  // Until the doctor accepts, the patient reads whom they chose.
  const doctorOf = ({ doctorId, requestedDoctorId }: OrderRow) => doctorId ?? requestedDoctorId;
  const doctorIds = rows.map(doctorOf);
  const person = await loadPeople(store, doctorIds, by.language);
  return rows.map((row) => {
    const { id, conversationId, orderNo, status, consultType, createTime, version } = row;
    const doctorId = doctorOf(row);
    const doctorName = doctorId === null ? null : person(doctorId).name;
    return { id, conversationId: conversationId ?? '0', orderNo, status, consultType, createTime, version, doctorName };
  });
}

/** What opening an order needs from the rest of the platform. */
export type PatientNeeds = OpenNeeds & { links: Pick<Links, 'unsigned'> };

/** Opens an order. Links are stored without signatures, because a signature is valid for one person and one hour. */
export const openOwn =
  ({ links, ...needs }: PatientNeeds) =>
  ({ images, ...rest }: RequestOf<typeof patientCreateOrder>, context: PatientCall): Promise<Outcome<View>> =>
    context.store.attempt(async (tx) => {
      const request = images ? { ...rest, images: images.map(links.unsigned) } : rest;
      const opened = await openOrder(tx, request, context, needs);
      if (!opened.ok) return opened;
      await recordStep(tx, context, opened.data.id, 'create', 'open');
      const [view] = await viewsFor(tx, [opened.data], context.by);
      return view ? done(view) : refused(Code.notFound);
    });

/** The patient's own orders, the latest first. */
export async function listOwn(_: unknown, { by, store }: PatientCall): Promise<Outcome<View[]>> {
  const rows = await ordersOfPatient(store, by.id);
  return done(await viewsFor(store, rows, by));
}

export const cancelOwn = ({ id }: RequestOf<typeof patientCancelOrder>, context: PatientCall) =>
  context.store.attempt<true>((tx) => cancel(tx, context, id));

export const disputeOwn = (reason: Dispute, context: PatientCall) =>
  context.store.attempt<true>((tx) => dispute(tx, context, reason));

export const rateOwn = (rating: Rating, context: PatientCall) =>
  context.store.attempt<true>((tx) => rate(tx, context, rating));
