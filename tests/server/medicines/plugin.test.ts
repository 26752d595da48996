import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  createDoctorDisease,
  deleteDoctorDisease,
  findDoctorDiseases,
  pageDiseases,
} from '../../../contract/http/disease.ts';
import { findDrugInventory, getDrugInventory, listWarehouses, searchDrugs } from '../../../contract/http/drugs.ts';
import { drug, drugInventory } from '../../../server/db/schema/drugs.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let doctor: Member;
let foreigner: Member;
hospitalSuite(async (suite) => {
  ({ hospital, doctor } = suite);
  foreigner = await hospital.hire(false, true, hospital.elsewhere);
});

const search = async (keyword: string, as = doctor, language = 'en') => {
  const asked = { warehouseId: hospital.warehouseId, keyword, pageSize: 50 };
  const { data } = await hospital.call(searchDrugs, as, asked, { 'accept-language': language });
  return data as {
    name: string;
    drugId: string;
  }[];
};

test('a medicine is found by its names in both languages, pinyin initials and ATC, with stock and price', async () => {
  const drugId = await hospital.here.stock('amoxicillin', 7);
  for (const keyword of ['amoxi', 'AMOXI', '药品amox', 'Yunzeda', '云泽', 'amxl', 'J01CA'])
    expect((await search(keyword)).map((found) => found.drugId)).toContain(drugId);
  const [found] = await search('amoxi');
  expect(found).toMatchObject({
    name: 'amoxicillin',
    tradeName: 'Yunzeda',
    specification: '250 mg × 24 capsules/box',
    stock: 7,
    price: 1_280,
    packFactor: 24,
  });
});

test('names that begin with the typed text come first', async () => {
  await hospital.here.stock('co-ibuprofen', 1);
  await hospital.here.stock('ibuprofen', 1);
  expect((await search('ibu')).map(({ name }) => name)).toEqual(['ibuprofen', 'co-ibuprofen']);
});

test('medicines are listed by pinyin in Chinese, and by the English name in English', async () => {
  for (const [name, pinyin] of [
    ['listed zinc', 'AXX'],
    ['listed alum', 'ZMF'],
  ] as const) {
    const drugId = await hospital.here.stock(name, 1);
    await hospital.here.store.change(drug, { pinyin }, eq(drug.id, drugId));
  }
  const inEnglish = await search('listed');
  expect(inEnglish.map(({ name }) => name)).toEqual(['listed alum', 'listed zinc']);
  expect((await search('listed', doctor, 'zh-CN')).map(({ drugId }) => drugId)).toEqual(
    inEnglish.map(({ drugId }) => drugId).reverse(),
  );
});

test('typed text is never a pattern', async () => {
  expect(await search('%')).toEqual([]);
  expect(await search('_')).toEqual([]);
  expect(await search("';--\\")).toEqual([]);
});

test('a search text of wildcards is answered, and a longer one is refused', async () => {
  await search(`${'%a'.repeat(49)}%`);
  expect(
    await hospital.call(searchDrugs, doctor, { warehouseId: hospital.warehouseId, keyword: 'a'.repeat(101) }),
  ).toMatchObject({
    code: Code.badRequest,
    data: { field: 'keyword' },
  });
});

test('a medicine that the hospital has disabled is not found', async () => {
  const drugId = await hospital.here.stock('retired', 3);
  await hospital.store.change(drug, { disabled: true }, eq(drug.id, drugId));
  expect(await search('retired')).toEqual([]);
  expect(await hospital.call(findDrugInventory, doctor, { id: drugId })).toMatchObject({ code: 200, data: [] });
});

test('stock and price are current', async () => {
  const drugId = await hospital.here.stock('fresh', 3);
  const ask = { warehouseId: hospital.warehouseId, drugIds: [drugId, '999999'] };
  expect(await hospital.call(getDrugInventory, doctor, ask)).toMatchObject({
    data: [{ drugId, stock: 3, price: 1_280, status: 1 }],
  });
  await hospital.store.change(drugInventory, { stock: 1 }, eq(drugInventory.drugId, drugId));
  expect(await hospital.call(getDrugInventory, doctor, ask)).toMatchObject({ data: [{ stock: 1 }] });
  expect(await hospital.call(findDrugInventory, doctor, { id: drugId })).toMatchObject({
    data: [{ drugId, warehouseId: hospital.warehouseId, stock: 1 }],
  });
});

test('another hospital has its own warehouses and medicines', async () => {
  const drugId = await hospital.here.stock('ours', 3);
  expect(await hospital.call(listWarehouses, doctor)).toMatchObject({
    data: [{ id: hospital.warehouseId, name: 'Central', isDefault: true }],
  });
  expect(await hospital.call(listWarehouses, foreigner)).toMatchObject({
    data: [{ id: hospital.elsewhere.warehouseId }],
  });
  expect(await search('ours', foreigner)).toEqual([]);
  expect(await hospital.call(findDrugInventory, foreigner, { id: drugId })).toMatchObject({ data: [] });
});

test.each([
  ['warehouseId', { warehouseId: ['1'] }],
  ['pageSize', { pageSize: 1e9 }],
  ['pageNo', { pageNo: 0 }],
])('a wrong %s is named', async (field, wrong) => {
  const answer = await hospital.call(searchDrugs, doctor, { warehouseId: hospital.warehouseId, ...wrong });
  expect(answer).toMatchObject({ code: Code.badRequest, data: { field } });
});

test('an id beyond the range of numbers stays exact and finds nothing', async () => {
  const ask = { warehouseId: hospital.warehouseId, drugIds: ['9007199254740993'] };
  expect(await hospital.call(getDrugInventory, doctor, ask)).toMatchObject({ code: 200, data: [] });
});

const diseases = async (query: Record<string, unknown>) =>
  ((await hospital.call(pageDiseases, doctor, query)).data as { list: { code: string }[] }).list.map(
    ({ code }) => code,
  );

test('a diagnosis is found by name in both languages, pinyin initials and code', async () => {
  for (const name of ['Bronch', '支气管', 'jxz', 'J20']) expect(await diseases({ name })).toEqual(['J20.9']);
  expect(await diseases({ code: 'R50' })).toEqual(['R50.9']);
  expect(await diseases({})).toEqual(['R50.9', 'J20.9']);
});

test('a doctor adds each favourite diagnosis once, and removes it by its own id', async () => {
  const diseaseWesternId = hospital.here.fever.id;
  const kept = await hospital.call(createDoctorDisease, doctor, { diseaseWesternId });
  expect(await hospital.call(createDoctorDisease, doctor, { diseaseWesternId })).toEqual(kept);
  const doctorDiseaseWesternId = kept.data as string;
  expect(await hospital.call(findDoctorDiseases, doctor)).toMatchObject({
    data: [{ code: 'R50.9', name: 'Fever', doctorDiseaseWesternId }],
  });
  const stranger = await hospital.hire(false);
  const forget = (as: Member) => hospital.call(deleteDoctorDisease, as, { doctorDiseaseWesternId });
  expect(await hospital.call(findDoctorDiseases, stranger)).toMatchObject({ data: [] });
  expect(await forget(stranger)).toMatchObject({ code: Code.notFound });
  expect(await forget(doctor)).toMatchObject({ code: 200, data: true });
  expect(await hospital.call(findDoctorDiseases, doctor)).toMatchObject({ data: [] });
});

test('a diagnosis of another hospital cannot be a favourite', async () => {
  const diseaseWesternId = hospital.elsewhere.fever.id;
  expect(await hospital.call(createDoctorDisease, doctor, { diseaseWesternId })).toMatchObject({ code: Code.notFound });
});
