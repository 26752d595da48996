import type { FastifyInstance } from 'fastify';
import { endStaffSession, liveOperations, staffSessions } from '../../contract/extension/operations.ts';
import * as trail from '../../contract/extension/trail.ts';
import { route } from '../http/route.ts';
import type { JobFigures } from '../observe/jobFigures.ts';
import type { Observation } from '../observe/observation.ts';
import type { SharedFigures } from '../observe/sharedFigures.ts';
import { createLoopDelay, readLiveFigures, type SocketsOfHospital } from './liveFigures.ts';
import { findTrailPatients, searchTrail } from './searchTrail.ts';
import { endSession, readStaffSessions } from './staffSessions.ts';

type Needs = {
  observation: Observation;
  socketsOfHospital: SocketsOfHospital;
  lastRuns: JobFigures['list'];
  sharedFigures: SharedFigures;
  processes: () => number;
};

/** What a hospital's administrator sees of the running platform: live figures, sessions of the staff, and the trail. */
export async function operationsPlugin(app: FastifyInstance, { socketsOfHospital, ...figures }: Needs): Promise<void> {
  const loopDelay = createLoopDelay();
  app.addHook('onClose', async () => loopDelay.stop());

  app.addOperations([
    route(liveOperations)(readLiveFigures({ ...figures, loopDelay, sockets: socketsOfHospital })),
    route(staffSessions)(readStaffSessions),
    route(endStaffSession)(endSession),
    route(trail.searchTrail)(searchTrail),
    route(trail.findTrailPatients)(findTrailPatients),
  ]);
}
