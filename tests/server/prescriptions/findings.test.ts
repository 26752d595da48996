import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { checkPrescription } from '../../../contract/extension/check.ts';
import { drug } from '../../../server/db/schema/drugs.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { type Hospital, lineOf, type Member, morning } from '../../support/hospital.ts';
import { dataOf, prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

test('a medicine that is banned online is refused with its line and the source of the ban', async () => {
  const { create } = await prescribing();
  const drugId = await hospital.here.stock('morphine', 5);
  expect(await create({ lines: [lineOf(drugId)] })).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { lineErrors: [], ruleHits: [{ ruleCode: 'onlineBan', level: 'block', lineIndex: 0, detail: 'Not online' }] },
  });
});

test('a child below six needs a guardian', async () => {
  const { create } = await prescribing({ of: { patient: { birthday: '2022-01-01', weightKg: 18 } } });
  const refused = await create();
  expect(refused).toMatchObject({ code: Code.prescriptionLinesRefused });
  expect(JSON.stringify(refused.data)).toContain('guardianMissing');
  expect(await create({ guardianConfirmed: true })).toMatchObject({ code: 200 });
});

test('a warning needs a written reason, which is stored', async () => {
  const { create, info, content } = await prescribing();
  const [line] = content.lines;
  const lines = [{ ...line, days: 10, quantity: 3 }];
  expect(await create({ lines })).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { ruleHits: [{ ruleCode: 'supplyDays', level: 'warn', needReason: true, lineIndex: 0 }] },
  });
  const blank = [{ ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason: '  ' }];
  expect((await create({ lines, overrides: blank })).code).toBe(Code.badRequest);
  const overrides = [{ ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason: 'Travels abroad' }];
  const created = await create({ lines, overrides });
  expect(created).toMatchObject({ code: 200 });
  expect(await info(dataOf(created).id)).toMatchObject({ data: { overrides } });
});

test('the check call returns the findings of a submission and stores nothing', async () => {
  const { orderId, content, drugId } = await prescribing();
  const check = (lines: object[], more: object = {}) =>
    hospital.call(checkPrescription, doctor, { orderId, ...content, lines, ...more });
  expect(await check([lineOf(drugId)])).toMatchObject({ code: 200, data: { available: true, hits: [] } });
  expect(await check([lineOf(drugId, { onceDose: 1_500, quantity: 3 })])).toMatchObject({
    data: { hits: [{ ruleCode: 'maxSingleDose' }, { ruleCode: 'maxDailyDose' }] },
  });
});

test('a step above the maximum is found, and a step without a regular frequency refuses its line', async () => {
  const { orderId, content, drugId } = await prescribing();
  const check = (over: Record<string, unknown>) =>
    hospital.call(checkPrescription, doctor, { orderId, ...content, lines: [lineOf(drugId, over)] });
  expect(await check({ quantity: 2, steps: [{ dose: 1_500, frequency: 'tid', days: 1 }] })).toMatchObject({
    data: { hits: [{ ruleCode: 'maxSingleDose' }, { ruleCode: 'maxDailyDose' }] },
  });
  expect(await check({ frequency: 'prn', maxTimes: 12 })).toMatchObject({ data: { hits: [{ level: 'warn' }] } });
  expect(await check({ steps: [{ dose: 250, frequency: 'prn', days: 1 }] })).toMatchObject({
    data: { hits: expect.arrayContaining([expect.objectContaining({ ruleCode: 'unusableLine', lineIndex: 0 })]) },
  });
  expect(await check({ frequency: 'st', firstDose: 1_000 })).toMatchObject({
    data: { hits: expect.arrayContaining([expect.objectContaining({ ruleCode: 'unusableLine', level: 'block' })]) },
  });
});

