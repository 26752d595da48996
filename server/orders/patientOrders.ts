import { desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { PatientOrder, patientCreateOrder } from '../../contract/extension/patient.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { PatientCaller } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/people.ts';
import { attempt, done, type Outcome, refused } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { OrderRow } from './moveOrder.ts';
import { type OpenNeeds, openOrder } from './open.ts';
import { cancel, type Dispute, dispute, type PatientContext, type Rating, rate, recordStep } from './patientSteps.ts';

type View = z.input<typeof PatientOrder>;

const maxListed = 100;

async function viewsFor(store: Tenanted, rows: OrderRow[], by: PatientCaller): Promise<View[]> {
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

/** Consult orders, for the patients who open them. */
export const createPatientOrders = ({ uow, ...needs }: { uow: UnitOfWork } & OpenNeeds) => ({
  open: ({ by, at }: PatientContext, request: RequestOf<typeof patientCreateOrder>): Promise<Outcome<View>> =>
    attempt(uow, by.tenantId, async (tx) => {
      const opened = await openOrder(tx, by.id, request, needs, at);
      if (!opened.ok) return opened;
      await recordStep(tx, { by, at }, opened.data.id, 'create', 'open');
      const [view] = await viewsFor(tx, [opened.data], by);
      return view ? done(view) : refused(Code.notFound);
    }),
  async list({ by }: PatientContext): Promise<View[]> {
    const store = uow.read(by.tenantId);
    const rows = await store.db
      .select()
      .from(consultOrder)
      .where(store.own(consultOrder, eq(consultOrder.patientId, by.id)))
      .orderBy(desc(consultOrder.createTime), desc(consultOrder.id))
      .limit(maxListed);
    return viewsFor(store, rows, by);
  },
  cancel: (context: PatientContext, id: string) =>
    attempt<true>(uow, context.by.tenantId, (tx) => cancel(tx, context, id)),
  dispute: (context: PatientContext, reason: Dispute) =>
    attempt<true>(uow, context.by.tenantId, (tx) => dispute(tx, context, reason)),
  rate: (context: PatientContext, rating: Rating) =>
    attempt<true>(uow, context.by.tenantId, (tx) => rate(tx, context, rating)),
});
