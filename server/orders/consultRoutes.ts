import { acceptOrder, finishOrder, pageOrders, refuseOrder } from '../../contract/extension/consult.ts';
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
import { done } from '../db/outcome.ts';
import { route } from '../http/route.ts';
import type { ConsultConfigs } from './consultConfigs.ts';
import type { Orders } from './orders.ts';
import type { QuickReplies } from './quickReplies.ts';

type Needs = { orders: Orders; configs: ConsultConfigs; replies: QuickReplies };

/** Consult orders and what belongs to them, for doctors. */
export const consultRoutes = ({ orders, configs, replies }: Needs) => [
  route(awaitList)(async (query, { user: by, now: at }) => done(await orders.awaiting({ by, at }, query))),
  route(orderDetail)((which, { user: by, now: at }) => orders.detail({ by, at }, which)),
  route(getPersonalHistory)((which, { user: by, now: at }) => orders.history({ by, at }, which)),
  route(getOrderNum)(async (_, { user: by, now: at }) => done(await orders.counts({ by, at }))),
  route(pushMessage)(({ orderId }, { user: by, now: at }) => orders.remind({ by, at }, orderId)),
  route(pageOrders)(async (query, { user: by, now: at }) => done(await orders.page({ by, at }, query))),
  route(acceptOrder)((which, { user: by, now: at }) => orders.accept({ by, at }, which)),
  route(refuseOrder)((refusal, { user: by, now: at }) => orders.refuse({ by, at }, refusal)),
  route(finishOrder)((finish, { user: by, now: at }) => orders.finish({ by, at }, finish)),
  route(medicalRecordList)((query, { user: by, now: at }) => orders.visits({ by, at }, query)),
  route(electronicMedicalRecords)((query, { user: by, now: at }) => orders.visit({ by, at }, query)),
  route(getConsultConfigs)(async (_, { user }) => done(await configs.list(user))),
  route(updateConsultConfig)((change, { user }) => configs.update(user, change)),
  route(getQuickReplies)(async (query, { user }) => done(await replies.list(user, query))),
  route(createQuickReply)((reply, { user }) => replies.add(user, reply)),
  route(deleteQuickReply)(({ id }, { user }) => replies.remove(user, id)),
];
