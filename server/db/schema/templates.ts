import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TemplateContent } from '../../../contract/extension/templates.ts';
import { id, identity, json, ms } from '../columns.ts';
import { drug } from './drugs.ts';
import { staff } from './staff.ts';

/** A prescription set or record template; with a department all its doctors see it, otherwise only its author. */
export const template = pgTable(
  'template',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    authorId: id()
      .notNull()
      .references(() => staff.id),
    deptId: id(),
    kind: text().$type<TemplateContent['kind']>().notNull(),
    name: text().notNull(),
    content: json<TemplateContent>().notNull(),
    version: integer().notNull().default(1),
    createTime: ms().notNull(),
    updateTime: ms().notNull(),
  },
  (t) => [
    uniqueIndex('template_personal_name')
      .on(t.tenantId, t.authorId, t.kind, sql`lower(${t.name})`)
      .where(sql`${t.deptId} is null`),
    uniqueIndex('template_department_name')
      .on(t.tenantId, t.deptId, t.kind, sql`lower(${t.name})`)
      .where(sql`${t.deptId} is not null`),
  ],
);

/** How often and when a doctor last used a template. */
export const templateUse = pgTable(
  'template_use',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    templateId: id()
      .notNull()
      .references(() => template.id, { onDelete: 'cascade' }),
    staffId: id()
      .notNull()
      .references(() => staff.id),
    uses: integer().notNull(),
    usedTime: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.templateId, t.staffId), index().on(t.templateId)],
);

/** A medicine that a doctor prescribes often. */
export const drugFavourite = pgTable(
  'drug_favourite',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    staffId: id()
      .notNull()
      .references(() => staff.id),
    drugId: id()
      .notNull()
      .references(() => drug.id),
    createTime: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.staffId, t.drugId)],
);
