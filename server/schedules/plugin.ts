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
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import { faultOf, type Log } from '../log.ts';
import { copyOneWeek, endOneLeave, planSingleDays, storeLeave, storeWeek } from './changePlan.ts';
import { createDutySync } from './dutySync.ts';
import { createLeaveStart } from './leaveBegins.ts';
import { readPlan, readWeek } from './readPlans.ts';
import { type ConnectedStaff, readDoctorHours, readTeam } from './team.ts';

/** Doctors' plans, the team of a head of department, and when patients find a doctor. */
export async function schedulesPlugin(app: FastifyInstance, needs: { connectedStaff: ConnectedStaff }): Promise<void> {
  app.addOperations([
    route(getSchedule)(readWeek),
    route(putSchedule)(storeWeek),
    route(getPlan)(readPlan),
    route(planDays)(planSingleDays),
    route(copyWeek)(copyOneWeek),
    route(addLeave)(storeLeave),
    route(endLeave)(endOneLeave),
    route(listTeam)(readTeam(needs)),
    route(patientDoctorHours)(readDoctorHours),
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
