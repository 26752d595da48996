import * as z from 'zod/mini';
import { operation } from '../define.ts';
import {
  AccountId,
  CaseId,
  ConsultConfigId,
  ConversationId,
  DoctorId,
  OrderId,
  PatientId,
  PrescriptionId,
  QuickReplyId,
} from '../ids.ts';
import { quickReplyLength } from '../limits.ts';
import { settingBounds, termBounds } from '../settingBounds.ts';
import { FileRef, PatientBrief } from '../shared.ts';
import { Cents, Int, Int4, intBetween, Ms, PageQuery, page, rows, someText, text, wholeBetween } from '../values.ts';

const done = z.literal(true);

/** The last message of a conversation, for list rows. */
export const MessageBrief = z.object({ seq: Int, type: Int, senderType: Int, summary: z.string(), sendTime: Ms });

/** A consultation order. `version` rises with every change of it; `overdueTime` is when the wait passes the hospital's limit. */
export const ConsultOrder = z.object({
  id: OrderId,
  orderNo: z.string(),
  consultType: Int,
  status: Int,
  patient: PatientBrief,
  chiefComplaint: z.nullish(z.string()),
  images: z.nullish(z.array(z.string())),
  payAmount: Cents,
  priority: z.nullish(Int),
  createTime: Ms,
  payTime: z.nullish(Ms),
  acceptTime: z.nullish(Ms),
  endTime: z.nullish(Ms),
  expireTime: z.nullish(Ms),
  overdueTime: z.nullish(Ms),
  doctorId: z.nullish(DoctorId),
  doctorName: z.nullish(z.string()),
  conversationId: ConversationId,
  lastMsg: z.nullish(MessageBrief),
  headSeq: z.nullish(Int),
  unread: Int,
  /** Send time of the patient's oldest unanswered message. */
  waitingSince: z.nullish(Ms),
  caseId: z.nullish(CaseId),
  /** Up to when something else than a message answers the patient: a prescription's approval, or that no answer is needed. */
  answerTime: z.nullish(Ms),
  /** Number of that event in the conversation; null if a message of the doctor came after it. Clocks go back, numbers do not. Ours. */
  answerSeq: z.nullish(Int),
  /**
   * The doctor's word that messages sent up to `until` need no answer, the last of which has number `seq`; null if a message of
   * the doctor came after it. A platform without that call never gives this field.
   */
  noAnswer: z.nullish(z.object({ until: Ms, time: Ms, by: AccountId, seq: z.nullish(Int) })),
  /** Sign time of the medical record. The patient hears nothing of it, so it answers nothing. */
  recordSignTime: z.nullish(Ms),
  prescriptionIds: z.nullish(z.array(PrescriptionId)),
  endReason: z.nullish(z.string()),
  /** True if the patient chose a doctor: the order then has its place of the day already. Ours. */
  isForChosen: z.nullish(z.boolean()),
  version: Int,
});
export type ConsultOrder = z.infer<typeof ConsultOrder>;

/** All waiting patients, and this doctor's running consultations. */
export const awaitList = operation({
  method: 'GET',
  path: '/consult/consult-cloud/awaitList',
  source: 'ours',
  access: 'doctor',
  query: z.object({ consultType: z.optional(Int4), keyword: z.optional(text(100)) }),
  reply: rows(ConsultOrder),
});

/** One order, by `id` or by `orderNo`. */
export const orderDetail = operation({
  method: 'GET',
  path: '/consult/consult-order/detail',
  source: 'ours',
  access: 'clinician',
  query: z.object({ id: z.optional(OrderId), orderNo: z.optional(text(40)) }),
  reply: z.extend(ConsultOrder, {
    symptoms: z.nullish(z.string()),
    duration: z.nullish(z.string()),
    visitedBefore: z.nullish(z.boolean()),
    attachments: z.array(FileRef),
    rating: z.nullish(z.object({ stars: Int, comment: z.nullish(z.string()), time: Ms })),
    logs: z.nullish(
      z.array(z.object({ time: Ms, operator: z.string(), action: z.string(), remark: z.nullish(z.string()) })),
    ),
  }),
});

/** The patient's own history, as the patient or earlier doctors gave it. */
export const getPersonalHistory = operation({
  method: 'GET',
  path: '/consult/consult-order/getPerHisInfo',
  source: 'ours',
  access: 'clinician',
  query: z.object({ orderId: z.optional(OrderId), patientId: z.optional(PatientId) }),
  reply: z.object({
    past: z.string(),
    allergy: z.string(),
    family: z.nullish(z.string()),
    personal: z.nullish(z.string()),
    surgery: z.nullish(z.string()),
    pregnant: z.nullish(Int),
    lactating: z.nullish(Int),
    liver: z.nullish(Int),
    kidney: z.nullish(Int),
  }),
});

