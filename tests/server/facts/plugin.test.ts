import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { checkPrescription } from '../../../contract/extension/check.ts';
import {
  getPatientFacts,
  type PatientFacts,
  savePatientFacts,
  searchAllergens,
} from '../../../contract/extension/facts.ts';
import type { FactValue } from '../../../contract/factValue.ts';
import { orderDetail } from '../../../contract/http/consult.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { patientFact } from '../../../server/db/schema/patients.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { type Hospital, lineOf, type Member, morning, wholeRecord } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let doctor: Member;
let drugId: string;
hospitalSuite((suite) => {
  ({ hospital, doctor } = suite);
});
beforeEach(async () => {
  drugId = await hospital.here.stock('amoxicillin', 100);
});

const allergyTo = (code: string | null, text = 'Amoxicillin: rash') => ({
  op: 'add',
  origin: 'patient',
  value: { kind: 'allergy', code, text, reaction: 'rash', severity: 'moderate' },
});
const fact = (value: object) => ({ op: 'add', origin: 'doctor', value });

async function consulting(overrides: Parameters<Hospital['consultation']>[1] = {}) {
  const order = await hospital.consultation(doctor, overrides);
  const { orderId } = order;
  const save = (changes: readonly object[], as = doctor) => hospital.call(savePatientFacts, as, { orderId, changes });
  const read = async (as = doctor) => (await hospital.call(getPatientFacts, as, { orderId })).data as PatientFacts;
  const check = async () => {
    const lines = [lineOf(drugId)];
    const content = { orderId, warehouseId: hospital.warehouseId, diagnosisList: [], lines };
    const { data } = await hospital.call(checkPrescription, doctor, content);
    return (data as { hits: { ruleCode: string; level: string; params: { rule?: string } }[] }).hits;
  };
  return { ...order, save, read, check };
}

test('a coded allergy is stored with who stated it, and the next check refuses the medicine', async () => {
  const { save, read, check } = await consulting();
  expect((await check()).some(({ ruleCode }) => ruleCode === 'allergy')).toBe(false);
  expect(await save([allergyTo('amoxicillin')])).toMatchObject({ code: 200 });
  const [kept] = (await read()).current;
  expect(kept).toMatchObject({ confirmed: true, origin: 'patient', by: 'Dr 1', value: { code: 'amoxicillin' } });
  expect(await check()).toContainEqual(expect.objectContaining({ ruleCode: 'allergy', level: 'block' }));
});

test('an allergy without a code is reported as not checked until somebody gives it one', async () => {
  const { save, read, check } = await consulting();
  await save([allergyTo(null, 'amoxicilin, years ago')]);
  const { current, written } = await read();
  expect(written).toMatchObject([
    { text: 'amoxicilin, years ago', place: 'fact', offers: [{ code: 'amoxicillin', name: 'Amoxicillin' }] },
  ]);
  expect(await check()).toContainEqual(
    expect.objectContaining({ ruleCode: 'notChecked', params: expect.objectContaining({ rule: 'allergy' }) }),
  );
  await save([{ op: 'confirm', id: current[0]?.id, code: 'amoxicillin' }]);
  expect((await read()).written).toEqual([]);
  expect(await check()).toContainEqual(expect.objectContaining({ ruleCode: 'allergy', level: 'block' }));
});

test('a written allergy is checked once its codes are confirmed, and what it denies is not offered', async () => {
  const { save, read, check } = await consulting();
  const text = 'no aspirin allergy, but amoxicillin and ibuprofin';
  await save([allergyTo(null, text)]);
  const [written] = (await read()).written;
  expect(written?.offers.map(({ code }) => code).toSorted()).toEqual(['amoxicillin', 'ibuprofen']);
  await save([allergyTo('amoxicillin', text), allergyTo('ibuprofen', text)]);
  const { current, written: left } = await read();
  expect(left).toEqual([]);
  expect(current.map(({ value }) => value)).toMatchObject([{ code: 'amoxicillin' }, { code: 'ibuprofen' }]);
  const unchecked = (await check()).filter(({ params }) => params.rule === 'allergy');
  expect(unchecked).toEqual([]);
});

