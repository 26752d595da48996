import { isNotNull, sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, json, list, ms } from '../columns.ts';
import { warehouse } from './drugs.ts';
import { caseInfo, consultOrder } from './orders.ts';
import { patient } from './patients.ts';
import type { Signer } from './signatures.ts';
import { staff } from './staff.ts';

type Json = Record<string, unknown>;

/** A prescription of western medicine: its content, status, and the reviewer's lease. */
export const prescription = pgTable(
  'prescription',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    prescriptionNo: text().notNull(),
    orderId: id()
      .notNull()
      .references(() => consultOrder.id),
    orderNo: text().notNull(),
    caseId: id().references(() => caseInfo.id),
    patientId: id()
      .notNull()
      .references(() => patient.id),
    doctorId: id()
      .notNull()
      .references(() => staff.id),
    /** The doctor's department at the time of the prescription. */
    deptName: text().notNull().default(''),
    deptNameEn: text().notNull().default(''),
    warehouseId: id()
      .notNull()
      .references(() => warehouse.id),
    category: integer().notNull().default(1),
    rxType: integer().notNull().default(0),
    patient: json<Json>().notNull(),
    diagnosisList: list<Json>(),
    lines: list<Json>(),
    advice: text(),
    overDaysReason: text(),
    overrides: list<Json>(),
    findings: list<Json>(),
    /** What the checks find while it waits for review, and when it was last counted; null until then. */
    present: json<Json>(),
    countedTime: ms(),
    amount: integer().notNull().default(0),
    status: integer().notNull(),
    auditStatus: integer().notNull().default(0),
    version: integer().notNull().default(1),
    doubleSign: boolean().notNull().default(false),
    priority: integer().notNull().default(0),
    clientRequestId: text().notNull(),
    leaseId: text(),
    leaseHolderId: id(),
    leaseUntil: ms(),
    /** A decision that can still be undone, and when it takes effect. */
    heldDecision: json<Json>(),
    decisionDue: ms(),
    /** Since when the review waits for the doctor's answer, and how long it has waited for earlier ones. */
    askedTime: ms(),
    pausedMs: ms().notNull().default(0),
    /** From when the wait counts towards its limit, moved by pauses in service time; null before the first pause. */
    countedSince: ms(),
    auditorId: id(),
    auditTime: ms(),
    auditRemark: text(),
    auditReasonCodes: list<string>(),
    auditChecklist: list<Json>(),
    cancelReason: text(),
    doctorSignature: json<Json>(),
    auditorSignature: json<Json>(),
    /** Who signed, as they were called at that moment: part of what each signature covers. */
    doctorSigner: json<Signer>(),
    auditorSigner: json<Signer>(),
    /** Public code under which anybody may ask whether the signed prescription is in force. */
    verifyCode: text(),
    createTime: ms().notNull(),
    submitTime: ms(),
    expireTime: ms().notNull(),
    updateTime: ms().notNull(),
    /** The searched fields in the form in which they are compared, a line each: number, order number, patient, medicines. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`prescription_search_text(prescription_no, order_no, patient ->> 'name', lines)`),
  },
  (t) => [
    uniqueIndex().on(t.tenantId, t.prescriptionNo),
    uniqueIndex().on(t.verifyCode),
    uniqueIndex('prescription_client_request').on(t.tenantId, t.doctorId, t.clientRequestId),
    index().on(t.tenantId, t.auditStatus, t.createTime),
    index().on(t.tenantId, t.updateTime, t.id),
    index().on(t.tenantId, t.doctorId, t.createTime),
    index().on(t.tenantId, t.doctorId, t.status, t.createTime),
    index().on(t.tenantId, t.auditorId, t.auditTime),
    index().on(t.tenantId, t.patientId, t.createTime),
    index().on(t.tenantId, t.orderId),
    index().on(t.status, t.expireTime),
    index().on(t.decisionDue).where(isNotNull(t.decisionDue)),
    index().on(t.tenantId, t.leaseHolderId).where(isNotNull(t.leaseHolderId)),
    index().on(t.tenantId, t.doctorId, t.askedTime).where(isNotNull(t.askedTime)),
  ],
);

/**
 * Requests to count the findings of prescriptions under review again, stored with the change that made them necessary.
 * Without a patient all of the hospital are counted.
 */
export const recountRequest = pgTable('recount_request', {
  id: identity().primaryKey(),
  tenantId: id().notNull(),
  patientId: id(),
  createTime: ms().notNull(),
});

/** Every submitted version; never changed afterwards. */
export const prescriptionVersion = pgTable(
  'prescription_version',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    prescriptionId: id()
      .notNull()
      .references(() => prescription.id),
    version: integer().notNull(),
    content: json<Json>().notNull(),
    /** The doctor's signature of this version, and who signed it. */
    signature: json<Json>(),
    signer: json<Signer>(),
    createTime: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.prescriptionId, t.version)],
);

/** Each step of a prescription's life cycle: who did what, and when. */
export const prescriptionLog = pgTable(
  'prescription_log',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    prescriptionId: id()
      .notNull()
      .references(() => prescription.id),
    version: integer().notNull(),
    time: ms().notNull(),
    operatorId: id(),
    operatorName: text().notNull().default(''),
    operatorNameEn: text().notNull().default(''),
    action: text().notNull(),
    remark: text(),
    data: json<Json>(),
  },
  (t) => [index().on(t.tenantId, t.prescriptionId, t.id), index().on(t.tenantId, t.operatorId, t.time)],
);

/** What a reviewer has written about a prescription and not yet sent; offered to the next reviewer. */
export const reviewDraft = pgTable(
  'review_draft',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    prescriptionId: id()
      .notNull()
      .references(() => prescription.id),
    authorId: id()
      .notNull()
      .references(() => staff.id),
    comment: text().notNull().default(''),
    reasonCodes: list<string>(),
    /** Indexes of lines in `version` of the prescription. */
    markedLines: list<number>(),
    version: integer().notNull().default(0),
    updateTime: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.prescriptionId, t.authorId)],
);

/** A reviewer's question to the doctor of a prescription; its text stays when it is closed. */
export const reviewQuestion = pgTable(
  'review_question',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    prescriptionId: id()
      .notNull()
      .references(() => prescription.id),
    version: integer().notNull(),
    clientRequestId: text().notNull(),
    authorId: id()
      .notNull()
      .references(() => staff.id),
    text: text().notNull(),
    askTime: ms().notNull(),
    /** The finding that the doctor is asked to confirm, with the doctor's reason for it. */
    finding: json<Json>(),
    answererId: id(),
    answer: text(),
    answerTime: ms(),
    confirms: boolean().notNull().default(false),
    /** The doctor's signature of the confirmation, and that of the prescription which it belongs to. */
    answerSignature: json<Json>(),
    confirmedSignature: text(),
    answerSigner: json<Signer>(),
    closeReason: text(),
    closeTime: ms(),
  },
  (t) => [
    uniqueIndex('review_question_client_request').on(t.tenantId, t.authorId, t.clientRequestId),
    index().on(t.tenantId, t.prescriptionId, t.id),
  ],
);
