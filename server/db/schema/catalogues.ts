import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, json, ms } from '../columns.ts';
import { drug, warehouse } from './drugs.ts';
import { staff } from './staff.ts';

/** A count of a warehouse's packs by an administrator, with the reason of the difference. */
export const stockCorrection = pgTable(
  'stock_correction',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    drugId: id()
      .notNull()
      .references(() => drug.id),
    warehouseId: id()
      .notNull()
      .references(() => warehouse.id),
    before: integer().notNull(),
    after: integer().notNull(),
    reason: text().notNull(),
    staffId: id()
      .notNull()
      .references(() => staff.id),
    time: ms().notNull(),
  },
  (t) => [index().on(t.tenantId, t.drugId, t.time)],
);

/** Each change of a hospital's settings of checks, with all settings before and after it. */
export const ruleSettingVersion = pgTable(
  'rule_setting_version',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    version: integer().notNull(),
    before: json<Record<string, unknown>>().notNull(),
    after: json<Record<string, unknown>>().notNull(),
    reason: text().notNull(),
    staffId: id()
      .notNull()
      .references(() => staff.id),
    time: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.version)],
);

/** A dry run of a file: what it would change in the catalogue as it was at `revision`. */
export const catalogueImport = pgTable(
  'catalogue_import',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    kind: text().$type<'medicines' | 'diagnoses'>().notNull(),
    fileHash: text().notNull(),
    /** The highest revision of the hospital's rows. */
    revision: ms().notNull(),
    plan: json<unknown>().notNull(),
    staffId: id()
      .notNull()
      .references(() => staff.id),
    createTime: ms().notNull(),
    appliedTime: ms(),
  },
  (t) => [index().on(t.tenantId, t.staffId), index().on(t.createTime)],
);
