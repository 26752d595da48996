import type { FastifyInstance } from 'fastify';
import { addCaseAddendum, getCase, saveCase } from '../../contract/http/record.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { KeyOf, Links } from '../files/links.ts';
import { route } from '../http/route.ts';
import type { NameOf } from '../patients/factNames.ts';
import { createSignerOf } from '../signatures/signer.ts';
import { audited } from '../trail/audited.ts';
import { addAddendum } from './addenda.ts';
import { createRecords } from './records.ts';

/** Medical records. */
export async function recordsPlugin(
  app: FastifyInstance,
  needs: { uow: UnitOfWork; keyOf: KeyOf; links: Pick<Links, 'renew' | 'unsigned'>; nameOf: NameOf },
): Promise<void> {
  const records = createRecords(needs);
  const signerOf = createSignerOf(needs.links.unsigned);
  app.addOperations([
    route(saveCase)((save, { user: by, now: at }) => records.save({ by, at }, save)),
    route(getCase)((which, { user: by, now: at }) => records.find({ by, at }, which)),
    route(addCaseAddendum)((request, { user: by, now: at }) => {
      const { orderId } = request;
      const entry = { action: 'update', entity: 'record', entityId: null, orderId } as const;
      return audited(needs.uow, { by, at }, entry, (tx) => addAddendum(tx, { by, at }, request, signerOf));
    }),
  ]);
}
