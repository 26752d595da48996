import type { FastifyInstance } from 'fastify';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import { acceptOrder, finishOrder, pageOrders, refuseOrder, setNoAnswer } from '../../contract/extension/consult.ts';
import { countOwnOrders } from '../../contract/extension/counts.ts';
import {
  patientCancelOrder,
  patientCreateOrder,
  patientDisputeOrder,
  patientDoctors,
  patientOrders,
  patientRateOrder,
} from '../../contract/extension/patient.ts';
import { arrangeQuickReplies, importQuickReplies, updateQuickReply } from '../../contract/extension/serviceSetup.ts';
import {
  awaitList,
  createQuickReply,
  deleteQuickReply,
  electronicMedicalRecords,
  getConsultConfigs,
  getOrderNum,
  getPersonalHistory,
  getQuickReplies,
  medicalRecordList,
  orderDetail,
  pushMessage,
  updateConsultConfig,
} from '../../contract/http/consult.ts';
import type { Staff } from '../accounts/caller.ts';
import type { Database } from '../db/connection.ts';
import { done } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { KeyOf, Links } from '../files/links.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import { faultOf, type Log } from '../log.ts';
import type { NameOf } from '../patients/factNames.ts';
import { createConsultConfigs } from './consultConfigs.ts';
import { createDoctorOffers } from './doctorOffers.ts';
import { moveDueOrders } from './dueOrders.ts';
import { createOrders } from './orders.ts';
import { createPatientOrders } from './patientOrders.ts';
import { createQuickReplies } from './quickReplies.ts';

type Needs = {
  uow: UnitOfWork;
  now: () => number;
  keyOf: KeyOf;
  links: Pick<Links, 'renew' | 'unsigned'>;
  ruleTables: Pick<RuleTables, 'growth'>;
  nameOf: NameOf;
};

/** Consult orders: the doctor's lists and steps, the patient's own orders, and the doctor's settings for both. */
export async function ordersPlugin(
  app: FastifyInstance,
  { uow, now, keyOf, links, ruleTables, nameOf }: Needs,
): Promise<void> {
  /** The patient's pictures with links for the person who reads the order. */
  const withLinks = <T extends { images?: string[] | null | undefined }>(order: T, by: Staff): T =>
    order.images?.length ? { ...order, images: order.images.map((url) => links.renew(url, by)) } : order;
  const orders = createOrders({ uow, nameOf });
  app.addOperations([
    route(awaitList)(async (query, { user: by, now: at }) => {
      const waiting = await orders.awaiting({ by, at }, query);
      return done(Array.isArray(waiting) ? waiting.map((order) => withLinks(order, by)) : waiting);
    }),
    route(orderDetail)(async (which, { user: by, now: at }) => {
      const outcome = await orders.detail({ by, at }, which);
      return outcome.ok ? done(withLinks(outcome.data, by)) : outcome;
    }),
    route(getPersonalHistory)((which, { user: by, now: at }) => orders.history({ by, at }, which)),
    route(getOrderNum)(async (_, { user: by, now: at }) => done(await orders.counts({ by, at }))),
    route(pushMessage)(({ orderId }, { user: by, now: at }) => orders.remind({ by, at }, orderId)),
    route(pageOrders)(async (query, { user: by, now: at }) => done(await orders.page({ by, at }, query))),
    route(countOwnOrders)(async (query, { user: by, now: at }) => done(await orders.byStatus({ by, at }, query))),
    route(acceptOrder)((which, { user: by, now: at }) => orders.accept({ by, at }, which)),
    route(refuseOrder)((refusal, { user: by, now: at }) => orders.refuse({ by, at }, refusal)),
    route(finishOrder)((finish, { user: by, now: at }) => orders.finish({ by, at }, finish)),
    route(setNoAnswer)((said, { user: by, now: at }) => orders.noAnswer({ by, at }, said)),
    route(medicalRecordList)((query, { user: by, now: at }) => orders.visits({ by, at }, query)),
    route(electronicMedicalRecords)(async (query, { user: by, now: at }) => {
      const outcome = await orders.visit({ by, at }, query);
      if (!outcome.ok) return outcome;
      const reports = outcome.data.reports?.map((report) => ({ ...report, url: links.renew(report.url, by) }));
      return done({ ...outcome.data, reports });
    }),
  ]);

  const ofPatients = createPatientOrders({ uow, keyOf, growth: ruleTables.growth ?? [] });
  const offers = createDoctorOffers({ uow });
  app.addOperations([
    route(patientCreateOrder)(({ images, ...request }, { user: by, now: at }) =>
      ofPatients.open({ by, at }, images ? { ...request, images: images.map(links.unsigned) } : request),
    ),
    route(patientDoctors)(async (query, { user: by, now: at }) => done(await offers.list(by, query, at))),
    route(patientOrders)(async (_, { user: by, now: at }) => done(await ofPatients.list({ by, at }))),
    route(patientCancelOrder)(({ id }, { user: by, now: at }) => ofPatients.cancel({ by, at }, id)),
    route(patientDisputeOrder)((dispute, { user: by, now: at }) => ofPatients.dispute({ by, at }, dispute)),
    route(patientRateOrder)((rating, { user: by, now: at }) => ofPatients.rate({ by, at }, rating)),
  ]);

  const [configs, replies] = [createConsultConfigs({ uow }), createQuickReplies({ uow, now })];
  app.addOperations([
    route(getConsultConfigs)(async (_, { user, now: at }) => done(await configs.list(user, at))),
    route(updateConsultConfig)((change, { user }) => configs.update(user, change)),
    route(getQuickReplies)(async (query, { user }) => done(await replies.list(user, query))),
    route(createQuickReply)((reply, { user }) => replies.add(user, reply)),
    route(updateQuickReply)((reply, { user }) => replies.update(user, reply)),
    route(arrangeQuickReplies)(({ list }, { user }) => replies.arrange(user, list)),
    route(importQuickReplies)(({ list }, { user }) => replies.importAll(user, list)),
    route(deleteQuickReply)(({ id }, { user }) => replies.remove(user, id)),
  ]);
}

/** Periodic jobs of orders. */
export function orderJobs({ log, ...needs }: { db: Database; uow: UnitOfWork; now: () => number; log: Log }): Job[] {
  const onFault = (cause: unknown, orderId: string) =>
    log.error('an order could not be moved', { orderId, ...faultOf(cause) });
  return [{ name: 'move due orders', everyMs: 5_000, run: () => moveDueOrders({ ...needs, onFault }) }];
}
