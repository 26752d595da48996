import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, json, list, ms } from '../columns.ts';
import { patient } from './patients.ts';
import type { Signer } from './signatures.ts';
import { staff } from './staff.ts';

/** A consultation that a patient ordered. clinical/ defines its life cycle; `version` grows with every change. */
export const consultOrder = pgTable(
  'consult_order',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    orderNo: text().notNull(),
    consultType: integer().notNull(),
    status: integer().notNull(),
    version: integer().notNull().default(1),
    patientId: id()
      .notNull()
      .references(() => patient.id),
    doctorId: id().references(() => staff.id),
    /** The doctor whom the patient chose: only that doctor sees and accepts the order. */
    requestedDoctorId: id().references(() => staff.id),
    conversationId: id(),
    priority: integer().notNull().default(0),
    chiefComplaint: text(),
    symptoms: text(),
    duration: text(),
    visitedBefore: boolean(),
    guardianPresent: boolean().notNull().default(false),
    images: list<string>(),
    attachments: list<{ name: string; url: string }>(),
    payAmount: integer().notNull().default(0),
    durationMin: integer(),
    msgLimit: integer(),
    refuseReasonCode: text(),
    refuseRemark: text(),
    cancelReason: text(),
    endReason: text(),
    summary: text(),
    rating: integer(),
    ratingText: text(),
    rateTime: ms(),
    createTime: ms().notNull(),
    payTime: ms(),
    acceptTime: ms(),
    endTime: ms(),
    expireTime: ms(),
    remindTime: ms(),
    /** Send time of the patient's newest message that, as the doctor said, needs no answer; null if nothing was said. */
    noAnswerUntil: ms(),
    /** When the doctor said so, and who did. */
    noAnswerTime: ms(),
    noAnswerBy: id(),
    updateTime: ms().notNull(),
  },
  (t) => [
    uniqueIndex().on(t.tenantId, t.orderNo),
    index().on(t.tenantId, t.status, t.createTime),
    index().on(t.tenantId, t.doctorId, t.status, t.createTime),
    // Includes the id, so that the rows before a page are skipped without being read.
    index().on(t.tenantId, t.doctorId, t.createTime, t.id),
    index().on(t.tenantId, t.doctorId, t.acceptTime),
    index().on(t.tenantId, t.doctorId, t.endTime, t.status),
    index().on(t.tenantId, t.patientId, t.createTime),
    index().on(t.status, t.expireTime),
    index('consult_order_requested')
      .on(t.tenantId, t.requestedDoctorId, t.createTime)
      .where(sql`${t.requestedDoctorId} is not null`),
  ],
);

/** Each step of an order's life cycle: who did what, and when. */
export const orderLog = pgTable(
  'order_log',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    orderId: id()
      .notNull()
      .references(() => consultOrder.id),
    time: ms().notNull(),
    operatorType: integer().notNull(),
    operatorId: id(),
    operatorName: text().notNull().default(''),
    action: text().notNull(),
    fromStatus: integer(),
    toStatus: integer(),
    remark: text(),
  },
  (t) => [index().on(t.tenantId, t.orderId, t.id)],
);

/** `name` is the Chinese name; older records lack `nameEn`, and have the name of the language in which they were written. */
type CaseDiagnosis = { id: string; code: string; name: string; nameEn?: string; main: boolean };

/** The current medical record of one consultation, with the sections of `contract/limits.ts`; `signer` says who signed. */
export const caseInfo = pgTable(
  'case_info',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    orderId: id()
      .notNull()
      .references(() => consultOrder.id),
    patientId: id()
      .notNull()
      .references(() => patient.id),
    doctorId: id()
      .notNull()
      .references(() => staff.id),
    chiefComplaint: text().notNull().default(''),
    presentIllness: text().notNull().default(''),
    pastHistory: text().notNull().default(''),
    allergyHistory: text().notNull().default(''),
    personalHistory: text(),
    familyHistory: text(),
    physicalExam: text().notNull().default(''),
    auxiliaryExam: text().notNull().default(''),
    diagnosisList: list<CaseDiagnosis>(),
    treatmentAdvice: text().notNull().default(''),
    attachments: list<string>(),
    status: integer().notNull().default(0),
    version: integer().notNull().default(1),
    signTime: ms(),
    /** Who signed, as they were called at that moment. */
    signer: json<Signer>(),
    createTime: ms().notNull(),
    updateTime: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.orderId), index().on(t.tenantId, t.patientId, t.updateTime)],
);

/** What doctors added to signed records; never changed afterwards. */
export const caseAddendum = pgTable(
  'case_addendum',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    caseId: id()
      .notNull()
      .references(() => caseInfo.id),
    doctorId: id().notNull(),
    reason: text().notNull(),
    text: text().notNull(),
    /** Who wrote it, as they were called at that moment. */
    signer: json<Signer>(),
    createTime: ms().notNull(),
  },
  (t) => [index().on(t.tenantId, t.caseId, t.id)],
);

/** Every version of a medical record; never changed afterwards. */
export const caseVersion = pgTable(
  'case_version',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    caseId: id()
      .notNull()
      .references(() => caseInfo.id),
    version: integer().notNull(),
    status: integer().notNull(),
    doctorId: id().notNull(),
    content: json<Record<string, unknown>>().notNull(),
    createTime: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.caseId, t.version)],
);
