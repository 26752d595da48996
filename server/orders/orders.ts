import type * as extension from '../../contract/extension/consult.ts';
import type { countOwnOrders } from '../../contract/extension/counts.ts';
import type {
  awaitList,
  electronicMedicalRecords,
  getPersonalHistory,
  medicalRecordList,
  orderDetail,
} from '../../contract/http/consult.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
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

type Change = (tx: Transaction) => Promise<Outcome<OrderRow>>;

/** Consult orders, for the doctors of the hospital. */
export function createOrders({ uow, nameOf }: { uow: UnitOfWork; nameOf: NameOf }) {
  const updated = (entityId: string) => ({ action: 'update', entity: 'order', entityId }) as const;
  /** Runs a change of an order in one audited transaction, and answers with the order as it is afterwards. */
  const change = (context: StaffContext, id: string, run: Change): Promise<Outcome<OrderView>> =>
    audited(uow, context, updated(id), async (tx) => {
      const { by, at } = context;
      const outcome = await run(tx);
      if (!outcome.ok) return outcome;
      const [view] = await viewOrders(tx, [outcome.data], { language: by.language, at, nameOf });
      if (!view) throw new Error(`order ${outcome.data.id} has no patient or no conversation`);
      return done(view);
    });
  const seen = ({ at }: StaffContext) => ({ at, nameOf });
  const read = ({ by }: StaffContext) => uow.read(by.tenantId);

  return {
    accept: (context: StaffContext, which: Which) =>
      change(context, which.id, (tx) => acceptOrder(tx, context.by, which, context.at)),
    refuse: (context: StaffContext, refusal: RequestOf<typeof extension.refuseOrder>) =>
      change(context, refusal.id, (tx) => refuseOrder(tx, context.by, refusal, context.at)),
    finish: (context: StaffContext, finish: RequestOf<typeof extension.finishOrder>) =>
      change(context, finish.id, (tx) => finishOrder(tx, context.by, finish, context.at)),
    noAnswer: (context: StaffContext, said: RequestOf<typeof extension.setNoAnswer>) =>
      change(context, said.id, (tx) => setNoAnswer(tx, context.by, said, context.at)),
    remind: (context: StaffContext, id: string) =>
      audited<true>(uow, context, updated(id), (tx) => remindPatient(tx, context.by, id, context.at)),
    awaiting: (context: StaffContext, query: RequestOf<typeof awaitList>) =>
      listAwaiting(read(context), context.by, query, seen(context)),
    page: (context: StaffContext, query: RequestOf<typeof extension.pageOrders>) =>
      listOwnOrders(read(context), context.by, query, seen(context)),
    byStatus: (context: StaffContext, query: RequestOf<typeof countOwnOrders>) =>
      countOrdersByStatus(read(context), context.by, query),
    counts: (context: StaffContext) => countOrders(read(context), context.by, context.at),
    detail: (context: StaffContext, which: RequestOf<typeof orderDetail>) =>
      readDetail(read(context), context.by, which, seen(context)),
    history: (context: StaffContext, which: RequestOf<typeof getPersonalHistory>) =>
      readHistory(read(context), context.by, which, seen(context)),
    visits: (context: StaffContext, query: RequestOf<typeof medicalRecordList>) =>
      listVisits(read(context), context.by, query, context.at),
    visit: (context: StaffContext, query: RequestOf<typeof electronicMedicalRecords>) =>
      readVisit(read(context), context.by, query, context.at),
  };
}