test('doses by time of day that contradict themselves are refused at their field, in words', async () => {
  const { create, drugId } = await prescribing();
  const doses = (...given: [string, number][]) => given.map(([moment, dose]) => ({ moment, dose }));
  const errors = async (over: Record<string, unknown>) => {
    const lines = [lineOf(drugId, { frequency: 'bid', onceDose: 500, ...over })];
    const answer = await create({ lines });
    const { lineErrors = [] } = answer.data as unknown as { lineErrors?: { field: string; msg: string }[] };
    expect(lineErrors.every(({ msg }) => /[.。]|[，,]|dose/.test(msg))).toBe(true);
    return lineErrors.map(({ field }) => field);
  };
  const two = doses(['morning', 500], ['evening', 250]);
  expect(await errors({ dayDoses: two })).toEqual([]);
  expect(await errors({ dayDoses: two, frequency: 'tid' })).toEqual(['dayDoses']);
  expect(await errors({ dayDoses: two, frequency: 'qod' })).toEqual(['dayDoses']);
  expect(await errors({ dayDoses: two, onceDose: 250 })).toEqual(['onceDose']);
  expect(await errors({ dayDoses: two, firstDose: 1_000 })).toEqual(['firstDose']);
  expect(await errors({ dayDoses: doses(['morning', 500], ['morning', 250]) })).toEqual(['dayDoses']);
  expect(await errors({ dayDoses: doses(['morning', 500]), frequency: 'qd' })).toEqual(['dayDoses']);
});

test.each([
  ['one box for thirty days', { days: 30 }, ['supplyDays warn', 'tooFewPacks warn']],
  ['fifty boxes for five days', { days: 5, quantity: 50 }, ['supplyDays block', 'excessPacks warn']],
  ['three boxes where one is enough', { quantity: 3 }, ['supplyDays warn', 'excessPacks warn']],
  ['a thousandth of a capsule', { onceDose: 0.25 }, ['portion block']],
  ['half a capsule', { onceDose: 125 }, ['portion block']],
])('%s is not simply submitted', async (_, wrong, found) => {
  const { create, drugId } = await prescribing({ packs: 99 });
  const answer = await create({ lines: [lineOf(drugId, wrong)] });
  expect(answer).toMatchObject({ code: Code.prescriptionLinesRefused, data: { lineErrors: [] } });
  const { ruleHits } = answer.data as { ruleHits: { ruleCode: string; level: string }[] };
  expect(ruleHits.map(({ ruleCode, level }) => `${ruleCode} ${level}`)).toEqual(found);
});

test('a dose far from the usual one of the medicine list needs a reason', async () => {
  const { create, drugId } = await prescribing();
  await hospital.store.change(drug, { defaultDose: 3, defaultDoseUnit: 'g' }, eq(drug.id, drugId));
  expect(await create()).toMatchObject({
    data: {
      ruleHits: [{ ruleCode: 'unusualDose', level: 'warn', params: { taken: '0.5', usual: '3', unit: 'g' } }],
    },
  });
});

test('an unlisted medicine that the patient takes is reported as not checked, also from leftover packs', async () => {
  const { create, orderId, content, drugId } = await prescribing();
  const supply = { ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason: 'Travels' };
  const stored = dataOf(await create({ lines: [lineOf(drugId, { quantity: 2 })], overrides: [supply] }));
  const later = morning - 6 * 86_400_000;
  await hospital.store.change(prescription, { submitTime: later }, eq(prescription.id, stored.id));
  const other = await hospital.here.stock('ibuprofen', 5);
  const check = () => hospital.call(checkPrescription, doctor, { orderId, ...content, lines: [lineOf(other)] });
  expect(await check()).toMatchObject({ data: { hits: [] } });
  await hospital.store.change(drug, { genericCode: 'nobody-knows' }, eq(drug.id, drugId));
  const rule = 'duplicateIngredient,duplicateClass,interaction';
  const left = { rule, why: 'otherDrugUnknown', others: 'amoxicillin' };
  expect(await check()).toMatchObject({
    data: { hits: expect.arrayContaining([expect.objectContaining({ ruleCode: 'notChecked', params: left })]) },
  });
});

test('a medicine that the patient already takes is found, but a prescription is not compared with itself', async () => {
  const { orderId, content, create } = await prescribing();
  const { id } = dataOf(await create());
  const check = (more: object) => hospital.call(checkPrescription, doctor, { orderId, ...content, ...more });
  expect(JSON.stringify((await check({})).data)).toContain('duplicateIngredient');
  expect(await check({ id })).toMatchObject({ data: { hits: [] } });
});
