import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WarehouseId } from '../../../contract/ids.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { diagnosis, drug, drugInventory, warehouse } from '../../../server/db/schema/drugs.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { createDiagnosisIndex } from '../../../server/medicines/diagnosisIndex.ts';
import { pageDiseases } from '../../../server/medicines/diseases.ts';
import { createMedicineIndex } from '../../../server/medicines/medicineIndex.ts';
import { searchMedicines } from '../../../server/medicines/readMedicines.ts';
import { answerOf, callContext } from '../../support/callContext.ts';
import { around } from '../../support/database.ts';
import { engines } from '../../support/engines.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 });

const aMedicine = {
  genericCode: 'amoxicillin',
  name: '阿莫西林胶囊',
  nameEn: 'Amoxicillin capsules',
  specification: '0.25g*24',
  dosageForm: 'capsule',
  manufacturer: 'M',
  minUnit: 'cap',
  packUnit: 'box',
  packFactor: 24,
  atc: 'J01CA04',
  tradeName: '云泽达',
  tradeNameEn: 'Yunzeda',
  pinyin: 'AMXLJN',
  ingredients: ['clavulanic-acid'],
};
const ingredientNames = { 'clavulanic-acid': { en: 'Clavulanic acid', zh: '克拉维酸' } };

describe.each(engines)('on $engine', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let hospitals = 0;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database?.end());

  async function hospital() {
    hospitals += 1;
    const [row] = await database.db
      .insert(tenant)
      .values({ name: `H${hospitals}` })
      .returning();
    const hospitalId = row?.id ?? '';
    const store = hospitalStore(database.db, hospitalId);
    const { uow } = around(database.db, () => 1_000);
    /** Another process, which shares only the database. */
    const process = () => {
      const needs = { uow: around(database.db, () => 1_000).uow, now: () => 1_000 };
      return {
        medicines: searchMedicines({ medicineIndex: createMedicineIndex({ ...needs, ingredientNames }) }),
        diseases: pageDiseases({ diagnosisIndex: createDiagnosisIndex(needs) }),
      };
    };
    const { medicines, diseases } = process();
    const warehouseId = WarehouseId.parse((await store.add(warehouse, { name: 'Main' })).id);
    const stock = async (code: string, more: Partial<typeof drug.$inferInsert> = {}) => {
      const { id: drugId } = await store.add(drug, { ...aMedicine, code, ...more });
      await store.add(drugInventory, { warehouseId, drugId, stock: 5, price: 100 });
      return drugId;
    };
    const call = callContext(uow, { id: '1', hospitalId, language: 'en' }, 1_000);
    const search = async (keyword: string, of = medicines, page = { pageNo: 1, pageSize: 50 }, house = warehouseId) =>
      answerOf(await of({ warehouseId: house, keyword, ...page }, call));
    const found = async (keyword: string, of = medicines, house = warehouseId) =>
      (await search(keyword, of, undefined, house)).map(({ drugId }) => drugId);
    return { store, uow, hospitalId, call, search, medicines, diseases, process, warehouseId, stock, found };
  }

  test('a medicine is found by name in both languages, pinyin, initials, brand, ATC, ingredient and code', async () => {
    const { stock, found } = await hospital();
    const id = await stock('a1', { searchText: '阿莫西林 Amoxicillin AMXL' });
    const words = [
      '阿莫',
      '莫西林',
      'moxi',
      'capsules',
      'amoxilin',
      'amxl',
      'AMXLJN',
      '云泽达',
      'yunze',
      'yzd',
      'yunzeda',
    ];
    for (const keyword of [...words, 'j01ca', 'clavul', '克拉维酸', 'a1', 'yunzeda 胶囊'])
      expect(await found(keyword), keyword).toEqual([id]);
    expect(await found('amoxi xyz')).toEqual([]);
  });

  test('the next search has every product that was added, changed, disabled or moved between warehouses', async () => {
    const { store, stock, found, warehouseId } = await hospital();
    const first = await stock('a1');
    expect(await found('amoxic')).toEqual([first]);
    const second = await stock('a2', { nameEn: 'Amoxicillin syrup', pinyin: 'B' });
    expect(await found('amoxic')).toEqual([first, second]);
    await store.change(drug, { nameEn: 'Ampicillin syrup' }, eq(drug.id, second));
    expect(await found('amoxic')).toEqual([first]);
    await store.change(drug, { disabled: true }, eq(drug.id, first));
    expect(await found('amoxic')).toEqual([]);
    await store.change(drug, { disabled: false }, eq(drug.id, first));
    expect(await found('amoxic')).toEqual([first]);
    const other = WarehouseId.parse((await store.add(warehouse, { name: 'Other' })).id);
    await store.change(drugInventory, { warehouseId: other }, eq(drugInventory.drugId, first));
    expect(await found('amoxic')).toEqual([]);
    expect(await found('amoxic', undefined, other)).toEqual([first]);
    await store.add(drugInventory, { warehouseId, drugId: first, stock: 1, price: 1 });
    expect(await found('amoxic')).toEqual([first]);
    await store.remove(drugInventory, eq(drugInventory.drugId, first));
    expect(await found('amoxic')).toEqual([]);
  });

  test('a deleted product is neither found nor counted', async () => {
    const { store, diseases, call } = await hospital();
    const page = async () => answerOf(await diseases({ name: 'fever', pageNo: 1, pageSize: 10 }, call));
    const kept = await store.add(diagnosis, { code: 'R50', name: '发热', nameEn: 'Fever' });
    const gone = await store.add(diagnosis, { code: 'R51', name: '发热', nameEn: 'Fever of kind two' });
    expect(await page()).toMatchObject({ total: 2, list: [{ id: kept.id }, { id: gone.id }] });
    await store.remove(diagnosis, eq(diagnosis.id, gone.id));
    expect(await page()).toMatchObject({ total: 1, list: [{ id: kept.id }] });
  });

  test('another process finds a change as soon as it is committed, and not before', async () => {
    const { uow, hospitalId, process, stock, found } = await hospital();
    const elsewhere = process().medicines;
    const id = await stock('a1');
    expect(await found('amox', elsewhere)).toEqual([id]);
    await uow.run(hospitalId, async (tx) => {
      await tx.change(drug, { disabled: true }, eq(drug.id, id));
    });
    expect(await found('amox', elsewhere)).toEqual([]);
    const undone = uow.run(hospitalId, async (tx) => {
      await tx.change(drug, { disabled: false }, eq(drug.id, id));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await found('amox', elsewhere)).toEqual([]);
  });

  test('stock and price are current, and their changes do not change revisions', async () => {
    const { store, stock, search } = await hospital();
    const id = await stock('a1');
    expect(await search('amox')).toMatchObject([{ stock: 5, price: 100 }]);
    const before = await store.first(drug, eq(drug.id, id));
    await store.change(drugInventory, { stock: 3, price: 90 }, eq(drugInventory.drugId, id));
    expect(await search('amox')).toMatchObject([{ stock: 3, price: 90 }]);
    expect((await store.first(drug, eq(drug.id, id)))?.revision).toBe(before?.revision);
  });

  test('pages contain every product once, however many there are', async () => {
    const { store, search, medicines, warehouseId } = await hospital();
    const products = Array.from({ length: 300 }, (_, n) => ({ ...aMedicine, code: `m${n}`, pinyin: `P${n % 7}` }));
    const rows = await store.addAll(drug, products);
    await store.addAll(
      drugInventory,
      rows.map(({ id }) => ({ warehouseId, drugId: id, stock: 1, price: 1 })),
    );
    const seen: string[] = [];
    for (let pageNo = 1; pageNo <= 3; pageNo += 1) {
      const page = await search('amox', medicines, { pageNo, pageSize: 120 });
      seen.push(...page.map(({ drugId }) => String(drugId)));
    }
    expect(seen).toHaveLength(300);
    expect(new Set(seen)).toEqual(new Set(rows.map(({ id }) => id)));
  });

  test('a diagnosis is found by a prefix of its code, by name, and by both', async () => {
    const { store, diseases, call } = await hospital();
    await store.add(diagnosis, { code: 'J20.9', name: '急性支气管炎', nameEn: 'Acute bronchitis', pinyin: 'JXZQGY' });
    await store.add(diagnosis, { code: 'J18.9', name: '肺炎', nameEn: 'Pneumonia', pinyin: 'FY' });
    const codes = async (query: { name?: string; code?: string }) =>
      answerOf(await diseases({ ...query, pageNo: 1, pageSize: 10 }, call)).list.map(({ code }) => code);
    expect(await codes({ code: 'J' })).toEqual(['J18.9', 'J20.9']);
    expect(await codes({ code: '20' })).toEqual([]);
    expect(await codes({ code: 'J', name: 'feiyan' })).toEqual(['J18.9']);
    expect(await codes({ name: 'j209' })).toEqual(['J20.9']);
    expect(await codes({ name: 'zhiqiguanyan' })).toEqual(['J20.9']);
  });
});
