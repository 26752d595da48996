import type { FastifyInstance } from 'fastify';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import * as extension from '../../contract/extension/consult.ts';
import { countOwnOrders } from '../../contract/extension/counts.ts';
import * as ofPatient from '../../contract/extension/patient.ts';
import * as setup from '../../contract/extension/serviceSetup.ts';
import * as contract from '../../contract/http/consult.ts';
import type { Database } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { KeyOf, Links } from '../files/links.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import { faultOf, type Log } from '../log.ts';
import type { NameOf } from '../patients/factNames.ts';
import { listConfigs, updateConfigs } from './consultConfigs.ts';
import { listOffers } from './doctorOffers.ts';
import { moveDueOrders } from './dueOrders.ts';
import * as orders from './orders.ts';
import { cancelOwn, disputeOwn, listOwn, openOwn, rateOwn } from './patientOrders.ts';
import * as replies from './quickReplies.ts';

type Needs = {
  keyOf: KeyOf;
  links: Pick<Links, 'renew' | 'unsigned'>;
  ruleTables: Pick<RuleTables, 'growth'>;
  nameOf: NameOf;
};

/** Consult orders: the doctor's lists and steps, the patient's own orders, and the doctor's settings for both. */
export async function ordersPlugin(app: FastifyInstance, { keyOf, links, ruleTables, nameOf }: Needs): Promise<void> {
  const needs = { nameOf, links };
  app.addOperations([
    route(contract.awaitList)(orders.readAwaiting(needs)),
    route(contract.orderDetail)(orders.readOrder(needs)),
    route(contract.getPersonalHistory)(orders.readMedicalHistory(needs)),
    route(contract.getOrderNum)(orders.countAll),
    route(contract.pushMessage)(orders.remind),
    route(contract.medicalRecordList)(orders.pageVisits),
    route(contract.electronicMedicalRecords)(orders.readEarlierVisit(needs)),
    route(countOwnOrders)(orders.countByStatus),
    route(extension.pageOrders)(orders.pageOwn(needs)),
    route(extension.acceptOrder)(orders.accept(needs)),
    route(extension.refuseOrder)(orders.refuse(needs)),
    route(extension.finishOrder)(orders.finish(needs)),
    route(extension.setNoAnswer)(orders.sayNoAnswer(needs)),
  ]);

  app.addOperations([
    route(ofPatient.patientCreateOrder)(openOwn({ keyOf, links, growth: ruleTables.growth ?? [] })),
    route(ofPatient.patientDoctors)(listOffers),
    route(ofPatient.patientOrders)(listOwn),
    route(ofPatient.patientCancelOrder)(cancelOwn),
    route(ofPatient.patientDisputeOrder)(disputeOwn),
    route(ofPatient.patientRateOrder)(rateOwn),
  ]);

  app.addOperations([
    route(contract.getConsultConfigs)(listConfigs),
    route(contract.updateConsultConfig)(updateConfigs),
    route(contract.getQuickReplies)(replies.listReplies),
    route(contract.createQuickReply)(replies.addReply),
    route(contract.deleteQuickReply)(replies.removeReply),
    route(setup.updateQuickReply)(replies.updateReply),
    route(setup.arrangeQuickReplies)(replies.arrangeReplies),
    route(setup.importQuickReplies)(replies.importReplies),
  ]);
}

/** Periodic jobs of orders. */
export function orderJobs({ log, ...needs }: { db: Database; uow: UnitOfWork; now: () => number; log: Log }): Job[] {
  const onFault = (cause: unknown, orderId: string) =>
    log.error('an order could not be moved', { orderId, ...faultOf(cause) });
  return [{ name: 'move due orders', everyMs: 5_000, run: () => moveDueOrders({ ...needs, onFault }) }];
}
