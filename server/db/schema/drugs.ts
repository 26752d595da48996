import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, identity, json, list, ms } from '../columns.ts';
import { staff } from './staff.ts';

/** Set by a trigger: the number of the row's last change, higher than that of every earlier change. */
const revision = () => bigint({ mode: 'number' }).notNull().default(0);

/**
 * How often a searched table has been changed. Triggers count every statement that changes it, and the count stays locked
 * until that transaction ends, so rows become visible in the order of their revision: a reader who has all rows up to a
 * revision has missed none. `cleared` is the count at the last removal of rows.
 */
export const catalogueChange = pgTable('catalogue_change', {
  name: text().primaryKey(),
  changes: bigint({ mode: 'number' }).notNull().default(0),
  cleared: bigint({ mode: 'number' }).notNull().default(0),
});

/** A warehouse that medicines are dispensed from. */
export const warehouse = pgTable('warehouse', {
  id: identity().primaryKey(),
  tenantId: id().notNull(),
  name: text().notNull(),
  nameEn: text().notNull().default(''),
  type: integer(),
  isDefault: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
});

/** A product: one strength and pack of one generic medicine by one manufacturer. */
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
    prescriptionOnly: boolean().notNull().default(true),
    highAlert: boolean().notNull().default(false),
    disabled: boolean().notNull().default(false),
    revision: revision(),
  },
  (t) => [
    uniqueIndex().on(t.tenantId, t.code),
    index().on(t.tenantId, t.genericCode),
    index().on(t.tenantId, t.revision),
  ],
);

/** A warehouse's stock of a product (in packs) and its price (in cents a pack). */
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
    /** Everyday names and abbreviations, one a line. */
    searchText: text().notNull().default(''),
    disabled: boolean().notNull().default(false),
    revision: revision(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.code), index().on(t.tenantId, t.revision)],
);

/** A doctor's favourite diagnosis; `id` is the doctorDiseaseWesternId of the wire. */
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
