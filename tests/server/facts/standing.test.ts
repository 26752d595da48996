import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getPatientFacts, type PatientFacts, savePatientFacts } from '../../../contract/extension/facts.ts';
import { getPersonalHistory, orderDetail } from '../../../contract/http/consult.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { patientFact, patient as patientTable } from '../../../server/db/schema/patients.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { storeIntake } from '../../../server/patients/storeIntake.ts';
import { type Hospital, type Member, morning } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let doctor: Member;
hospitalSuite((suite) => {
  ({ hospital, doctor } = suite);
});

const day = 86_400_000;
const boy = { birthday: '2018-05-06', gender: 1 };
const woman = { birthday: '1996-05-06', gender: 2 };

/** A running consultation whose doctor has confirmed `values`, `days` ago. */
async function confirmed(values: readonly object[], { days = 1, patient = boy as object } = {}) {
  const order = await hospital.consultation(doctor, { patient });
  const { orderId, patientId } = order;
  const save = (changes: readonly object[]) => hospital.call(savePatientFacts, doctor, { orderId, changes });
  await save(values.map((value) => ({ op: 'add', origin: 'doctor', value })));
  const then = morning - days * day;
  await hospital.store.change(
    patientFact,
    { createTime: then, confirmTime: then },
    eq(patientFact.patientId, patientId),
  );
  const states = (value: object, time = morning) =>
    hospital.store.add(patientFact, {
      ...{ patientId, orderId, origin: 'intake', confirmed: false, createTime: time },
      value: value as never,
    });
  const read = async () => (await hospital.call(getPatientFacts, doctor, { orderId })).data as PatientFacts;
  const brief = async () =>
    ((await hospital.call(orderDetail, doctor, { id: orderId })).data as { patient: PatientBrief }).patient;
  const entry = async (kind: string) => (await brief()).facts?.find((one) => one.kind === kind);
  return { ...order, save, states, read, brief, entry };
}

test('a weight that the patient states stands beside the confirmed one until a doctor decides', async () => {
  const { orderId, patientId, entry, save, brief } = await confirmed([{ kind: 'weight', kg: 24.4 }]);
  const who = await hospital.store.first(patientTable, eq(patientTable.id, patientId));
  if (!who) throw new Error('no patient');
  await hospital.needs.uow.run(hospital.store.hospitalId, (tx) =>
    storeIntake(tx, { id: orderId, patientId, who }, { weightKg: 26.4 }, [], hospital.clock.now),
  );
  expect(await entry('weight')).toMatchObject({
    standing: 'contradictory',
    claims: [
      { value: { kg: 24.4 }, confirmed: true, by: { en: 'Dr 1' } },
      { value: { kg: 26.4 }, confirmed: false, origin: 'intake', by: null },
    ],
  });
  expect(await brief()).toMatchObject({ weightKg: 24.4 });
  const stated = (await entry('weight'))?.claims[1]?.id;
  expect(await save([{ op: 'confirm', id: stated }])).toMatchObject({ code: 200 });
  expect(await entry('weight')).toMatchObject({ standing: 'confirmed', claims: [{ value: { kg: 26.4 } }] });
});

test('a doctor keeps the confirmed value with one call, and both stay in history and trail', async () => {
  const { entry, save, states, read, patientId } = await confirmed([{ kind: 'weight', kg: 24.4 }], { days: 5 });
  await states({ kind: 'weight', kg: 53.7 });
  const [kept] = (await entry('weight'))?.claims ?? [];
  expect(await save([{ op: 'keep', id: kept?.id }])).toMatchObject({ code: 200 });
  expect(await entry('weight')).toMatchObject({
    standing: 'confirmed',
    claims: [{ value: { kg: 24.4 }, time: morning - 5 * day }],
  });
  expect((await read()).ended).toMatchObject([{ value: { kg: 53.7 }, endedBy: 'Dr 1' }]);
  const rows = await hospital.store.rows(auditTrail, eq(auditTrail.patientId, patientId));
  expect(rows.some(({ detail }) => JSON.stringify(detail).includes('keep'))).toBe(true);
});

test.each([
  ['pregnancy', { state: 'yes', week: 20 }, { state: 'no', week: null }, 'pregnant'],
  ['lactation', { state: 'yes' }, { state: 'no' }, 'lactating'],
  ['liver', { state: 'yes', note: '' }, { state: 'no', note: '' }, 'liver'],
  ['kidney', { state: 'yes', egfr: 25, creatinine: null }, { state: 'no', egfr: null, creatinine: null }, 'kidney'],
] as const)('a stated "no" never ends a confirmed "yes": %s', async (kind, yes, no, field) => {
  const { entry, states, brief } = await confirmed([{ kind, ...yes }], { patient: woman });
  await states({ kind, ...no });
  expect(await entry(kind)).toMatchObject({ standing: 'contradictory' });
  expect(await brief()).toMatchObject({ [field]: 1 });
});

