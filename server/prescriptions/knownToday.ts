import type { PatientSummary } from '../../clinical/facts/summaryShape.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { consultOrder } from '../db/schema/orders.ts';
import type { patient } from '../db/schema/patients.ts';
import { consultationTexts, summaryFrom } from '../patients/knownPatient.ts';
import type { ClinicalReader } from './clinicalQueries.ts';
import type { PrescriptionRow } from './storedPrescription.ts';

type Patient = typeof patient.$inferSelect;
type Order = typeof consultOrder.$inferSelect;

type Placed = Pick<PrescriptionRow, 'orderId' | 'patientId'>;

/** The patient of a prescription with what is known now; null if the order or the patient is gone. */
export async function readToday(reader: ClinicalReader, { orderId, patientId }: Placed) {
  const order = await reader.order(orderId);
  const who = await reader.patient(patientId);
  return order && who && { order, who, summary: await knownOf(reader, who, order) };
}

async function readKnown(reader: ClinicalReader, who: Patient, order: Order): Promise<PatientSummary> {
  const texts = consultationTexts(order, await reader.record(order.id));
  const settings = await reader.settings();
  return summaryFrom({ who, facts: await reader.facts(who.id), texts, settings, nameOf: reader.nameOf }, reader.at);
}

/** What is known about a patient in a consultation. */
export function knownOf(reader: ClinicalReader, who: Patient, order: Order): Promise<PatientSummary> {
  const known = reader.summaries.get(order.id) ?? readKnown(reader, who, order);
  reader.summaries.set(order.id, known);
  return known;
}

const open: readonly number[] = [PrescriptionStatus.draft, PrescriptionStatus.pending, PrescriptionStatus.approved];

/** Whether what becomes known about the patient still matters to a prescription. */
export const isOpen = ({ status, expireTime }: Pick<PrescriptionRow, 'status' | 'expireTime'>, at: number): boolean =>
  open.includes(status) && (status !== PrescriptionStatus.approved || expireTime > at);
