import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkPrescription } from '../../../contract/extension/check.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { readTable } from '../../../server/clinicalTables/tables.ts';
import { patientFact, patient as patientTable } from '../../../server/db/schema/patients.ts';
import { storeIntake } from '../../../server/patients/storeIntake.ts';
import { type Hospital, lineOf, type Member, morning } from '../../support/hospital.ts';
import { prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

const dayMs = 86_400_000;
const curves = readTable('growth').rows;

/** A child of eight years in a consultation, whose weight the doctor confirmed `days` ago, and a medicine by weight. */
async function child(confirmedKg: number | null, days = 1) {
  const { orderId, patientId, content } = await prescribing({ of: { patient: { birthday: '2018-05-06', gender: 1 } } });
  const drugId = await hospital.here.stock('paracetamol', 5);
  const save = (...changes: object[]) => hospital.call(savePatientFacts, doctor, { orderId, changes });
  if (confirmedKg !== null) {
    const value = { kind: 'weight', kg: confirmedKg };
    expect(await save({ op: 'add', origin: 'doctor', value })).toMatchObject({ code: 200 });
    const then = morning - days * dayMs;
    const times = { createTime: then, confirmTime: then };
    await hospital.store.change(patientFact, times, eq(patientFact.patientId, patientId));
  }
  const states = async (weightKg: number) => {
    const who = await hospital.store.first(patientTable, eq(patientTable.id, patientId));
    if (!who) throw new Error('no patient');
    await hospital.needs.uow.run(hospital.store.hospitalId, (tx) =>
      storeIntake(tx, { id: orderId, patientId, who }, { weightKg }, curves, hospital.clock.now),
    );
  };
  const confirm = async () => {
    const rows = await hospital.store.rows(patientFact, eq(patientFact.patientId, patientId));
    const stated = rows.find(({ confirmed, endTime }) => !confirmed && endTime === null);
    return save({ op: 'confirm', id: stated?.id, confirmedImplausible: true });
  };
  /** The findings of 800 mg three times a day that depend on the weight. */
  const findings = async () => {
    const lines = [lineOf(drugId, { onceDose: 800 })];
    const { data } = await hospital.call(checkPrescription, doctor, { orderId, ...content, lines });
    const { hits } = data as { hits: { ruleCode: string; params: Record<string, unknown> }[] };
    return hits.flatMap(({ ruleCode, params: { max, rule, why, age } }) =>
      ruleCode === 'childDailyDose' ? [[ruleCode, max]] : ruleCode === 'notChecked' ? [[rule, why, age]] : [],
    );
  };
  return { states, confirm, findings };
}

test('an implausible weight that the patient states relaxes no check until a doctor confirms it', async () => {
  const { states, confirm, findings } = await child(25);
  const strict = await findings();
  expect(strict).toEqual([['childDailyDose', '1875']]);
  await states(55);
  expect(await findings()).toEqual(strict);
  await states(147);
  expect(await findings()).toEqual(strict);
  expect(await confirm()).toMatchObject({ code: 200 });
  expect(await findings()).toEqual([]);
});

test('with only an implausible weight the limit by weight is not checked, and the finding says so', async () => {
  const { states, findings } = await child(null);
  await states(147);
  expect(await findings()).toEqual([['childDailyDose', 'weightUnknown', undefined]]);
});

test('an outdated weight is named with its age in the check of the platform', async () => {
  const { findings } = await child(36, 280);
  expect(await findings()).toEqual([['childDailyDose', 'factOutdated', 'nine months']]);
});