test('what the patient wrote in the file is offered with its code; "none known" beside one is refused', async () => {
  const { save, read } = await consulting({ patient: { allergy: '阿莫西林过敏' } });
  expect((await read()).written).toMatchObject([{ place: 'file', offers: [{ code: 'amoxicillin' }] }]);
  await save([allergyTo('amoxicillin', '阿莫西林过敏')]);
  expect((await read()).written).toEqual([]);
  expect(await save([fact({ kind: 'noKnownAllergy' })])).toMatchObject({
    code: Code.badRequest,
    data: { field: 'changes.noKnownAllergy' },
  });
});

test('a later weight ends the earlier one, which stays as history; lists show the later one', async () => {
  const { save, read } = await consulting();
  await save([fact({ kind: 'weight', kg: 61 })]);
  await save([fact({ kind: 'weight', kg: 58.5 })]);
  const { current, ended, patient: brief } = await read();
  expect(current.map(({ value }) => value)).toEqual([{ kind: 'weight', kg: 58.5 }]);
  expect(ended).toMatchObject([{ value: { kind: 'weight', kg: 61 }, endedBy: 'Dr 1' }]);
  expect(brief.weightKg).toBe(58.5);
});

test('all changes are stored or none', async () => {
  const { save, read } = await consulting();
  const answer = await save([fact({ kind: 'weight', kg: 61 }), allergyTo('no-such-code')]);
  expect(answer).toMatchObject({ code: Code.badRequest });
  expect((await read()).current).toEqual([]);
});

test('the same statement sent twice is stored once', async () => {
  const { save, read } = await consulting();
  await save([fact({ kind: 'weight', kg: 61 })]);
  await save([fact({ kind: 'weight', kg: 61 })]);
  const { current, ended } = await read();
  expect([current.length, ended.length]).toEqual([1, 0]);
});

test('a statement that was withdrawn with a reason no longer counts', async () => {
  const { save, read, check } = await consulting();
  await save([allergyTo('amoxicillin')]);
  const [kept] = (await read()).current;
  await save([{ op: 'withdraw', id: kept?.id, reason: 'Confused with another medicine' }]);
  expect((await read()).ended).toMatchObject([{ endReason: 'Confused with another medicine' }]);
  expect((await check()).some(({ ruleCode, level }) => ruleCode === 'allergy' && level === 'block')).toBe(false);
});

test('only the doctor of the running consultation changes statements; each change is on the trail', async () => {
  const { save, patientId } = await consulting();
  const other = await hospital.hire(false);
  expect(await save([fact({ kind: 'weight', kg: 61 })], other)).toMatchObject({ code: Code.notFound });
  await save([fact({ kind: 'weight', kg: 61 })]);
  const rows = await hospital.store.rows(
    auditTrail,
    eq(auditTrail.patientId, patientId),
    eq(auditTrail.action, 'update'),
  );
  expect(rows).toMatchObject([
    { entity: 'patient', outcome: 'refused', userId: other.id },
    { entity: 'patient', outcome: 'ok', detail: { changes: ['add weight'] } },
  ]);
});

test('a text of the record is read for allergies, a denial as such', async () => {
  const { read, orderId, patientId } = await consulting();
  const record = { ...wholeRecord, orderId, patientId, status: 0, version: 0, allergyHistory: 'NKDA' };
  await hospital.call(saveCase, doctor, record);
  expect((await read()).written).toMatchObject([{ place: 'record', denied: true, offers: [] }]);
});

test('allergens are found while typing, in both languages and with misspellings', async () => {
  const find = async (keyword: string) =>
    ((await hospital.call(searchAllergens, doctor, { keyword })).data as { code: string }[]).map(({ code }) => code);
  expect(await find('amox')).toEqual(['amoxicillin']);
  expect(await find('amoxycilin')).toEqual(['amoxicillin']);
  expect(await find('布洛')).toEqual(['ibuprofen']);
  expect(await find('Augmentin')).toEqual(['amoxicillin']);
  expect(await find('')).toEqual([]);
});

test('a medicine stated in words gets a code of a generic, and only of a generic', async () => {
  const { save, read } = await consulting();
  await save([fact({ kind: 'medicine', genericCode: null, name: 'ibu', dose: '200 mg' })]);
  const id = (await read()).current[0]?.id;
  expect(await save([{ op: 'confirm', id, code: 'penicillins' }])).toMatchObject({ code: Code.badRequest });
  expect(await save([{ op: 'confirm', id, code: 'ibuprofen' }])).toMatchObject({ code: 200 });
  expect((await read()).current).toMatchObject([
    { value: { kind: 'medicine', genericCode: 'ibuprofen', name: 'ibu' } },
  ]);
  const unknown = fact({ kind: 'medicine', genericCode: 'no-such', name: 'x', dose: '' });
  expect(await save([unknown])).toMatchObject({ code: Code.badRequest });
});