/** Counts by state; `awaitNum` counts all waiting patients, the others are this doctor's. Polled. */
export const getOrderNum = operation({
  method: 'GET',
  path: '/consult/consult-order/getOrderNum',
  source: 'ours',
  access: 'doctor',
  reply: z.object({ awaitNum: Int, processNum: Int, finishNum: Int, cancelNum: Int, todayNum: z.nullish(Int) }),
});

/**
 * Reminds the patient. The specification makes it a GET with a side effect: never prefetch it, never retry it
 * automatically.
 */
export const pushMessage = operation({
  method: 'GET',
  path: '/consult/consult-order/pushMessage',
  source: 'ours',
  access: 'doctor',
  query: z.object({ orderId: OrderId }),
  reply: done,
});

export const medicalRecordList = operation({
  method: 'GET',
  path: '/consult/hisPatient/medicalRecordList',
  source: 'ours',
  access: 'clinician',
  query: z.extend(PageQuery, { patientId: PatientId }),
  reply: page(
    z.object({
      visitNo: z.string(),
      visitTime: Ms,
      hospital: z.string(),
      dept: z.string(),
      doctor: z.string(),
      diagnosis: z.string(),
    }),
  ),
});

export const electronicMedicalRecords = operation({
  method: 'GET',
  path: '/consult/hisPatient/electronicMedicalRecords',
  source: 'ours',
  access: 'clinician',
  query: z.object({ patientId: PatientId, visitNo: text(60) }),
  reply: z.object({
    visitNo: z.string(),
    sections: z.array(z.object({ title: z.string(), text: z.string() })),
    orders: z.nullish(z.array(z.object({ name: z.string(), usage: z.string() }))),
    reports: z.nullish(z.array(FileRef)),
  }),
});

/** What a doctor offers per consult type: price in cents, length in minutes, limits; `dailyQuota` is ours. */
export const ConsultConfig = z.object({
  id: ConsultConfigId,
  consultType: Int,
  enabled: z.boolean(),
  price: Cents,
  durationMin: Int,
  msgLimit: z.nullish(Int),
  maxConcurrent: z.nullish(Int),
  dailyQuota: z.nullish(Int),
  /** Places of today that are left; null without a daily limit. Ours. */
  placesToday: z.nullish(Int),
  /** The hospital's limit of a doctor's consultations at once, of all kinds together. Ours. */
  maxActive: z.nullish(Int),
});
export type ConsultConfig = z.infer<typeof ConsultConfig>;

export const getConsultConfigs = operation({
  method: 'GET',
  path: '/consult/consult-config/getListConfigService',
  source: 'ours',
  access: 'doctor',
  reply: z.array(ConsultConfig),
});

const configChange = z.object({
  id: ConsultConfigId,
  enabled: z.optional(z.boolean()),
  price: z.optional(wholeBetween(settingBounds.price)),
  durationMin: z.optional(intBetween(termBounds.durationMin)),
  msgLimit: z.optional(z.nullable(intBetween(termBounds.msgLimit))),
  maxConcurrent: z.optional(intBetween(termBounds.maxConcurrent)),
  dailyQuota: z.optional(z.nullable(intBetween(termBounds.dailyQuota))),
});

export const updateConsultConfig = operation({
  method: 'PUT',
  path: '/consult/consult-config/doctorUpdateConfig',
  source: 'ours',
  access: 'doctor',
  body: z.union([configChange, z.object({ list: z.array(configChange).check(z.minLength(1), z.maxLength(20)) })]),
  reply: done,
});

/** A phrase that a doctor inserts into the chat. `type`: 1 personal, 2 the department's. `group` is ours. */
export const QuickReply = z.object({
  id: QuickReplyId,
  title: z.nullish(z.string()),
  content: z.string(),
  type: z.nullish(Int),
  sort: z.nullish(Int),
  useCount: z.nullish(Int),
  group: z.nullish(z.string()),
});
export type QuickReply = z.infer<typeof QuickReply>;

export const getQuickReplies = operation({
  method: 'GET',
  path: '/consult/quick-reply/getQuickReply',
  source: 'ours',
  access: 'doctor',
  query: z.object({ type: z.optional(Int4) }),
  reply: z.array(QuickReply),
});

export const createQuickReply = operation({
  method: 'POST',
  path: '/consult/quick-reply/createQuickReply',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    title: z.optional(text(quickReplyLength.title)),
    content: someText(quickReplyLength.content),
    type: z.optional(Int4),
    group: z.optional(text(quickReplyLength.group)),
  }),
  reply: QuickReplyId,
});

export const deleteQuickReply = operation({
  method: 'POST',
  path: '/consult/quick-reply/deleteQuickReply',
  source: 'ours',
  access: 'doctor',
  body: z.object({ id: QuickReplyId }),
  reply: done,
});
