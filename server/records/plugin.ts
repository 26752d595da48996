import type { FastifyInstance } from 'fastify';
import { addCaseAddendum, getCase, saveCase } from '../../contract/http/record.ts';
import { route } from '../http/route.ts';
import { createSignerOf } from '../signatures/signer.ts';
import { addAddendum } from './addenda.ts';
import { findRecord } from './readRecord.ts';
import { type RecordNeeds, saveRecord } from './saveRecord.ts';

/** Medical records. */
export async function recordsPlugin(app: FastifyInstance, needs: RecordNeeds): Promise<void> {
  app.addOperations([
    route(saveCase)(saveRecord(needs)),
    route(getCase)(findRecord(needs)),
    route(addCaseAddendum)(addAddendum(createSignerOf(needs.links.unsigned))),
  ]);
}
