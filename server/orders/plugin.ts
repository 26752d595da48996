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
import { readOrder } from './detail.ts';
import { listOffers } from './doctorOffers.ts';
import * as steps from './doctorSteps.ts';
import { moveDueOrders } from './dueOrders.ts';
import { pageVisits, readEarlierVisit, readMedicalHistory } from './history.ts';
import { countAll, readAwaiting } from './orderLists.ts';
import { countByStatus, pageOwn } from './ownOrders.ts';
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
    route(contract.awaitList)(readAwaiting(needs)),
    route(contract.orderDetail)(readOrder(needs)),
    route(contract.getPersonalHistory)(readMedicalHistory(needs)),
    route(contract.getOrderNum)(countAll),
    route(contract.pushMessage)(steps.remind),
    route(contract.medicalRecordList)(pageVisits),
    route(contract.electronicMedicalRecords)(readEarlierVisit(needs)),
    route(countOwnOrders)(countByStatus),
    route(extension.pageOrders)(pageOwn(needs)),
    route(extension.acceptOrder)(steps.accept(needs)),
    route(extension.refuseOrder)(steps.refuse(needs)),
    route(extension.finishOrder)(steps.finish(needs)),
    route(extension.setNoAnswer)(steps.sayNoAnswer(needs)),
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
