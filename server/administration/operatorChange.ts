import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { findStaffById } from '../accounts/accountQueries.ts';
import type { CallContext, StaffCaller } from '../accounts/caller.ts';
import { attempt, done, type Outcome, refused } from '../db/outcome.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import type { OperatorChange } from './hospitalChanges.ts';

export type OperatorCall = CallContext<StaffCaller>;

/**
 * The change as the hospital's trail shows it: by nobody of its own. Name, address and device of the operator are on the
 * trail of their own hospital, under the same request id. The stored right is asked again, because the accounts of tokens
 * are cached for seconds.
 */
export async function operatorChangeBy({ by, at, store }: OperatorCall): Promise<Outcome<OperatorChange>> {
  const who = await findStaffById(store, by.id);
  if (!who?.operatesPlatform) return refused(Code.forbidden);
  const { requestId, call = null } = by;
  const outsider = { userType: null, userId: null, ip: null, requestId, device: null, call };
  return done({ actor: outsider, at, by: `staff ${who.id} of hospital ${store.hospitalId}` });
}

/** Whether the transaction's hospital exists; it then does for good. */
const isHospital = async (tx: Transaction) => (await tx.db.$count(tenant, eq(tenant.id, tx.hospitalId))) > 0;

/** Runs one transaction of the hospital that an operator changes. */
export async function changeAsOperator<T>(
  { uow }: { uow: UnitOfWork },
  { id, context }: { id: string; context: OperatorCall },
  work: (tx: Transaction, change: OperatorChange) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const by = await operatorChangeBy(context);
  if (!by.ok) return by;
  return attempt(uow, id, async (tx) => ((await isHospital(tx)) ? work(tx, by.data) : refused(Code.notFound)));
}

/** A request that takes effect once, remembered at the hospital that it changes. */
export const onceFor = ({ by, at }: OperatorCall, operation: string, content: { clientRequestId: string }) => ({
  userId: by.id,
  key: `${operation}:${content.clientRequestId}`,
  ...{ operation, at, content },
});
