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

const kidney = (over: { egfr?: number; creatinine?: number; implausible?: boolean }) => ({
  ...{ kind: 'kidney', state: 'unknown', egfr: null, creatinine: null },
  ...over,
});
const adding = (over: Parameters<typeof kidney>[0], more: object = {}) => ({
  ...{ op: 'add', origin: 'doctor', value: kidney(over) },
  ...more,
});

/** The consultation of somebody of this age. */
async function someone(years: number) {
  const birthday = new Date(morning - (years + 0.2) * 365.25 * 86_400_000).toISOString().slice(0, 10);
  const order = await hospital.consultation(doctor, { patient: { gender: 1, birthday } });
  const { orderId } = order;
  const save = (...changes: object[]) => hospital.call(savePatientFacts, doctor, { orderId, changes });
  const current = async () =>
    ((await hospital.call(getPatientFacts, doctor, { orderId })).data as PatientFacts).current.map(
      ({ value }) => value,
    );
  return { ...order, save, current };
}

test('a creatinine in mg/dL is refused with the slip in words until the doctor says that it is right', async () => {
  const { save, current } = await someone(50);
  const refusal = await save(adding({ creatinine: 6 }));
  expect(refusal).toMatchObject({ code: Code.implausibleMeasure, data: { measure: 'creatinine', why: 'outside' } });
  const { text } = refusal.data as { text: { en: string; zh: string } };
  expect(text.en).toContain('6 mg/dL are 530 µmol/L');
  expect(text.zh).toContain('6 mg/dL 等于 530 µmol/L');
  expect(await current()).toEqual([]);
  expect(await save(adding({ creatinine: 6 }, { confirmedImplausible: true }))).toMatchObject({ code: 200 });
  expect(await current()).toEqual([kidney({ creatinine: 6, implausible: true })]);
});

test.each([
  [50, { creatinine: 850 }, 'place further left it is 85 µmol/L'],
  [5, { creatinine: 400 }, 'place further left it is 40 µmol/L'],
  [50, { egfr: 3 }, 'place further right it is 30 ml/min/1.73 m²'],
  [50, { egfr: 240 }, 'place further left it is 24 ml/min/1.73 m²'],
] as const)('at %d years %o is refused with the decimal point named', async (years, over, words) => {
  const { save, current } = await someone(years);
  const refusal = await save(adding(over));
  expect(refusal).toMatchObject({ code: Code.implausibleMeasure });
  expect((refusal.data as { text: { en: string } }).text.en).toContain(words);
  expect(await current()).toEqual([]);
});

test.each([
  [50, { creatinine: 85 }],
  [80, { creatinine: 560 }],
  [5, { creatinine: 35 }],
  [50, { egfr: 12 }],
  [30, { egfr: 140 }],
] as const)('at %d years %o is stored without a question', async (years, over) => {
  const { save, current } = await someone(years);
  expect(await save(adding(over))).toMatchObject({ code: 200 });
  expect(await current()).toEqual([kidney(over)]);
});

test('a creatinine five times the confirmed one is asked about, and a smaller change is not', async () => {
  const { save } = await someone(50);
  expect(await save(adding({ creatinine: 60 }))).toMatchObject({ code: 200 });
  expect(await save(adding({ creatinine: 590 }))).toMatchObject({
    code: Code.implausibleMeasure,
    data: { why: 'change', earlier: 60, slip: { meant: 59 } },
  });
  expect(await save(adding({ creatinine: 240 }))).toMatchObject({ code: 200 });
});

test('a caller cannot mark a plausible creatinine, nor pass an implausible one by the mark', async () => {
  const { save, current } = await someone(50);
  expect(await save(adding({ creatinine: 9, implausible: true }))).toMatchObject({ code: Code.implausibleMeasure });
  expect(await save(adding({ creatinine: 90, implausible: true }))).toMatchObject({ code: 200 });
  expect(await current()).toEqual([kidney({ creatinine: 90 })]);
});

test('a stated implausible eGFR asks the doctor who confirms it', async () => {
  const { save, current, patientId } = await someone(50);
  const stated = { patientId, origin: 'patient', confirmed: false, createTime: morning } as const;
  const value = { kind: 'kidney', state: 'yes', egfr: 2, creatinine: null } as const;
  const { id } = await hospital.here.store.add(patientFact, { ...stated, value });
  expect(await save({ op: 'confirm', id })).toMatchObject({ code: Code.implausibleMeasure });
  expect(await save({ op: 'confirm', id, confirmedImplausible: true })).toMatchObject({ code: 200 });
  expect(await current()).toEqual([{ ...value, implausible: true }]);
});

test.each([
  ['en', /must be in µmol\/L; 1 mg\/dL is 88\.4/],
  ['zh-CN', /须以 µmol\/L 填写，1 mg\/dL 应写 88\.4/],
])('a creatinine that can only be one in mg/dL is refused in words: %s', async (language, words) => {
  const { orderId, current } = await someone(50);
  const changes = [adding({ creatinine: 0.9 }, { confirmedImplausible: true })];
  const refusal = await hospital.call(savePatientFacts, doctor, { orderId, changes }, { 'accept-language': language });
  expect(refusal).toMatchObject({ code: Code.badRequest, msg: expect.stringMatching(words) });
  expect(await current()).toEqual([]);
});