test('an order says when the weight was stated and the week of pregnancy now', async () => {
  const { save, orderId, patientId } = await consulting({ patient: { gender: 2, birthday: '1995-01-01' } });
  const patientNow = async () => {
    const { data } = await hospital.call(orderDetail, doctor, { id: orderId });
    return (data as { patient: object }).patient;
  };
  expect(await patientNow()).toMatchObject({ weightKg: null, weightTime: null, pregnancyWeek: null });
  await save([fact({ kind: 'weight', kg: 61 }), fact({ kind: 'pregnancy', state: 'yes', week: 20 })]);
  const statedAt = hospital.clock.now - 15 * 86_400_000;
  await hospital.store.change(
    patientFact,
    { createTime: statedAt, confirmTime: statedAt },
    eq(patientFact.patientId, patientId),
  );
  expect(await patientNow()).toMatchObject({ weightKg: 61, weightTime: statedAt, pregnant: 1, pregnancyWeek: 22 });
  await save([fact({ kind: 'weight', kg: 62 }), fact({ kind: 'pregnancy', state: 'no', week: null })]);
  expect(await patientNow()).toMatchObject({ weightTime: hospital.clock.now, pregnant: 0, pregnancyWeek: null });
});

test('weeks of pregnancy are whole', async () => {
  const { save } = await consulting();
  const weeks = (week: number) => save([fact({ kind: 'pregnancy', state: 'yes', week })]);
  expect(await weeks(3.7)).toMatchObject({ code: Code.badRequest, data: { field: 'changes.0.value.week' } });
  expect(await weeks(3)).toMatchObject({ code: 200 });
});

test('a confirmed allergy that gets another code ends and stays as history', async () => {
  const { save, read } = await consulting();
  await save([allergyTo('amoxicillin', 'tablets for pain')]);
  await save([{ op: 'confirm', id: (await read()).current[0]?.id, code: 'ibuprofen' }]);
  const { current, ended } = await read();
  expect(current).toMatchObject([{ value: { code: 'ibuprofen', text: 'tablets for pain' }, origin: 'patient' }]);
  expect(ended).toMatchObject([{ value: { code: 'amoxicillin' }, endedBy: 'Dr 1' }]);
});

test('"none known" of an intake form is not confirmed beside an allergy, and a confirmed allergy ends it', async () => {
  const { save, read, patientId, orderId } = await consulting();
  const stated = { patientId, orderId, origin: 'intake', confirmed: false, createTime: morning } as const;
  const none = await hospital.store.add(patientFact, { ...stated, value: { kind: 'noKnownAllergy' } });
  const { value } = allergyTo('amoxicillin') as { value: FactValue };
  const allergy = await hospital.store.add(patientFact, { ...stated, value });
  expect(await save([{ op: 'confirm', id: none.id }])).toMatchObject({
    code: Code.badRequest,
    data: { field: 'changes.noKnownAllergy' },
  });
  expect(await save([{ op: 'confirm', id: allergy.id }])).toMatchObject({ code: 200 });
  expect((await read()).current.map(({ value }) => value.kind)).toEqual(['allergy']);
});

test('a patient has a limited number of statements, and the refusal says what to do', async () => {
  const { save } = await consulting();
  const batch = (n: number) =>
    save(
      Array.from({ length: 50 }, (_, at) =>
        fact({ kind: 'medicine', genericCode: null, name: `${n}-${at}`, dose: '' }),
      ),
    );
  for (const n of [1, 2, 3, 4]) expect(await batch(n)).toMatchObject({ code: 200 });
  expect(await batch(5)).toMatchObject({ code: Code.badRequest, msg: expect.stringContaining('Withdraw') });
});

test("a refused change is on the patient's trail", async () => {
  const { save, patientId, orderId } = await consulting();
  const other = await hospital.hire(false);
  await save([fact({ kind: 'weight', kg: 61 })], other);
  expect(await hospital.store.rows(auditTrail, eq(auditTrail.userId, other.id))).toMatchObject([
    { outcome: 'refused', entity: 'patient', purpose: `order:${orderId}`, patientId },
  ]);
});
