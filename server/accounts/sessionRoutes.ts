import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { endOtherSessions, endSession, listSessions, recentSignIns } from '../../contract/extension/sessions.ts';
import { done, refused } from '../db/outcome.ts';
import { loginSession } from '../db/schema/sessions.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import { appendTrail, type TrailEntry } from '../trail/trail.ts';
import { UserType } from './caller.ts';
import { ofHolder, openSessionsOf, signInsOf } from './ownSessions.ts';
import { endSessions, endSessionsOf } from './sessions.ts';

const ending = (entityId: string | null, detail: Record<string, unknown>): TrailEntry => ({
  action: 'cancel',
  entity: 'session',
  entityId,
  patientId: null,
  purpose: null,
  outcome: 'ok',
  detail,
});

/** Where a person is signed in, and ending it elsewhere. */
export function sessionRoutes({ uow }: { uow: UnitOfWork }) {
  return [
    route(listSessions)(async (_, { user, tenantId, now }) =>
      done(await openSessionsOf(uow.read(tenantId), user, now)),
    ),

    route(recentSignIns)(async (_, { user, tenantId, now }) => done(await signInsOf(uow.read(tenantId), user, now))),

    route(endSession)(async ({ id }, { user, tenantId, actor, now }) =>
      uow.run(tenantId, async (tx) => {
        const found = await tx.locked(loginSession, eq(loginSession.id, id), ofHolder(user));
        if (!found) return refused(Code.notFound);
        if (found.revokeTime === null) await endSessions(tx, [found], 'ended by the person', now);
        await appendTrail(tx, actor, now, ending(id, {}));
        return done(true as const);
      }),
    ),

    route(endOtherSessions)(async (_, { user, tenantId, actor, now }) =>
      uow.run(tenantId, async (tx) => {
        const holder = { userType: UserType.staff, userId: user.id };
        const ended = await endSessionsOf(tx, holder, user.sessionId, 'ended by the person', now);
        await appendTrail(tx, actor, now, ending(null, { ended }));
        return done({ ended });
      }),
    ),
  ];
}
