import { Code } from '../../contract/envelope.ts';
import { findStaffById } from '../accounts/accountQueries.ts';
import type { CallContext, OperatorContext, StaffCaller } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { storeOf } from '../db/store.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Actor } from '../trail/trail.ts';

export type OperatorCall = CallContext<StaffCaller>;

/**
 * The operator as the trail of another hospital names them, which has no account of theirs. Name, address and device are on
 * the trail of their own hospital, under the same request id. The stored right is asked again, because the accounts of tokens
 * are cached for seconds.
 */
export async function callingOperator({ by, store }: OperatorCall): Promise<Outcome<Actor>> {
  const who = await findStaffById(store, by.id);
  if (!who?.operatesPlatform) return refused(Code.forbidden);
  const { requestId, call = null } = by;
  const operator = `staff ${who.id} of hospital ${store.hospitalId}`;
  return done({ userType: null, userId: null, ip: null, requestId, device: null, call, operator });
}

/** Runs a step of operators for the hospital that a call names. */
export async function asOperator<Input, T>(
  { uow }: { uow: UnitOfWork },
  { id, context }: { id: string; context: OperatorCall },
  step: (input: Input, context: OperatorContext) => Promise<Outcome<T>>,
  input: Input,
): Promise<Outcome<T>> {
  const operator = await callingOperator(context);
  return operator.ok ? step(input, { ...context, by: operator.data, store: storeOf(uow, id) }) : operator;
}

/** A request that takes effect once, remembered at the hospital that it changes. */
export const onceFor = ({ by, at }: OperatorCall, operation: string, content: { clientRequestId: string }) => ({
  userId: by.id,
  key: `${operation}:${content.clientRequestId}`,
  ...{ operation, at, content },
});
