import { obstaclesOf } from '../../clinical/checks/obstacles.ts';
import { DiseaseId, WarehouseId } from '../../contract/ids.ts';
import type { ClinicalReader } from './clinicalQueries.ts';
import { type ComposeNeeds, compose, notChecked } from './compose.ts';
import {
  diagnosesOf,
  type Finding,
  findingsOf,
  linesOf,
  overridesOf,
  type PrescriptionRow,
  patientOf,
} from './storedPrescription.ts';

/**
 * Runs the checks of a submitted prescription again, with what is known about the patient now. A line that can no longer
 * be dispensed is named with its reason.
 */
export async function recheck(reader: ClinicalReader, needs: ComposeNeeds, row: PrescriptionRow): Promise<Finding[]> {
  const order = await reader.order(row.orderId);
  const who = await reader.patient(row.patientId);
  if (!order || !who) return [...findingsOf(row), notChecked];
  const content = {
    warehouseId: WarehouseId.parse(row.warehouseId),
    rxType: row.rxType,
    diagnosisList: diagnosesOf(row).map((known) => ({ ...known, id: DiseaseId.parse(known.id) })),
    lines: linesOf(row),
    overrides: overridesOf(row),
    guardianConfirmed: patientOf(row).guardianConfirmed,
  };
  const context = { by: { id: row.doctorId, language: 'zh-CN' }, at: reader.at } as const;
  const composition = { order, patient: who, replaces: row, context, prescribedAt: row.submitTime };
  const composed = await compose(reader, content, composition);
  if (!composed.ok) return [...findingsOf(row), notChecked];
  const { available, hits } = needs.check(await composed.data.facts());
  return available ? obstaclesOf(hits, content.overrides).judged : [...findingsOf(row), notChecked];
}
