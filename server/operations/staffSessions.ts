import { eq, inArray } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { endStaffSession, staffSessions } from '../../contract/extension/operations.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import { type CallContext, type StaffCaller, UserType } from '../accounts/caller.ts';
import { endSessions } from '../accounts/sessions.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { loginSession } from '../db/schema/sessions.ts';
import { appendTrail } from '../trail/trail.ts';
import { openStaffSessions } from './queries.ts';
import { sessionsOnWire } from './wire.ts';

/** The open sessions of the hospital's staff, or of one of them, the latest used first. */
export const readStaffSessions = async (
  { staffId }: RequestOf<typeof staffSessions>,
  context: CallContext<StaffCaller>,
): Promise<Outcome<ReplyInputOf<typeof staffSessions>>> =>
  done(sessionsOnWire(await openStaffSessions(context.store, staffId, context.at), context));

/** Ends a session of the hospital's staff; patients' sessions are none of an administrator's. */
export const endSession = ({ id }: RequestOf<typeof endStaffSession>, { by, at, store }: CallContext) =>
  store.run(async (tx) => {
    const found = await tx.locked(
      loginSession,
      eq(loginSession.id, id),
      inArray(loginSession.userType, [UserType.staff]),
    );
    if (!found) return refused(Code.notFound);
    if (found.revokeTime === null) await endSessions(tx, [found], 'ended by an administrator', at);
    await appendTrail(tx, by, at, {
      action: 'cancel',
      entity: 'session',
      entityId: id,
      patientId: null,
      purpose: null,
      outcome: 'ok',
      detail: { staffId: found.userId },
    });
    return done(true as const);
  });
