import type { finishOrder, pageOrders, refuseOrder } from '../../contract/extension/consult.ts';
import type {
  awaitList,
  electronicMedicalRecords,
  getPersonalHistory,
  medicalRecordList,
  orderDetail,
} from '../../contract/http/consult.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, type Outcome } from '../db/outcome.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { type Asked, guarded } from '../trail/audited.ts';
import { acceptIn, type Which } from './accept.ts';
import { detailFor } from './detail.ts';
import { finishIn, refuseIn } from './end.ts';
import { historyFor, visitFor, visitsFor } from './history.ts';
import { awaitingFor, countsFor, pageFor } from './lists.ts';
import type { OrderRow } from './move.ts';
import { remindIn } from './remind.ts';
import { type OrderView, viewOrders } from './view.ts';

type Step = (tx: Transaction) => Promise<Outcome<OrderRow>>;

/** Consult orders, for the doctors of their hospital. */
export function createOrders({ uow }: { uow: UnitOfWork }) {
  const updated = (entityId: string) => ({ action: 'update', entity: 'order', entityId }) as const;
  const stepped = (asked: Asked, id: string, step: Step): Promise<Outcome<OrderView>> =>
    guarded(uow, asked, updated(id), async (tx) => {
      const { by, at } = asked;
      const outcome = await step(tx);
      if (!outcome.ok) return outcome;
      const [view] = await viewOrders(tx, [outcome.data], { language: by.language, at });
      if (!view) throw new Error(`order ${outcome.data.id} has no patient or no conversation`);
      return done(view);
    });
  const read = ({ by }: Asked) => uow.read(by.tenantId);

  return {
    accept: (asked: Asked, which: Which) => stepped(asked, which.id, (tx) => acceptIn(tx, asked.by, which, asked.at)),
    refuse: (asked: Asked, refusal: RequestOf<typeof refuseOrder>) =>
      stepped(asked, refusal.id, (tx) => refuseIn(tx, asked.by, refusal, asked.at)),
    finish: (asked: Asked, finish: RequestOf<typeof finishOrder>) =>
      stepped(asked, finish.id, (tx) => finishIn(tx, asked.by, finish, asked.at)),
    remind: (asked: Asked, id: string) =>
      guarded<true>(uow, asked, updated(id), (tx) => remindIn(tx, asked.by, id, asked.at)),
    awaiting: (asked: Asked, query: RequestOf<typeof awaitList>) => awaitingFor(read(asked), asked.by, query, asked.at),
    page: (asked: Asked, query: RequestOf<typeof pageOrders>) => pageFor(read(asked), asked.by, query, asked.at),
    counts: (asked: Asked) => countsFor(read(asked), asked.by, asked.at),
    detail: (asked: Asked, which: RequestOf<typeof orderDetail>) => detailFor(read(asked), asked.by, which, asked.at),
    history: (asked: Asked, which: RequestOf<typeof getPersonalHistory>) =>
      historyFor(read(asked), asked.by, which, asked.at),
    visits: (asked: Asked, query: RequestOf<typeof medicalRecordList>) =>
      visitsFor(read(asked), asked.by, query, asked.at),
    visit: (asked: Asked, query: RequestOf<typeof electronicMedicalRecords>) =>
      visitFor(read(asked), asked.by, query, asked.at),
  };
}
