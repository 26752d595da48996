import type * as extension from '../../contract/extension/consult.ts';
import type * as contract from '../../contract/http/consult.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { audited } from '../trail/audited.ts';
import { acceptOrder, type Which } from './accept.ts';
import { finishOrder, refuseOrder } from './closing.ts';
import type { OrderRow } from './moveOrder.ts';
import { setNoAnswer } from './noAnswer.ts';
import { remindPatient } from './remind.ts';
import { viewOrders } from './viewQueries.ts';
import type { OrderNeeds, OrderView } from './wire.ts';

const updated = (entityId: string) => ({ action: 'update', entity: 'order', entityId }) as const;

type Step<Input> = (tx: Transaction, input: Input, context: StaffContext) => Promise<Outcome<OrderRow>>;

/** A doctor's step with an order, in one audited transaction. The answer is the order after the step. */
const orderStep =
  <Input extends { id: string }>(run: Step<Input>) =>
  ({ nameOf }: Pick<OrderNeeds, 'nameOf'>) =>
  (input: Input, context: CallContext): Promise<Outcome<OrderView>> =>
    audited(context, updated(input.id), async (tx) => {
      const { at, language } = context;
      const outcome = await run(tx, input, context);
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
  audited<true>(context, updated(orderId), (tx) => remindPatient(tx, orderId, context));