test('a stated "no allergies" stands beside a confirmed allergy and never covers it', async () => {
  const value = { kind: 'allergy', code: 'amoxicillin', text: 'Amoxicillin', reaction: '', severity: 'unknown' };
  const { states, entry, brief } = await confirmed([value]);
  await states({ kind: 'noKnownAllergy' });
  expect(await entry('allergies')).toMatchObject({
    standing: 'contradictory',
    claims: [{ value: { kind: 'allergy' } }, { value: { kind: 'noKnownAllergy' } }],
  });
  expect((await brief()).allergy).toBe('Amoxicillin');
});

test('after an allergy is added the denial in the file is not shown any more, anywhere', async () => {
  const { save, read, entry, patientId, orderId } = await confirmed([], {
    patient: { ...boy, allergy: '否认药物过敏史' },
  });
  expect((await read()).written).toMatchObject([{ place: 'file', denied: true }]);
  const value = { kind: 'allergy', code: 'amoxicillin', text: 'Penicillins', reaction: '', severity: 'unknown' };
  await save([{ op: 'add', origin: 'patient', value }]);
  expect((await read()).written).toEqual([]);
  expect(await entry('allergies')).toMatchObject({ standing: 'confirmed', claims: [{ name: { en: 'Amoxicillin' } }] });
  const history = await hospital.call(getPersonalHistory, doctor, { patientId, orderId });
  expect(history).toMatchObject({ data: { allergy: 'Amoxicillin' } });
  const refusal = await save([{ op: 'add', origin: 'patient', value: { kind: 'noKnownAllergy' } }]);
  expect(refusal.msg).toContain('An allergy is recorded');
});

test.each([
  ['of an infant', '2026-01-06', 7, 31],
  ['of a small child', '2023-05-06', 14, 91],
  ['of a child', '2018-05-06', 25, 181],
  ['of an adult', '1980-05-06', 70, 731],
])('the weight %s is outdated after its days, and one call renews it', async (_, birthday, kg, days) => {
  const { entry, save } = await confirmed([{ kind: 'weight', kg }], { days, patient: { birthday, gender: 1 } });
  expect(await entry('weight')).toMatchObject({ standing: 'outdated', claims: [{ outdated: true }] });
  await save([{ op: 'renew', id: (await entry('weight'))?.claims[0]?.id }]);
  expect(await entry('weight')).toMatchObject({
    standing: 'confirmed',
    claims: [{ value: { kg }, outdated: false }],
  });
});

test('"not pregnant" is unknown after 28 days; a pregnancy stays in force with its week of today', async () => {
  const no = await confirmed([{ kind: 'pregnancy', state: 'no', week: null }], { days: 29, patient: woman });
  expect(await no.entry('pregnancy')).toMatchObject({ standing: 'outdated' });
  expect(await no.brief()).toMatchObject({ pregnant: 2 });
  const yes = await confirmed([{ kind: 'pregnancy', state: 'yes', week: 20 }], { days: 42, patient: woman });
  expect(await yes.brief()).toMatchObject({ pregnant: 1, pregnancyWeek: 26 });
});

test.each([
  ['weight', { kg: 24.4 }, 181],
  ['height', { cm: 128 }, 181],
  ['lactation', { state: 'no' }, 29],
  ['liver', { state: 'no', note: '' }, 181],
  ['kidney', { state: 'no', egfr: null, creatinine: 40 }, 181],
])('the same answer that a doctor gives again is today’s: %s', async (kind, value, days) => {
  const { entry, save } = await confirmed([{ kind, ...value }], { days });
  expect(await entry(kind)).toMatchObject({ standing: 'outdated' });
  expect(await save([{ op: 'add', origin: 'doctor', value: { kind, ...value } }])).toMatchObject({ code: 200 });
  expect(await entry(kind)).toMatchObject({ standing: 'confirmed', claims: [{ value, outdated: false }] });
});

test('a doctor who measures the confirmed value again decides against what was stated', async () => {
  const { entry, save, states } = await confirmed([{ kind: 'weight', kg: 24.4 }], { days: 0 });
  await states({ kind: 'weight', kg: 53.7 });
  expect(await entry('weight')).toMatchObject({ standing: 'contradictory' });
  await save([{ op: 'add', origin: 'doctor', value: { kind: 'weight', kg: 24.4 } }]);
  expect(await entry('weight')).toMatchObject({ standing: 'confirmed', claims: [{ value: { kg: 24.4 } }] });
});
