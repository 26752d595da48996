import { checkPrescription } from '../contract/extension/check.ts';
import { acceptOrder } from '../contract/extension/consult.ts';
import { login } from '../contract/http/auth.ts';
import { awaitList, type ConsultOrder } from '../contract/http/consult.ts';
import { pageDiseases } from '../contract/http/disease.ts';
import { type Drug, listWarehouses, searchDrugs } from '../contract/http/drugs.ts';
import type { createPrescription, RuleHit } from '../contract/http/prescription.ts';
import { saveCase } from '../contract/http/record.ts';
import type { InputOf } from '../contract/operation.ts';
import { doctors, type Hospital } from './accounts.ts';
import { type Calls, calls } from './calls.ts';
import { freePatients } from './freePatients.ts';

type Creation = InputOf<typeof createPrescription>;
/** A consultation that is ready for a prescription, with its content. */
export type OpenConsultation = { call: Calls['call']; order: ConsultOrder; content: Omit<Creation, 'clientRequestId'> };

/** The calls of a doctor or a reviewer. */
export async function signInStaff({ url, hospitalId, password }: Hospital, username: string): Promise<Calls['call']> {
  let current: string | null = null;
  const { call } = calls({ url, hospitalId, language: 'en', token: () => current });
  current = (await call(login, { username, password })).accessToken;
  return call;
}

/** Three days of a medicine as it is usually taken, in one pack until the platform says how many that needs. */
export const lineOf = (medicine: Drug) => ({
  drugId: medicine.drugId,
  drugName: medicine.name,
  specification: medicine.specification,
  onceDose: medicine.defaultDose ?? 30,
  onceDoseUnit: medicine.defaultDoseUnit ?? 'mg',
  frequency: medicine.defaultFrequency ?? 'tid',
  route: medicine.defaultRoute ?? 'po',
  days: 3,
  quantity: 1,
  packUnit: medicine.packUnit,
});

type Lines = Creation['lines'];

/** The lines with as many packs as the platform's findings say that the courses need. */
export const withNeededPacks = (lines: Lines, hits: readonly RuleHit[]): Lines =>
  lines.map((line, at) => {
    const needed = hits.find(({ lineIndex, params }) => lineIndex === at && typeof params?.needed === 'number');
    return needed ? { ...line, quantity: Number(needed.params?.needed) } : line;
  });

/** What the platform says of a prescription with the packs that it needs. */
export async function checkWhole<C extends InputOf<typeof checkPrescription>>(call: Calls['call'], written: C) {
  const first = await call(checkPrescription, written);
  const lines = withNeededPacks(written.lines, first.hits);
  const content = { ...written, lines };
  const isWhole = lines.every(({ quantity }, at) => quantity === written.lines[at]?.quantity);
  return { content, ...(isWhole ? first : await call(checkPrescription, content)) };
}

/** The doctor's reasons for what the checks found. */
export const reasonsFor = (hits: readonly RuleHit[]) =>
  hits
    .filter(({ needReason }) => needReason)
    .map(({ ruleCode, level, lineIndex, params }) => ({
      ...{ ruleCode, lineIndex, severity: level, reason: 'Asked the patient' },
      ...(params?.change === undefined ? {} : { change: 'replaces' as const }),
    }));

const record = {
  chiefComplaint: 'Cough for three days',
  presentIllness: 'Dry cough, no fever',
  pastHistory: '',
  allergyHistory: 'None known',
  physicalExam: '',
  auxiliaryExam: '',
  treatmentAdvice: 'Rest and drink',
};

/** Accepts the patient and writes what the platform needs before it takes a prescription. */
async function acceptPatient(call: Calls['call'], waiting: ConsultOrder): Promise<OpenConsultation> {
  const order = await call(acceptOrder, { id: waiting.id });
  const [disease] = (await call(pageDiseases, { name: 'J20.9' })).list;
  const [warehouse] = await call(listWarehouses, {});
  if (!disease || !warehouse) throw new Error('this is not the demonstration hospital');
  const [medicine] = await call(searchDrugs, { warehouseId: warehouse.id, keyword: 'ambroxol' });
  if (!medicine) throw new Error('the demonstration has no ambroxol');
  const diagnosisList = [{ id: disease.id, code: disease.code, name: disease.name, main: true }];
  const filled = { ...record, diagnosisList, orderId: order.id, patientId: order.patient.id };
  await call(saveCase, { ...filled, status: 0, version: 0 });
  const written = { orderId: order.id, warehouseId: warehouse.id, diagnosisList, lines: [lineOf(medicine)] };
  const { content, hits } = await checkWhole(call, written);
  return { call, order, content: { ...content, overrides: reasonsFor(hits), submit: true } };
}

/** Patients come in, and three doctors in turn accept them, each ready for a prescription of the same medicine. */
export async function openConsultations(hospital: Hospital, count: number): Promise<OpenConsultation[]> {
  const staff = await Promise.all(doctors.map((name) => signInStaff(hospital, name)));
  const phones = await freePatients(hospital, count, 'en');
  const orders = await Promise.all(phones.map((phone) => phone.opensOrder('Cough for three days')));
  for (const phone of phones) phone.close();
  const waiting = (await staff[0]?.(awaitList, {})) ?? [];
  const consultations: OpenConsultation[] = [];
  for (const [n, { id }] of orders.entries()) {
    const order = waiting.find((one) => one.id === id);
    const call = staff[n % staff.length];
    if (order && call) consultations.push(await acceptPatient(call, order));
  }
  return consultations;
}
