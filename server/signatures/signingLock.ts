import type { CallContext, StaffCaller } from '../accounts/caller.ts';
import type { Refused } from '../db/outcome.ts';
import { refusalOfSession } from './policy.ts';
import { findSession } from './queries.ts';

/** Why this person may not sign yet, or null. */
export const signingRefusal = async (
  { by, store }: Pick<CallContext<StaffCaller>, 'by' | 'store'>,
  isSigning = true,
): Promise<Refused | null> => (isSigning ? refusalOfSession(await findSession(store, by.sessionId)) : null);
