import { and, count, desc, eq, ne } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { RecordStatus } from '../../clinical/lifecycle/record.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { isBlank } from '../../clinical/writtenReason.ts';
import type { electronicMedicalRecords, medicalRecordList } from '../../contract/http/consult.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language, Staff } from '../accounts/caller.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { caseInfo, consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { fileNameIn } from '../files/links.ts';
import { readableLinesOf } from '../prescriptions/storedPrescription.ts';
import { readAddenda } from '../records/addenda.ts';
import { signerIn } from '../signatures/signer.ts';
import { appendTrail } from '../trail/trail.ts';

type Visit = ReplyInputOf<typeof medicalRecordList>['list'][number];
type Record = ReplyInputOf<typeof electronicMedicalRecords>;
type Case = typeof caseInfo.$inferSelect;

const finishedWith = (store: Tenanted, patientId: string) =>
  store.own(
    caseInfo,
    and(
      eq(caseInfo.patientId, patientId),
      eq(caseInfo.status, RecordStatus.signed),
      eq(consultOrder.status, OrderStatus.finished),
    ),
  );

const ofOrder = and(eq(consultOrder.id, caseInfo.orderId), eq(consultOrder.tenantId, caseInfo.tenantId));

/** How many finished consultations of this hospital have a signed record of the patient. */
export async function countOwnVisits({ db, ...store }: Tenanted, patientId: string): Promise<number> {
  const [row] = await db
    .select({ found: count() })
    .from(caseInfo)
    .innerJoin(consultOrder, ofOrder)
    .where(finishedWith({ db, ...store }, patientId));
  return row?.found ?? 0;
}

/** Finished consultations of this hospital with a signed record, the latest first, under their order numbers. */
export async function listOwnVisits(
  store: Tenanted,
  { language }: Staff,
  patientId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Visit[]> {
  if (limit === 0) return [];
  const rows = await store.db
    .select({ record: caseInfo, order: consultOrder, doctor: staff, hospital: tenant })
    .from(caseInfo)
    .innerJoin(consultOrder, ofOrder)
    .innerJoin(staff, and(eq(staff.id, caseInfo.doctorId), eq(staff.tenantId, caseInfo.tenantId)))
    .innerJoin(tenant, eq(tenant.id, caseInfo.tenantId))
    .where(finishedWith(store, patientId))
    .orderBy(desc(caseInfo.signTime), desc(caseInfo.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ record, order, doctor, hospital }) => ({
    visitNo: order.orderNo,
    visitTime: record.signTime ?? record.updateTime,
    hospital: inLanguage(language, hospital.name, hospital.nameEn),
    ...doctorOf(record, doctor, language),
    diagnosis: diagnosisText(record, language),
  }));
}

/** The doctor as signed; as the account is now only where nothing else was stored. */
function doctorOf({ signer }: Pick<Case, 'signer'>, account: typeof staff.$inferSelect, language: Language) {
  const known = signerIn(signer, language);
  return {
    dept: known?.dept ?? inLanguage(language, account.deptName ?? '', account.deptNameEn),
    doctor: known?.name ?? inLanguage(language, account.name, account.nameEn),
  };
}

/** The medicines of the consultation's approved prescriptions; how each is taken stands on the prescription that is named. */
async function medicinesOf(store: Tenanted, orderId: string, language: Language) {
  const isApproved = and(eq(prescription.orderId, orderId), eq(prescription.auditStatus, AuditStatus.approved));
  const rows = await store.rows(prescription, isApproved, ne(prescription.status, PrescriptionStatus.voided));
  return rows.flatMap((row) =>
    readableLinesOf(row).map(({ drugName, drugNameEn, specification, specificationEn, days, quantity, packUnit }) => ({
      name: `${inLanguage(language, drugName, drugNameEn)} ${inLanguage(language, specification, specificationEn)}`,
      usage:
        language === 'en'
          ? `${days} ${days === 1 ? 'day' : 'days'}, ${quantity} × ${packUnit}; prescription ${row.prescriptionNo}`
          : `${days}天，${quantity}${packUnit}；处方${row.prescriptionNo}`,
    })),
  );
}

const attachmentsOf = ({ attachments }: Pick<Case, 'attachments'>) =>
  attachments.map((url) => ({ name: fileNameIn(url), url }));

const diagnosisText = ({ diagnosisList }: Pick<Case, 'diagnosisList'>, language: Language) =>
  diagnosisList.map(({ name }) => name).join(language === 'en' ? '; ' : '；');

/** The sections of a record in the order of paper records. */
const titles = [
  ['chiefComplaint', 'Chief complaint', '主诉'],
  ['presentIllness', 'Present illness', '现病史'],
  ['pastHistory', 'Past history', '既往史'],
  ['allergyHistory', 'Allergies', '过敏史'],
  ['personalHistory', 'Personal history', '个人史'],
  ['familyHistory', 'Family history', '家族史'],
  ['physicalExam', 'Physical examination', '体格检查'],
  ['auxiliaryExam', 'Auxiliary examination', '辅助检查'],
] as const;

/** A record with its addenda, each under its own title with author and day. */
async function sectionsOf(store: Tenanted, record: Case, language: Language) {
  const own = (en: string, zh: string) => (language === 'en' ? en : zh);
  const addenda = await readAddenda(store, record.id, language);
  return [
    ...titles.map(([name, en, zh]) => ({ title: own(en, zh), text: record[name] ?? '' })),
    { title: own('Diagnosis', '诊断'), text: diagnosisText(record, language) },
    { title: own('Treatment advice', '处理意见'), text: record.treatmentAdvice },
    ...addenda.map(({ doctorName, doctorTitle, createTime, reason, text }) => ({
      title: [
        own('Addendum', '补充记录'),
        [doctorName, doctorTitle].filter(Boolean).join(' '),
        hospitalDay(Number(createTime)),
      ].join(' · '),
      text: [reason, text].filter(Boolean).join('\n'),
    })),
  ].filter(({ text }) => !isBlank(text));
}

/** The signed record of one of this hospital's finished consultations, by its order number; its reading is on the trail. */
export async function readOwnVisit(
  store: Tenanted,
  by: Staff,
  { patientId, visitNo }: { patientId: string; visitNo: string },
  at: number,
): Promise<Record | null> {
  const order = await store.first(
    consultOrder,
    eq(consultOrder.orderNo, visitNo),
    eq(consultOrder.patientId, patientId),
  );
  if (order?.status !== OrderStatus.finished) return null;
  const record = await store.first(caseInfo, eq(caseInfo.orderId, order.id), eq(caseInfo.status, RecordStatus.signed));
  if (!record) return null;
  const entry = { action: 'read', entity: 'record', entityId: record.id, patientId, outcome: 'ok' } as const;
  await appendTrail(store, by, at, { ...entry, purpose: `order:${order.id}` });
  const orders = await medicinesOf(store, order.id, by.language);
  return { visitNo, sections: await sectionsOf(store, record, by.language), orders, reports: attachmentsOf(record) };
}
