import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { CallContext, StaffCaller } from '../accounts/caller.ts';
import { type Refused, refused } from '../db/outcome.ts';
import { loginSession } from '../db/schema/sessions.ts';

/** Why this person may not sign yet, or null. */
export async function signingRefusal(
  { by, store }: Pick<CallContext<StaffCaller>, 'by' | 'store'>,
  isSigning = true,
): Promise<Refused | null> {
  if (!isSigning) return null;
  const session = await store.first(loginSession, eq(loginSession.id, by.sessionId));
  return session?.signingLocked ? refused(Code.signingLocked) : null;
}
