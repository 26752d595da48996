import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { FactValue } from '../../../clinical/facts/patientFacts.ts';
import { id, identity, json, list, ms } from '../columns.ts';
import { tenant } from './tenants.ts';

/** A patient of one hospital. `birthday` is yyyy-MM-dd; `gender` is 1 male, 2 female, 0 unknown; states as on the wire. */
export const patient = pgTable(
  'patient',
  {
    id: identity().primaryKey(),
    tenantId: id()
      .notNull()
      .references(() => tenant.id),
    name: text().notNull(),
    /** The name in the form in which names are compared. */
    searchName: text().notNull().generatedAlwaysAs(sql`search_form(name)`),
    gender: integer().notNull().default(0),
    birthday: text(),
    avatar: text(),
    mobile: text().notNull(),
    idNo: text(),
    passwordHash: text(),
    language: text().notNull().default('zh-CN'),
    weightKg: doublePrecision(),
    heightCm: doublePrecision(),
    egfr: doublePrecision(),
    pregnancyWeek: integer(),
    pregnant: integer(),
    lactating: integer(),
    liver: integer(),
    kidney: integer(),
    allergy: text(),
    allergens: list<string>(),
    past: text().notNull().default(''),
    family: text(),
    personal: text(),
    surgery: text(),
    createTime: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.mobile), index().on(t.tenantId, t.searchName)],
);

/**
 * A statement about a patient, with who made it and when it ended. Rows are never deleted: the current ones have no
 * `endTime`. Lists and checks read these; the patient's own row has only what the file had when the patient was registered.
 */
export const patientFact = pgTable(
  'patient_fact',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    patientId: id()
      .notNull()
      .references(() => patient.id),
    value: json<FactValue>().notNull(),
    confirmed: boolean().notNull(),
    origin: text().$type<'doctor' | 'patient' | 'intake'>().notNull(),
    staffId: id(),
    orderId: id(),
    createTime: ms().notNull(),
    confirmedBy: id(),
    confirmTime: ms(),
    endTime: ms(),
    endedBy: id(),
    endReason: text(),
  },
  (t) => [index().on(t.tenantId, t.patientId, t.id)],
);

/** A visit from the hospital's information system. */
export const hisRecord = pgTable(
  'his_record',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    patientId: id()
      .notNull()
      .references(() => patient.id),
    visitNo: text().notNull(),
    visitTime: ms().notNull(),
    hospital: text().notNull(),
    dept: text().notNull(),
    doctor: text().notNull(),
    diagnosis: text().notNull(),
    sections: list<{ title: string; text: string }>(),
    orders: list<{ name: string; usage: string }>(),
    reports: list<{ name: string; url: string }>(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.patientId, t.visitNo), index().on(t.tenantId, t.patientId, t.visitTime)],
);
