import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { pageDiagnoses, retireDiagnosis, saveDiagnosis } from '../../../contract/extension/diagnoses.ts';
import {
  correctStock,
  getMedicine,
  pageMedicines,
  retireMedicine,
  saveMedicine,
} from '../../../contract/extension/medicines.ts';
import { pageDiseases } from '../../../contract/http/disease.ts';
import { searchDrugs } from '../../../contract/http/drugs.ts';
import { createPrescription } from '../../../contract/http/prescription.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { type Hospital, lineOf, type Member } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';
import { newMedicine } from '../../support/medicines.ts';

let hospital: Hospital;
let doctor: Member;
let admin: Member;
hospitalSuite(async (suite) => {
  ({ hospital, doctor } = suite);
  admin = await hospital.administrator();
});

type Saved = { id: string; revision: number };
const add = async (code: string, more: object = {}) =>
  (await hospital.call(saveMedicine, admin, { ...newMedicine, code, ...more, id: null, revision: null })).data as Saved;
const found = async (keyword: string) =>
  (await hospital.call(searchDrugs, doctor, { warehouseId: hospital.warehouseId, keyword, pageSize: 50 })).data as {
    drugId: string;
    name: string;
    stock: number;
    price: number;
  }[];
const trailOf = (entityId: string) => hospital.store.rows(auditTrail, eq(auditTrail.entityId, entityId));

test('doctors find a new medicine by pinyin at once, without packs and at its price', async () => {
  const { id } = await add('a1');
  const [medicine] = (await found('amxlghxj')).filter(({ drugId }) => drugId === id);
  expect(medicine).toMatchObject({ name: 'Amoxicillin powder for suspension', stock: 0, price: 1_550 });
  expect(await trailOf(id)).toMatchObject([{ action: 'create', entity: 'medicine', outcome: 'ok' }]);
});

test('a change is based on the last one, and the trail has the names of the fields and not their texts', async () => {
  const { id, revision } = await add('a2');
  const change = { ...newMedicine, code: 'a2', id, revision, nameEn: 'Amoxicillin dry suspension', price: 1_600 };
  expect(await hospital.call(saveMedicine, admin, change)).toMatchObject({ code: 200 });
  expect(await hospital.call(saveMedicine, admin, change)).toMatchObject({
    code: Code.duplicateRequest,
    msg: 'This was changed meanwhile. Open it again, then make your change',
  });
  expect((await found('dry suspension'))[0]).toMatchObject({ drugId: id, price: 1_600 });
  const rows = await trailOf(id);
  expect(rows.map(({ outcome, detail }) => [outcome, detail?.fields ?? null])).toEqual([
    ['ok', expect.anything()],
    ['ok', ['nameEn', 'price']],
    ['refused', null],
  ]);
  expect(JSON.stringify(rows)).not.toContain('dry suspension');
});

test.each([
  ['code', { code: 'a b' }, 'Use letters, digits, dots, underscores and hyphens only'],
  [
    'genericCode',
    { genericCode: 'snake-oil' },
    'The clinical tables have no generic “snake-oil”, so it could not be checked',
  ],
  ['antibioticLevel', { antibioticLevel: 0 }, 'The antibiotic level of this generic is at least 1'],
  ['dosageForm', { dosageForm: 'cloud' }, 'There is no dosage form “cloud”'],
  ['packUnit', { packUnit: 'barrel' }, 'There is no unit “barrel”'],
  ['strength', { strength: null }, 'Fill in both the number and its unit, or neither'],
  ['defaultFrequency', { defaultFrequency: 'hourly' }, 'There is no frequency “hourly”'],
  ['defaultRoute', { defaultRoute: 'iv' }, 'This form is not given by “iv”, only by'],
])('a wrong %s is refused at its field', async (field, wrong, msg) => {
  const input = { ...newMedicine, code: 'a3', ...wrong, id: null, revision: null };
  const answer = await hospital.call(saveMedicine, admin, input);
  expect(answer).toMatchObject({ code: Code.badRequest, data: { field } });
  expect(answer.msg).toContain(msg);
});

test('doctors see that a medicine is on high alert', async () => {
  const { id } = await add('a7', { highAlert: true });
  const shown = (await found('amxlghxj')).find(({ drugId }) => drugId === id);
  expect(shown).toMatchObject({ highAlert: true });
});

test('units may be written in Chinese, and a code belongs to one medicine', async () => {
  const { id } = await add('a4', { packUnit: '盒', minUnit: '袋' });
  expect((await hospital.call(getMedicine, admin, { id })).data).toMatchObject({
    medicine: { packUnit: 'box', minUnit: 'sachet' },
  });
  expect(
    await hospital.call(saveMedicine, admin, { ...newMedicine, code: 'a4', id: null, revision: null }),
  ).toMatchObject({
    code: Code.badRequest,
    data: { field: 'code' },
  });
});

