import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { SettingValueChange } from '../../../contract/extension/hospitalSettings.ts';
import { id, identity, json, ms } from '../columns.ts';

/** A hospital. */
export const tenant = pgTable('tenant', {
  id: identity().primaryKey(),
  name: text().notNull(),
  nameEn: text().notNull().default(''),
  title: text(),
  logo: text(),
  level: integer(),
  disabled: boolean().notNull().default(false),
  /** The end of the hospital's licence; null means none. */
  expireTime: ms(),
  /** Whether an administrator has ever had a password of their own. A trigger of `staff` sets it; nothing takes it back. */
  administered: boolean().notNull().default(false),
  /** How the staff reach the hospital's administration. */
  contact: text().notNull().default(''),
  /** Rises with every change by an administrator or the platform's operator. */
  version: integer().notNull().default(0),
  settings: json<Record<string, unknown>>().notNull().default({}),
});

/** A change of a hospital's settings: those that differ, from what to what. */
export const hospitalSettingVersion = pgTable(
  'hospital_setting_version',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    /** The hospital's version since this change. */
    version: integer().notNull(),
    changes: json<SettingValueChange[]>().notNull(),
    staffId: id().notNull(),
    time: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.version)],
);

/** An address under which a hospital is reached: `host` or `host:port`, lower case. */
export const tenantHost = pgTable('tenant_host', {
  host: text().primaryKey(),
  tenantId: id()
    .notNull()
    .references(() => tenant.id),
});

/**
 * A department of a hospital. Its id is a number within the hospital, up to 999 that of the standard list; no row is ever
 * removed, because people and records refer to it.
 */
export const department = pgTable(
  'department',
  {
    tenantId: id()
      .notNull()
      .references(() => tenant.id),
    id: id().notNull(),
    name: text().notNull(),
    nameEn: text().notNull().default(''),
    sort: integer().notNull().default(0),
    retired: boolean().notNull().default(false),
    version: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), uniqueIndex().on(t.tenantId, t.name)],
);

/** One entry of a dictionary; all dictionaries of the specification have numbers in text as `value`. */
export const dictData = pgTable(
  'dict_data',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    dictType: text().notNull(),
    value: text().notNull(),
    label: text().notNull(),
    labelEn: text().notNull(),
    colorType: text().notNull().default('default'),
    cssClass: text().notNull().default(''),
    sort: integer().notNull().default(0),
    /** No new choice; what has the value keeps it. */
    disabled: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.dictType, t.value)],
);

/** An icon for clients. */
export const icon = pgTable(
  'icon',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    code: text().notNull(),
    name: text().notNull(),
    nameEn: text().notNull().default(''),
    url: text().notNull(),
    sort: integer().notNull().default(0),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.code)],
);

/** A notice of the hospital to its staff, at one of the places of the dictionary banner_position. */
export const notice = pgTable(
  'notice',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    position: integer().notNull(),
    tone: text().$type<'info' | 'warning' | 'danger'>().notNull().default('info'),
    title: text().notNull(),
    titleEn: text().notNull().default(''),
    text: text().notNull().default(''),
    textEn: text().notNull().default(''),
    link: text(),
    startTime: ms().notNull(),
    endTime: ms(),
  },
  (t) => [index().on(t.tenantId, t.startTime)],
);

/** A user's settings of the workstation. */
export const uiSetting = pgTable(
  'ui_setting',
  {
    tenantId: id().notNull(),
    userId: id().notNull(),
    value: json<Record<string, unknown>>().notNull(),
    updateTime: ms().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId] })],
);

/** A stored file. `key` is its unguessable name on disk and in links. */
export const fileObject = pgTable(
  'file_object',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    width: integer(),
    height: integer(),
    sha256: text().notNull(),
    directory: text().notNull().default(''),
    ownerType: integer().notNull(),
    ownerId: id().notNull(),
    conversationId: id(),
    createTime: ms().notNull(),
    /** When its message was recalled: the file is retained, but nobody can open it. */
    withdrawnTime: ms(),
    /** When data outside conversations was last found to refer to it. */
    namedTime: ms(),
    /** The rules by which its content was last cleaned, `cleaningRules`; 0 for none. */
    cleanedBy: integer().notNull().default(0),
    /** How often an examination by the present rules was begun and had no result. */
    cleaningTries: integer().notNull().default(0),
    /** Why the content, stored under earlier rules, is no longer served; null if it is served. */
    quarantine: text(),
  },
  (t) => [
    unique().on(t.key),
    index().on(t.tenantId, t.ownerType, t.ownerId),
    index('file_object_unclaimed').on(t.createTime).where(sql`${t.conversationId} is null`),
    index().on(t.cleanedBy, t.cleaningTries, t.id),
  ],
);
