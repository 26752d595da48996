import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { getPatientFacts, type PatientFacts, savePatientFacts } from '../../../contract/extension/facts.ts';
import { patientFact } from '../../../server/db/schema/patients.ts';
import { type Hospital, type Member, morning } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let doctor: Member;
hospitalSuite((suite) => {
  ({ hospital, doctor } = suite);
});

const dayMs = 86_400_000;
const weight = (kg: number, more: object = {}) => ({
  op: 'add',
  origin: 'doctor',
  value: { kind: 'weight', kg },
  ...more,
});

/** The consultation of a boy of three years. */
async function boy() {
  const birthday = new Date(morning - 3.2 * 365.25 * dayMs).toISOString().slice(0, 10);
  const order = await hospital.consultation(doctor, { patient: { gender: 1, birthday } });
  const { orderId } = order;
  const save = (...changes: object[]) => hospital.call(savePatientFacts, doctor, { orderId, changes });
  const current = async () =>
    ((await hospital.call(getPatientFacts, doctor, { orderId })).data as PatientFacts).current.map(
      ({ value }) => value,
    );
  return { ...order, save, current };
}

test('a weight in pounds is refused with the slip in words until the doctor says that it is right', async () => {
  const { save, current } = await boy();
  expect(await save(weight(14.7))).toMatchObject({ code: 200 });
  const refusal = await save(weight(32.4));
  expect(refusal).toMatchObject({ code: Code.implausibleMeasure, data: { why: 'outside', earlier: 14.7 } });
  expect((refusal.data as { text: { en: string } }).text.en).toContain('32.4 pounds are 14.7 kg');
  expect(await current()).toEqual([{ kind: 'weight', kg: 14.7 }]);
  expect(await save(weight(32.4, { confirmedImplausible: true }))).toMatchObject({ code: 200 });
  expect(await current()).toEqual([{ kind: 'weight', kg: 32.4, implausible: true }]);
});

test('a caller cannot mark a plausible weight, nor pass an implausible one by the mark', async () => {
  const { save, current } = await boy();
  const marked = (kg: number) => ({ ...weight(kg), value: { kind: 'weight', kg, implausible: true } });
  expect(await save(marked(147))).toMatchObject({ code: Code.implausibleMeasure });
  expect(await save(marked(14.7))).toMatchObject({ code: 200 });
  expect(await current()).toEqual([{ kind: 'weight', kg: 14.7 }]);
});

test('a height of 250 cm for a child is refused, and nothing of the same request is stored', async () => {
  const { save, current } = await boy();
  const height = { op: 'add', origin: 'doctor', value: { kind: 'height', cm: 250 } };
  expect(await save(weight(14.7), height)).toMatchObject({ code: Code.implausibleMeasure });
  expect(await current()).toEqual([]);
});

test.each([
  ['en', /must be in centimetres; 1\.2 m is 120/],
  ['zh-CN', /须以厘米填写，1\.2 米应写 120/],
])('a height in metres is refused with the likely slip in words: %s', async (language, words) => {
  const { orderId, current } = await boy();
  const changes = [{ op: 'add', origin: 'doctor', value: { kind: 'height', cm: 1.2 } }];
  const refusal = await hospital.call(savePatientFacts, doctor, { orderId, changes }, { 'accept-language': language });
  expect(refusal).toMatchObject({ code: Code.badRequest, msg: expect.stringMatching(words) });
  expect(await current()).toEqual([]);
});

test('a stated implausible weight asks the doctor who confirms it', async () => {
  const { save, current, patientId } = await boy();
  const stated = { patientId, origin: 'intake', confirmed: false, createTime: morning } as const;
  const { id } = await hospital.here.store.add(patientFact, {
    ...stated,
    value: { kind: 'weight', kg: 32.4, implausible: true },
  });
  expect(await save({ op: 'confirm', id })).toMatchObject({ code: Code.implausibleMeasure });
  expect(await save({ op: 'confirm', id, confirmedImplausible: true })).toMatchObject({ code: 200 });
  expect(await current()).toEqual([{ kind: 'weight', kg: 32.4, implausible: true }]);
});

/** The consultation of a girl of twelve years. */
async function girl() {
  const birthday = new Date(morning - 12.2 * 365.25 * dayMs).toISOString().slice(0, 10);
  const order = await hospital.consultation(doctor, { patient: { gender: 2, birthday } });
  const save = (...changes: object[]) => hospital.call(savePatientFacts, doctor, { orderId: order.orderId, changes });
  return { ...order, save };
}

const height = (cm: number) => ({ op: 'add', origin: 'doctor', value: { kind: 'height', cm } });

test.each([
  ['en', /body mass index of 34\.2.*75 jin are 37\.5 kg/],
  ['zh-CN', /体质指数（BMI）为 34\.2.*75 斤等于 37\.5 公斤/],
])('weight and height of one request that fit no child together are refused with the slip: %s', async (lang, words) => {
  const { orderId } = await girl();
  const refusal = await hospital.call(
    savePatientFacts,
    doctor,
    { orderId, changes: [weight(75), height(148)] },
    { 'accept-language': lang },
  );
  expect(refusal).toMatchObject({ code: Code.implausibleMeasure, data: { why: 'bmi' } });
  const { text } = refusal.data as { text: { en: string; zh: string } };
  expect(lang === 'en' ? text.en : text.zh).toMatch(words);
});

test('a weight in jin is refused beside a height that is already known', async () => {
  const { save } = await girl();
  expect(await save(height(148))).toMatchObject({ code: 200 });
  expect(await save(weight(75))).toMatchObject({ code: Code.implausibleMeasure, data: { why: 'bmi' } });
  expect(await save(weight(45))).toMatchObject({ code: 200 });
});
