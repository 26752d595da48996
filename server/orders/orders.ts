import type * as extension from '../../contract/extension/consult.ts';
import type { countOwnOrders } from '../../contract/extension/counts.ts';
import type * as contract from '../../contract/http/consult.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, Staff } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import type { NameOf } from '../patients/factNames.ts';
import { audited } from '../trail/audited.ts';
import { acceptOrder, type Which } from './accept.ts';
import { finishOrder, refuseOrder } from './closing.ts';
import { readDetail } from './detail.ts';
import { listVisits, readHistory, readVisit } from './history.ts';
import type { OrderRow } from './moveOrder.ts';
import { setNoAnswer } from './noAnswer.ts';
import { countOrders, listAwaiting } from './orderLists.ts';
import { countOrdersByStatus, listOwnOrders } from './ownOrders.ts';
import { remindPatient } from './remind.ts';
import { type OrderView, viewOrders } from './view.ts';

/** What the doctor's lists and steps need from the rest of the platform. */
export type OrderNeeds = { nameOf: NameOf; links: Pick<Links, 'renew'> };

const updated = (entityId: string) => ({ action: 'update', entity: 'order', entityId }) as const;

type Step<Input> = (tx: Transaction, by: Staff, input: Input, at: number) => Promise<Outcome<OrderRow>>;

/** A doctor's step with an order, in one audited transaction. The answer is the order after the step. */
const orderStep =
  <Input extends { id: string }>(run: Step<Input>) =>
  ({ nameOf }: OrderNeeds) =>
  (input: Input, context: CallContext): Promise<Outcome<OrderView>> =>
    audited(context, updated(input.id), async (tx) => {
      const { by, at, language } = context;
      const outcome = await run(tx, by, input, at);
      if (!outcome.ok) return outcome;
      const [view] = await viewOrders(tx, [outcome.data], { language, at, nameOf });
      if (!view) throw new Error(`order ${outcome.data.id} has no patient or no conversation`);
      return done(view);
    });

export const accept = orderStep<Which>(acceptOrder);
export const refuse = orderStep<RequestOf<typeof extension.refuseOrder>>(refuseOrder);
export const finish = orderStep<RequestOf<typeof extension.finishOrder>>(finishOrder);
export const sayNoAnswer = orderStep<RequestOf<typeof extension.setNoAnswer>>(setNoAnswer);

/** Reminds a patient of the consultation. */
export const remind = ({ orderId }: RequestOf<typeof contract.pushMessage>, context: CallContext) =>
  audited<true>(context, updated(orderId), (tx) => remindPatient(tx, context.by, orderId, context.at));

/** The order with links to the patient's pictures for the person who reads it. */
const withLinks = <T extends { images?: string[] | null | undefined }>(
  order: T,
  { links }: OrderNeeds,
  by: Staff,
): T => (order.images?.length ? { ...order, images: order.images.map((url) => links.renew(url, by)) } : order);

/** The doctor's running consultations, and the patients who wait. */
export const readAwaiting =
  (needs: OrderNeeds) =>
  async (query: RequestOf<typeof contract.awaitList>, { by, at, store }: CallContext) => {
    const waiting = await listAwaiting(store, by, query, { at, nameOf: needs.nameOf });
    return done(waiting.map((order) => withLinks(order, needs, by)));
  };

/** One order with its log. */
export const readOrder =
  (needs: OrderNeeds) =>
  async (which: RequestOf<typeof contract.orderDetail>, { by, at, store }: CallContext) => {
    const outcome = await readDetail(store, by, which, { at, nameOf: needs.nameOf });
    return outcome.ok ? done(withLinks(outcome.data, needs, by)) : outcome;
  };

/** A page of the doctor's own orders. */
export const pageOwn =
  ({ nameOf }: OrderNeeds) =>
  async (query: RequestOf<typeof extension.pageOrders>, { by, at, store }: CallContext) =>
    done(await listOwnOrders(store, by, query, { at, nameOf }));

export const countByStatus = async (query: RequestOf<typeof countOwnOrders>, { by, store }: CallContext) =>
  done(await countOrdersByStatus(store, by, query));

export const countAll = async (_: unknown, { by, at, store }: CallContext) => done(await countOrders(store, by, at));

/** What patient and earlier doctors said about the medical history. */
export const readMedicalHistory =
  ({ nameOf }: OrderNeeds) =>
  (which: RequestOf<typeof contract.getPersonalHistory>, { by, at, store }: CallContext) =>
    readHistory(store, by, which, { at, nameOf });

export const pageVisits = (query: RequestOf<typeof contract.medicalRecordList>, { by, at, store }: CallContext) =>
  listVisits(store, by, query, at);

/** The record of an earlier visit. */
export const readEarlierVisit =
  ({ links }: OrderNeeds) =>
  async (query: RequestOf<typeof contract.electronicMedicalRecords>, { by, at, store }: CallContext) => {
    const outcome = await readVisit(store, by, query, at);
    if (!outcome.ok) return outcome;
    const reports = outcome.data.reports?.map((report) => ({ ...report, url: links.renew(report.url, by) }));
    return done({ ...outcome.data, reports });
  };
