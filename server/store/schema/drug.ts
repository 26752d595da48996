import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, json, list, ms } from '../columns.ts';
import { staff } from './staff.ts';

/** A store that drugs are dispensed from. */
export const warehouse = pgTable('warehouse', {
  id: identity().primaryKey(),
  tenantId: id().notNull(),
  name: text().notNull(),
  nameEn: text().notNull().default(''),
  type: integer(),
  isDefault: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
});

/** A product: one strength and pack of one generic drug by one manufacturer. */
export const drug = pgTable(
  'drug',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    code: text().notNull(),
    genericCode: text().notNull(),
    name: text().notNull(),
    nameEn: text().notNull().default(''),
    tradeName: text(),
    tradeNameEn: text(),
    pinyin: text().notNull().default(''),
    searchText: text().notNull().default(''),
    atc: text(),
    specification: text().notNull(),
    specificationEn: text().notNull().default(''),
    dosageForm: text().notNull(),
    manufacturer: text().notNull(),
    manufacturerEn: text().notNull().default(''),
    approvalNo: text(),
    minUnit: text().notNull(),
    packUnit: text().notNull(),
    packFactor: integer().notNull(),
    strength: doublePrecision(),
    strengthUnit: text(),
    defaultDose: doublePrecision(),
    defaultDoseUnit: text(),
    defaultFrequency: text(),
    defaultRoute: text(),
    ingredients: list<string>(),
    controlType: integer().notNull().default(0),
    flags: json<Record<string, string>>().notNull().default({}),
    minAge: doublePrecision(),
    maxDailyDose: doublePrecision(),
    skinTest: boolean().notNull().default(false),
    antibioticLevel: integer(),
    disabled: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.code), index().on(t.tenantId, t.genericCode)],
);

/** How much of a product a warehouse holds (in packs) and what a pack costs (in cents). */
export const drugInventory = pgTable(
  'drug_inventory',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    warehouseId: id()
      .notNull()
      .references(() => warehouse.id),
    drugId: id()
      .notNull()
      .references(() => drug.id),
    stock: integer().notNull(),
    price: integer().notNull(),
    status: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex().on(t.tenantId, t.warehouseId, t.drugId),
    index().on(t.tenantId, t.drugId),
    check('stock_is_never_negative', sql`${t.stock} >= 0`),
  ],
);

/** A diagnosis of the ICD-10 list. */
export const diagnosis = pgTable(
  'diagnosis',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    code: text().notNull(),
    name: text().notNull(),
    nameEn: text().notNull().default(''),
    pinyin: text().notNull().default(''),
    searchText: text().notNull().default(''),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.code)],
);

/** A diagnosis that a doctor keeps at hand; `id` is the doctorDiseaseWesternId of the wire. */
export const doctorDisease = pgTable(
  'doctor_disease',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    doctorId: id()
      .notNull()
      .references(() => staff.id),
    diseaseWesternId: id()
      .notNull()
      .references(() => diagnosis.id),
    createTime: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.doctorId, t.diseaseWesternId)],
);
