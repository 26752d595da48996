import { eq } from 'drizzle-orm';
import { verificationCodes } from '../../contract/extension/audit.ts';
import { createPrescription } from '../../contract/http/prescription.ts';
import { saveCase } from '../../contract/http/record.ts';
import { drugInventory } from '../../server/db/schema/drugs.ts';
import { imEvent } from '../../server/db/schema/messages.ts';
import { type Hospital, lineOf, type Member, wholeRecord } from './hospital.ts';

/** All ten verifications, ticked. */
export const allTicked = verificationCodes.map((code) => ({ code, ok: true }));

/** A submitted prescription of one pack, with this many in stock, as a reviewer sees it. */
export async function submitted(
  hospital: Hospital,
  by: Member,
  { packs = 10, ...more }: { packs?: number } & Record<string, unknown> = {},
  of?: Parameters<Hospital['consultation']>[1],
) {
  const { orderId, patientId, conversationId } = await hospital.consultation(by, of);
  await hospital.call(saveCase, by, { ...wholeRecord, orderId, patientId, status: 0, version: 0 });
  const drugId = await hospital.here.stock('amoxicillin', packs);
  const { warehouseId } = hospital;
  const diagnosisList = [{ id: hospital.here.bronchitis.id, code: 'J20.9', name: '', main: true }];
  const content = { warehouseId, diagnosisList, lines: [lineOf(drugId)], ...more };
  const created = await hospital.call(createPrescription, by, {
    orderId,
    ...content,
    submit: true,
    clientRequestId: crypto.randomUUID(),
  });
  if (created.code !== 200) throw new Error(`not submitted: ${JSON.stringify(created)}`);
  const { id, version } = created.data as { id: string; version: number };
  const stock = async () => (await hospital.store.first(drugInventory, eq(drugInventory.drugId, drugId)))?.stock;
  const events = () => hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId));
  return { id, version, orderId, patientId, conversationId, drugId, content, stock, events };
}
