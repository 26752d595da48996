import type { FastifyInstance } from 'fastify';
import { endStaffSession, liveOperations, staffSessions } from '../../contract/extension/operations.ts';
import { done } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import type { JobFigures } from '../observe/jobFigures.ts';
import type { Observation } from '../observe/observation.ts';
import type { SharedFigures } from '../observe/sharedFigures.ts';
import { createLoopDelay, readLiveFigures, type SocketsOfHospital } from './liveFigures.ts';
import { endStaffSessionOf, readStaffSessions } from './staffSessions.ts';
import { trailRoutes } from './trailRoutes.ts';

type Needs = {
  uow: UnitOfWork;
  observation: Observation;
  socketsOfHospital: SocketsOfHospital;
  lastRuns: JobFigures['list'];
  sharedFigures: SharedFigures;
  processes: () => number;
};

/** What a hospital's administrator sees of the running platform: live figures, sessions of the staff, and the trail. */
export async function operationsPlugin(
  app: FastifyInstance,
  { uow, socketsOfHospital, ...figures }: Needs,
): Promise<void> {
  const loopDelay = createLoopDelay();
  app.addHook('onClose', async () => loopDelay.stop());
  const needs = { ...figures, loopDelay, sockets: socketsOfHospital };

  app.addOperations([
    route(liveOperations)(async (_, { tenantId, now }) => done(await readLiveFigures(needs, uow.read(tenantId), now))),
    route(staffSessions)(async (request, { user, tenantId, now }) =>
      done(await readStaffSessions(uow.read(tenantId), user, request, now)),
    ),
    route(endStaffSession)(({ id }, { user, now }) => endStaffSessionOf(uow, user, id, now)),
    ...trailRoutes(uow),
  ]);
}
