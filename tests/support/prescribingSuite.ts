import { eq } from 'drizzle-orm';
import {
  cancelPrescription,
  createPrescription,
  editPrescription,
  getPrescription,
} from '../../contract/http/prescription.ts';
import { saveCase } from '../../contract/http/record.ts';
import { drugInventory } from '../../server/db/schema/drugs.ts';
import { imEvent } from '../../server/db/schema/messages.ts';
import { type Hospital, lineOf, type Member, wholeRecord } from './hospital.ts';
import { type HospitalSuite, hospitalSuite } from './hospitalSuite.ts';

type Data = Record<string, unknown> & { id: string; version: number };

export const dataOf = ({ data }: { data: never }) => data as Data;

/** A hospital for prescribing. */
export function prescribingSuite(have: (suite: HospitalSuite) => void) {
  let hospital: Hospital;
  let doctor: Member;
  const clock = hospitalSuite((suite) => {
    ({ hospital, doctor } = suite);
    have(suite);
  });

  /** A doctor with a complete record in a running consultation, and a medicine with this many packs in stock. */
  async function prescribing({
    packs = 10,
    record = true,
    by = doctor,
    of = {},
  }: {
    packs?: number;
    record?: boolean;
    by?: Member;
    of?: Parameters<Hospital['consultation']>[1];
  } = {}) {
    const { orderId, patientId, conversationId } = await hospital.consultation(by, of);
    if (record) await hospital.call(saveCase, by, { ...wholeRecord, orderId, patientId, status: 0, version: 0 });
    const drugId = await hospital.here.stock('amoxicillin', packs);
    const { warehouseId } = hospital;
    const diagnosisList = [{ id: hospital.here.bronchitis.id, code: 'J20.9', name: 'as typed', main: true }];
    const content = { warehouseId, diagnosisList, lines: [lineOf(drugId)] };
    const create = (more: Record<string, unknown> = {}, as = by) =>
      hospital.call(createPrescription, as, {
        orderId,
        ...content,
        submit: true,
        clientRequestId: crypto.randomUUID(),
        ...more,
      });
    const edit = (of: { id: string; version: number }, more: Record<string, unknown> = {}, as = by) =>
      hospital.call(editPrescription, as, {
        id: of.id,
        version: of.version,
        ...content,
        submit: true,
        clientRequestId: crypto.randomUUID(),
        ...more,
      });
    const cancel = (of: { id: string; version: number }, reason = 'A mistake', as = by) =>
      hospital.call(cancelPrescription, as, { id: of.id, version: of.version, reason });
    const info = (id: string, as = by) => hospital.call(getPrescription, as, { id });
    const stock = async () => (await hospital.store.first(drugInventory, eq(drugInventory.drugId, drugId)))?.stock;
    const events = async () =>
      (await hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId))).sort((a, b) => a.seq - b.seq);
    return { orderId, patientId, drugId, content, create, edit, cancel, info, stock, events };
  }

  return { clock, prescribing };
}
