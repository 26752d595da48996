import type { CallContext, Staff } from '../../server/accounts/caller.ts';
import { storeOf } from '../../server/db/store.ts';
import type { UnitOfWork } from '../../server/db/unitOfWork.ts';

type Caller = Pick<Staff, 'id' | 'hospitalId' | 'language'> & Partial<Staff>;

/** The context of a use case that is called without HTTP. */
export const callContext = (uow: UnitOfWork, by: Caller, at: number): CallContext => {
  const roles = { name: '', isAuditor: false, isAdministrator: false };
  const actor = { userType: 2, userId: by.id, ip: null, requestId: null };
  return { by: { ...roles, ...actor, ...by }, at, store: storeOf(uow, by.hospitalId), language: by.language };
};

/** What a use case that is not refused answers. */
export function answerOf<T>(outcome: { ok: true; data: T } | { ok: false }): T {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.data;
}