test('a retired medicine is found by administrators only, and prescriptions keep it', async () => {
  const { orderId } = await hospital.consultation(doctor);
  const drugId = await hospital.here.stock('amoxicillin', 9);
  const diagnosisList = [{ id: hospital.here.bronchitis.id, code: 'J20.9', name: 'Acute bronchitis', main: true }];
  const line = lineOf(drugId, {});
  const written = await hospital.call(createPrescription, doctor, {
    ...{ orderId, warehouseId: hospital.warehouseId, diagnosisList, lines: [line] },
    ...{ submit: false, clientRequestId: crypto.randomUUID() },
  });
  const { id } = written.data as { id: string };
  const linesBefore = (await hospital.store.first(prescription, eq(prescription.id, id)))?.lines;
  expect(linesBefore).toHaveLength(1);
  const { medicine } = (await hospital.call(getMedicine, admin, { id: drugId })).data as { medicine: Saved };
  const retire = { id: drugId, revision: medicine.revision, retired: true };
  expect(await hospital.call(retireMedicine, admin, retire)).toMatchObject({ code: 200 });
  expect((await found('yunzeda')).map((one) => one.drugId)).not.toContain(drugId);
  const listed = async (state: string) =>
    (
      (await hospital.call(pageMedicines, admin, { keyword: 'yunzeda', state, pageSize: 50 })).data as { list: Saved[] }
    ).list.map((one) => one.id);
  expect(await listed('retired')).toContain(drugId);
  expect(await listed('current')).not.toContain(drugId);
  expect((await hospital.store.first(prescription, eq(prescription.id, id)))?.lines).toEqual(linesBefore);
});

test('a stock correction has a reason, and is refused when packs were dispensed meanwhile', async () => {
  const { id } = await add('a5');
  const correction = { id, warehouseId: hospital.warehouseId, before: 0, after: 40, reason: 'Delivery of May 6' };
  expect(await hospital.call(correctStock, admin, correction)).toMatchObject({ data: { stock: 40 } });
  expect(await hospital.call(correctStock, admin, correction)).toMatchObject({
    code: Code.stockShort,
    msg: 'The stock is now 40. Count again, then correct it',
  });
  expect((await found('amxlghxj')).find(({ drugId }) => drugId === id)).toMatchObject({ stock: 40 });
  expect((await hospital.call(getMedicine, admin, { id })).data).toMatchObject({
    warehouses: [{ stock: 40 }],
    corrections: [{ before: 0, after: 40, reason: 'Delivery of May 6' }],
  });
});

test('a diagnosis is added, renamed and retired, and doctors find what is current', async () => {
  const offered = async (name: string) =>
    ((await hospital.call(pageDiseases, doctor, { name })).data as { list: { name: string }[] }).list.map(
      (one) => one.name,
    );
  const fields = { code: 'J45.9', name: '支气管哮喘', nameEn: 'Asthma', words: ['wheeze'] };
  const added = (await hospital.call(saveDiagnosis, admin, { ...fields, id: null, revision: null })).data as Saved;
  expect(await offered('zqgxc')).toEqual(['Asthma']);
  const renamed = await hospital.call(saveDiagnosis, admin, { ...fields, ...added, nameEn: 'Bronchial asthma' });
  expect(await offered('wheeze')).toEqual(['Bronchial asthma']);
  const { revision } = renamed.data as Saved;
  expect(await hospital.call(retireDiagnosis, admin, { id: added.id, revision, retired: true })).toMatchObject({
    code: 200,
  });
  expect(await offered('wheeze')).toEqual([]);
  expect((await hospital.call(pageDiagnoses, admin, { keyword: 'wheeze' })).data).toMatchObject({
    list: [{ retired: true }],
  });
  expect(
    await hospital.call(saveDiagnosis, admin, { ...fields, code: 'asthma', id: null, revision: null }),
  ).toMatchObject({
    code: Code.badRequest,
    data: { field: 'code' },
  });
});

test('only administrators change catalogues, and only those of their own hospital', async () => {
  const { id, revision } = await add('a6');
  const change = { ...newMedicine, code: 'a6', id, revision };
  expect(await hospital.call(saveMedicine, doctor, change)).toMatchObject({ code: Code.forbidden });
  expect(await hospital.call(saveMedicine, await hospital.hire(true), change)).toMatchObject({ code: Code.forbidden });
  const foreigner = await hospital.administrator(hospital.elsewhere);
  expect(await hospital.call(saveMedicine, foreigner, change)).toMatchObject({ code: Code.notFound });
  expect(await hospital.call(getMedicine, foreigner, { id })).toMatchObject({ code: Code.notFound });
});
