import { sql } from 'drizzle-orm';
import type { LocalText } from '../../clinical/words/localText.ts';
import type { Generic } from '../clinicalTables/tableSchemas.ts';
import { readTable } from '../clinicalTables/tables.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { flagsOf } from '../db/roles.ts';
import { diagnosis, drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import { schedule } from '../db/schema/schedules.ts';
import { consultConfig, qualification, quickReply, staff } from '../db/schema/staff.ts';
import { department, notice } from '../db/schema/tenants.ts';
import { insertDictionaries } from '../hospitals/insertDictionaries.ts';
import { readStandardTable } from '../hospitals/standardTables.ts';
import { columnsOfGeneric } from '../medicines/columnsOfGeneric.ts';
import { onSale } from '../medicines/stock.ts';
import { type SeedStaff, seedConsultConfigs, seedNotices, seedSchedule } from './hospitals.ts';
import type { Product } from './tableSchemas.ts';
import { readDemoTable } from './tables.ts';

const inBoth = ({ zh, en }: LocalText) => ({ name: zh, nameEn: en });
const day = 86_400_000;

/** Inserts dictionaries, icons, departments, notices and shared quick replies. */
export async function insertOffice(store: HospitalStore, at: number): Promise<void> {
  await insertDictionaries(store);
  const departments = [...departmentsOf()].map(([code, name], at) => ({
    id: String(code),
    sort: at + 1,
    ...inBoth(name),
  }));
  await store.addAll(department, departments);
  await store.addAll(
    notice,
    seedNotices.map(({ position, tone, title, text, link }) => ({
      position,
      tone,
      title: title.zh,
      titleEn: title.en,
      text: text.zh,
      textEn: text.en,
      link,
      startTime: at,
    })),
  );
  const replies = readDemoTable('quick-replies').rows.filter(({ department }) => department === null);
  await store.addAll(
    quickReply,
    replies.map(({ title, content, sort }) => ({
      title: title.zh,
      content: content.zh,
      sort,
      type: 2,
      createTime: at,
    })),
  );
}

const medicineOf = (product: Product, generic: Generic | undefined) => {
  const { code, specification, dosageForm, manufacturer, approvalNo, minUnit, packUnit, packFactor, strength } =
    product;
  return {
    code,
    dosageForm,
    approvalNo,
    minUnit,
    packUnit,
    packFactor,
    pinyin: product.pinyin,
    ...inBoth(product.name),
    genericCode: product.generic,
    tradeName: product.tradeName?.zh ?? null,
    tradeNameEn: product.tradeName?.en ?? null,
    specification: specification.zh,
    specificationEn: specification.en,
    manufacturer: manufacturer.zh,
    manufacturerEn: manufacturer.en,
    strength: strength.value,
    strengthUnit: strength.unit,
    defaultDose: product.defaultDose.value,
    defaultDoseUnit: product.defaultDose.unit,
    defaultFrequency: product.defaultFrequency,
    defaultRoute: product.defaultRoute,
    antibioticLevel: generic?.antibioticLevel ?? 0,
    ...columnsOfGeneric(generic),
  };
};

/**
 * Inserts the diagnoses from one parameter: several thousand rows with a parameter for each value would take five times as
 * long and make the first start noticeably slower.
 */
async function insertDiagnoses(store: HospitalStore) {
  const rows = readTable('diagnoses').rows.map(({ name, words, ...row }) => ({
    ...row,
    ...inBoth(name),
    searchText: words.join('\n'),
  }));
  await store.db.execute(sql`
insert into ${diagnosis} (tenant_id, code, name, name_en, pinyin, search_text)
select ${store.hospitalId}::bigint, code, name, "nameEn", pinyin, "searchText"
from json_to_recordset(${JSON.stringify(rows)}::json)
 as row(code text, name text, "nameEn" text, pinyin text, "searchText" text)`);
  return store.rows(diagnosis);
}

/** Inserts warehouses, medicines with their stock, and diagnoses. Returns the rows by their codes. */
export async function insertPharmacy(store: HospitalStore) {
  const warehouseRows = readDemoTable('warehouses').rows;
  const generics = new Map(readTable('generics').rows.map((generic) => [generic.code, generic]));
  const products = readDemoTable('products').rows;
  const warehouses = await store.addAll(
    warehouse,
    warehouseRows.map(({ name, type, isDefault }, sort) => ({ ...inBoth(name), type, isDefault, sort })),
  );
  const medicines = await store.addAll(
    drug,
    products.map((product) => medicineOf(product, generics.get(product.generic))),
  );
  const medicineByCode = new Map(medicines.map((row) => [row.code, row]));
  const stock = warehouseRows.flatMap(({ code }, index) =>
    products.flatMap((product) => {
      const [place, item] = [warehouses[index], medicineByCode.get(product.code)];
      const packs = product.stock[code];
      if (!place || !item || packs === undefined) return [];
      return [{ warehouseId: place.id, drugId: item.id, stock: packs, price: product.price, status: onSale }];
    }),
  );
  const inventory = await store.addAll(drugInventory, stock);
  const diagnoses = await insertDiagnoses(store);
  return {
    warehouseId: warehouses[warehouseRows.findIndex(({ isDefault }) => isDefault)]?.id ?? '',
    drugs: medicineByCode,
    inventory,
    diagnoses: new Map(diagnoses.map((row) => [row.code, row])),
  };
}

export type PharmacyRows = Awaited<ReturnType<typeof insertPharmacy>>;

function departmentsOf(): ReadonlyMap<number, LocalText> {
  const entries =
    readStandardTable('dictionaries').rows.find(({ type }) => type === 'hosp_standard_dept')?.entries ?? [];
  return new Map(entries.map(({ value, label }) => [Number(value), label]));
}

/** The name of a department by its number. */
export const departmentName = (department: number): LocalText => departmentsOf().get(department) ?? { en: '', zh: '' };

/** Inserts the staff with accounts, qualifications, configurations and schedules. Returns them by user name. */
export async function insertStaff(
  store: HospitalStore,
  people: readonly SeedStaff[],
  passwordHash: string,
  at: number,
) {
  const departments = departmentsOf();
  const departmentOf = ({ department: code }: SeedStaff) =>
    code === null
      ? {}
      : {
          deptId: String(code),
          deptName: departments.get(code)?.zh ?? '',
          deptNameEn: departments.get(code)?.en ?? '',
        };
  const rows = await store.addAll(
    staff,
    people.map((one) => ({
      username: one.username,
      mobile: one.mobile,
      gender: one.gender,
      ...flagsOf(one.role),
      // One reviewer of each hospital also reviews certificates.
      reviewsCertificates: one.role === 'auditor' && one.username.endsWith('1'),
      headsDept: one.headsDept ?? false,
      operatesPlatform: one.operatesPlatform ?? false,
      passwordHash,
      createTime: at,
      ...inBoth(one.name),
      ...departmentOf(one),
      titleCode: one.title,
      scienceTitleCode: one.academicTitle,
      goodAt: one.goodAt.zh,
      introduction: one.introduction.zh,
      dutyState: one.role === 'administrator' ? ('away' as const) : ('online' as const),
      dutyTime: at,
    })),
  );
  for (const { id: doctorId, username } of rows) {
    const one = people.find((person) => person.username === username);
    if (one?.role === 'administrator') continue;
    await store.add(qualification, {
      doctorId,
      titleCode: one?.title ?? null,
      deptId: String(one?.department ?? 0),
      auditStatus: 1,
      updateTime: at,
      practiceCertNo: one?.practiceCertNo ?? '',
      qualificationCertNo: (one?.practiceCertNo ?? '').replace('DEMO', 'DEMOQ'),
      expireTime: at + 3 * 365 * day,
    });
    if (one?.role === 'auditor') continue;
    await store.addAll(
      consultConfig,
      seedConsultConfigs.map((offer) => ({ ...offer, doctorId })),
    );
    await store.addAll(
      schedule,
      seedSchedule.map((slot) => ({ ...slot, doctorId })),
    );
  }
  return new Map(rows.map((row) => [row.username, row]));
}

export type StaffRows = Awaited<ReturnType<typeof insertStaff>>;
