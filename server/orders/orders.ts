import type { finishOrder, pageOrders, refuseOrder } from '../../contract/extension/consult.ts';
import type {
  awaitList,
  electronicMedicalRecords,
  getPersonalHistory,
  medicalRecordList,
  orderDetail,
} from '../../contract/http/consult.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { StaffContext } from '../accounts/staffPolicy.ts';
import { done, type Outcome } from '../db/outcome.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { audited } from '../trail/audited.ts';
import { acceptIn, type Which } from './accept.ts';
import { finishIn, refuseIn } from './closing.ts';
import { detailFor } from './detail.ts';
import { historyFor, visitFor, visitsFor } from './history.ts';
import type { OrderRow } from './move.ts';
import { awaitingFor, countsFor, pageFor } from './orderLists.ts';
import { remindIn } from './remind.ts';
import { type OrderView, viewOrders } from './view.ts';

type Step = (tx: Transaction) => Promise<Outcome<OrderRow>>;

/** Consult orders, for the doctors of their hospital. */
export function createOrders({ uow }: { uow: UnitOfWork }) {
  const updated = (entityId: string) => ({ action: 'update', entity: 'order', entityId }) as const;
  const stepped = (context: StaffContext, id: string, step: Step): Promise<Outcome<OrderView>> =>
    audited(uow, context, updated(id), async (tx) => {
      const { by, at } = context;
      const outcome = await step(tx);
      if (!outcome.ok) return outcome;
      const [view] = await viewOrders(tx, [outcome.data], { language: by.language, at });
      if (!view) throw new Error(`order ${outcome.data.id} has no patient or no conversation`);
      return done(view);
    });
  const read = ({ by }: StaffContext) => uow.read(by.tenantId);

  return {
    accept: (context: StaffContext, which: Which) =>
      stepped(context, which.id, (tx) => acceptIn(tx, context.by, which, context.at)),
    refuse: (context: StaffContext, refusal: RequestOf<typeof refuseOrder>) =>
      stepped(context, refusal.id, (tx) => refuseIn(tx, context.by, refusal, context.at)),
    finish: (context: StaffContext, finish: RequestOf<typeof finishOrder>) =>
      stepped(context, finish.id, (tx) => finishIn(tx, context.by, finish, context.at)),
    remind: (context: StaffContext, id: string) =>
      audited<true>(uow, context, updated(id), (tx) => remindIn(tx, context.by, id, context.at)),
    awaiting: (context: StaffContext, query: RequestOf<typeof awaitList>) =>
      awaitingFor(read(context), context.by, query, context.at),
    page: (context: StaffContext, query: RequestOf<typeof pageOrders>) =>
      pageFor(read(context), context.by, query, context.at),
    counts: (context: StaffContext) => countsFor(read(context), context.by, context.at),
    detail: (context: StaffContext, which: RequestOf<typeof orderDetail>) =>
      detailFor(read(context), context.by, which, context.at),
    history: (context: StaffContext, which: RequestOf<typeof getPersonalHistory>) =>
      historyFor(read(context), context.by, which, context.at),
    visits: (context: StaffContext, query: RequestOf<typeof medicalRecordList>) =>
      visitsFor(read(context), context.by, query, context.at),
    visit: (context: StaffContext, query: RequestOf<typeof electronicMedicalRecords>) =>
      visitFor(read(context), context.by, query, context.at),
  };
}
