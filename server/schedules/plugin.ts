import type { FastifyInstance } from 'fastify';
import {
  addLeave,
  copyWeek,
  endLeave,
  getPlan,
  getSchedule,
  listTeam,
  patientDoctorHours,
  planDays,
  putSchedule,
} from '../../contract/extension/schedule.ts';
import type { Database } from '../db/connection.ts';
import { done } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import { faultOf, type Log } from '../log.ts';
import { copyOneWeek, endOneLeave, planSingleDays, storeLeave, storeWeek } from './changePlan.ts';
import { type ConnectedStaff, readDoctorHours, readTeam } from './doctorLists.ts';
import { createDutySync } from './dutySync.ts';
import { createLeaveStart } from './leaveBegins.ts';
import { readPlan, readWeek } from './readPlans.ts';

type Needs = { uow: UnitOfWork; connectedStaff: ConnectedStaff };

/** Doctors' plans, the team of a head of department, and when patients find a doctor. */
export async function schedulesPlugin(app: FastifyInstance, { uow, connectedStaff }: Needs): Promise<void> {
  app.addOperations([
    route(getSchedule)((query, { user: by }) => readWeek(uow.read(by.tenantId), by, query)),
    route(putSchedule)(async (week, { user: by, now: at }) => {
      const outcome = await storeWeek(uow, { by, at }, week);
      return outcome.ok ? done(true as const) : outcome;
    }),
    route(getPlan)((query, { user: by }) => readPlan(uow.read(by.tenantId), by, query)),
    route(planDays)((request, { user: by, now: at }) => planSingleDays(uow, { by, at }, request)),
    route(copyWeek)((request, { user: by, now: at }) => copyOneWeek(uow, { by, at }, request)),
    route(addLeave)((request, { user: by, now: at }) => storeLeave(uow, { by, at }, request)),
    route(endLeave)((request, { user: by, now: at }) => endOneLeave(uow, { by, at }, request)),
    route(listTeam)((_, { user: by, now: at }) =>
      readTeam({ store: uow.read(by.tenantId), connectedStaff }, { by, at }),
    ),
    route(patientDoctorHours)(async (_, { user, now }) => done(await readDoctorHours(uow.read(user.tenantId), now))),
  ]);
}

/** Periodic jobs of schedules. */
export function scheduleJobs({ log, ...needs }: { db: Database; uow: UnitOfWork; now: () => number; log: Log }): Job[] {
  const onFault = (cause: unknown, leaveId: string) =>
    log.error('a leave could not begin', { leaveId, ...faultOf(cause) });
  return [
    { name: 'duty follows the schedules', everyMs: 15_000, run: createDutySync(needs) },
    { name: 'leave begins', everyMs: 15_000, run: createLeaveStart({ ...needs, onFault }) },
  ];
}
