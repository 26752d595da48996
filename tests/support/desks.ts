import { checkPrescription } from '../../contract/extension/check.ts';
import { acceptOrder } from '../../contract/extension/consult.ts';
import { login } from '../../contract/http/auth.ts';
import { awaitList, type ConsultOrder } from '../../contract/http/consult.ts';
import { pageDiseases } from '../../contract/http/disease.ts';
import { type Drug, listWarehouses, searchDrugs } from '../../contract/http/drugs.ts';
import type { createPrescription } from '../../contract/http/prescription.ts';
import { saveCase } from '../../contract/http/record.ts';
import type { InputOf } from '../../contract/operation.ts';
import { type Calls, calls } from '../../simulator/calls.ts';
import { wholeRecord } from './hospital.ts';
import { freePatients } from './patient.ts';
import { demoPassword } from './signIn.ts';

type Creation = InputOf<typeof createPrescription>;
/** A consultation that is ready for a prescription, with its content. */
export type Desk = { call: Calls['call']; order: ConsultOrder; content: Omit<Creation, 'clientRequestId'> };

/** The calls of somebody of the demonstration hospital. */
export async function signedIn(url: string, username: string): Promise<Calls['call']> {
  let held: string | null = null;
  const { call } = calls({ url, tenantId: '1', language: 'en', token: () => held });
  held = (await call(login, { username, password: demoPassword })).accessToken;
  return call;
}

/** Three days of a medicine as it is usually taken, in one pack. */
export const lineOf = (drug: Drug) => ({
  drugId: drug.drugId,
  drugName: drug.name,
  specification: drug.specification,
  onceDose: drug.defaultDose ?? 30,
  onceDoseUnit: drug.defaultDoseUnit ?? 'mg',
  frequency: drug.defaultFrequency ?? 'tid',
  route: drug.defaultRoute ?? 'po',
  days: 3,
  quantity: 1,
  packUnit: drug.packUnit,
});

/** What the platform needs to accept a prescription of one medicine for this patient. */
async function readyToPrescribe(call: Calls['call'], waiting: ConsultOrder): Promise<Desk> {
  const order = await call(acceptOrder, { id: waiting.id });
  const [disease] = (await call(pageDiseases, { name: 'J20.9' })).list;
  const [warehouse] = await call(listWarehouses, {});
  const [drug] = await call(searchDrugs, { warehouseId: warehouse?.id as never, keyword: 'ambroxol' });
  if (!disease || !warehouse || !drug) throw new Error('the demonstration has changed');
  const diagnosisList = [{ id: disease.id, code: disease.code, name: disease.name, main: true }];
  const record = { ...wholeRecord, diagnosisList, orderId: order.id, patientId: order.patient.id };
  await call(saveCase, { ...record, status: 0, version: 0 });
  const content = { orderId: order.id, warehouseId: warehouse.id, diagnosisList, lines: [lineOf(drug)] };
  const { hits } = await call(checkPrescription, content);
  const overrides = hits
    .filter(({ needReason }) => needReason)
    .map(({ ruleCode, level, lineIndex }) => ({ ruleCode, lineIndex, severity: level, reason: 'Asked the patient' }));
  return { call, order, content: { ...content, overrides, submit: true } };
}

/** Consultations of three doctors, each ready for a prescription of the same medicine. */
export async function openDesks(url: string, count: number): Promise<Desk[]> {
  const doctors = await Promise.all(['doctor01', 'doctor02', 'doctor03'].map((name) => signedIn(url, name)));
  const phones = await freePatients(url, count);
  const orders = await Promise.all(phones.map((phone) => phone.opensOrder('Cough for three days')));
  for (const phone of phones) phone.close();
  const [first] = doctors;
  const waiting = (await first?.(awaitList, {})) ?? [];
  const desks: Desk[] = [];
  for (const [n, { id }] of orders.entries()) {
    const order = waiting.find((one) => one.id === id);
    const call = doctors[n % doctors.length];
    if (order && call) desks.push(await readyToPrescribe(call, order));
  }
  return desks;
}
