import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/sessions.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, refused } from '../db/outcome.ts';
import { loginSession } from '../db/schema/sessions.ts';
import { appendTrail, type TrailEntry } from '../trail/trail.ts';
import { type CallContext, type StaffCaller, UserType } from './caller.ts';
import { acceptedSignIns, ofHolder, openSessionsOf, refusedSignIns } from './sessionQueries.ts';
import { endSessions, endSessionsOf } from './sessions.ts';
import { openSessionsOnWire, signInsOnWire } from './sessionWire.ts';

type Call = CallContext<StaffCaller>;

const ending = (entityId: string | null, detail: Record<string, unknown>): TrailEntry => ({
  action: 'cancel',
  entity: 'session',
  entityId,
  patientId: null,
  purpose: null,
  outcome: 'ok',
  detail,
});

/** The open sessions of the person. */
export const listSessions = async (_: unknown, { by, at, store }: Call) =>
  done(openSessionsOnWire(await openSessionsOf(store, by, at), by, at));

/** Sign-ins and refused attempts of the last 30 days, newest first. */
export async function listSignIns(_: unknown, { by, at, store }: Call) {
  const accepted = await acceptedSignIns(store, by, at);
  return done(signInsOnWire(accepted, await refusedSignIns(store, by, at), at));
}

/** Ends one of the person's sessions. */
export const endSession = ({ id }: RequestOf<typeof contract.endSession>, { by, at, store }: Call) =>
  store.run(async (tx) => {
    const found = await tx.locked(loginSession, eq(loginSession.id, id), ofHolder(by));
    if (!found) return refused(Code.notFound);
    if (found.revokeTime === null) await endSessions(tx, [found], 'ended by the person', at);
    await appendTrail(tx, by, at, ending(id, {}));
    return done(true as const);
  });

/** Ends all sessions of the person but this one. */
export const endOtherSessions = (_: unknown, { by, at, store }: Call) =>
  store.run(async (tx) => {
    const holder = { userType: UserType.staff, userId: by.id };
    const ended = await endSessionsOf(tx, holder, by.sessionId, 'ended by the person', at);
    await appendTrail(tx, by, at, ending(null, { ended }));
    return done({ ended });
  });
