import type { FastifyInstance } from 'fastify';
import { dueWork, workTrend } from '../../contract/extension/overview.ts';
import { done } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import type { NameOf } from '../patients/factNames.ts';
import { readDueWork } from './dueWork.ts';
import { readWorkTrend } from './workTrend.ts';

/** A doctor's own work across orders, records and prescriptions. */
export async function overviewPlugin(
  app: FastifyInstance,
  { uow, nameOf }: { uow: UnitOfWork; nameOf: NameOf },
): Promise<void> {
  app.addOperations([
    route(workTrend)(async (_, { user: by, now: at }) => done(await readWorkTrend(uow, { by, at }))),
    route(dueWork)(async (_, { user: by, now: at }) => done(await readDueWork(uow, { by, at, nameOf }))),
  ]);
}
