import type { FastifyInstance } from 'fastify';
import { dueWork, workTrend } from '../../contract/extension/overview.ts';
import { route } from '../http/route.ts';
import type { NameOf } from '../patients/factNames.ts';
import { readDueWork } from './dueWork.ts';
import { readWorkTrend } from './workTrend.ts';

/** A doctor's own work across orders, records and prescriptions. */
export async function overviewPlugin(app: FastifyInstance, needs: { nameOf: NameOf }): Promise<void> {
  app.addOperations([route(workTrend)(readWorkTrend), route(dueWork)(readDueWork(needs))]);
}
