import { sectionsBeforeDiagnosis } from '../../clinical/lifecycle/record.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import type { electronicMedicalRecords, medicalRecordList } from '../../contract/http/consult.ts';
import type { SectionName } from '../../contract/limits.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { caseInfo, consultOrder } from '../db/schema/orders.ts';
import type { hisRecord } from '../db/schema/patients.ts';
import type { prescription } from '../db/schema/prescriptions.ts';
import type { staff } from '../db/schema/staff.ts';
import type { tenant } from '../db/schema/tenants.ts';
import { fileNameIn } from '../files/links.ts';
import { readableLinesOf } from '../prescriptions/storedPrescription.ts';
import { type Around, addendumOnWire, diagnosesOnWire, type Listed } from '../records/wire.ts';
import { signerIn } from '../signatures/signer.ts';

export type Visit = ReplyInputOf<typeof electronicMedicalRecords>;
type ListedVisit = ReplyInputOf<typeof medicalRecordList>['list'][number];
type SignedRecord = typeof caseInfo.$inferSelect;

/** A finished consultation of this hospital with its signed record. */
export type OwnVisit = {
  record: SignedRecord;
  order: typeof consultOrder.$inferSelect;
  doctor: typeof staff.$inferSelect;
  hospital: typeof tenant.$inferSelect;
};

/** The doctor as signed; as the account is now only where nothing else was stored. */
function doctorOf({ signer }: Pick<SignedRecord, 'signer'>, account: typeof staff.$inferSelect, language: Language) {
  const known = signerIn(signer, language);
  if (known) return { dept: known.dept ?? '', doctor: known.name };
  const { name, nameEn, deptName, deptNameEn } = account;
  return { dept: inLanguage(language, deptName, deptNameEn), doctor: inLanguage(language, name, nameEn) };
}

const diagnosisText = (record: SignedRecord, listed: Listed, language: Language) =>
  diagnosesOnWire(record, listed, language)
    .map(({ name }) => name)
    .join(language === 'en' ? '; ' : '；');

/** A consultation of this hospital as a visit, under its order number. */
export const ownVisitOnWire = (
  { record, order, doctor, hospital }: OwnVisit,
  listed: Listed,
  language: Language,
): ListedVisit => ({
  visitNo: order.orderNo,
  visitTime: record.signTime ?? record.updateTime,
  hospital: inLanguage(language, hospital.name, hospital.nameEn),
  ...doctorOf(record, doctor, language),
  diagnosis: diagnosisText(record, listed, language),
});

/** A visit in the hospital's information system. */
export const hisVisitOnWire = ({
  visitNo,
  visitTime,
  hospital,
  dept,
  doctor,
  diagnosis,
}: typeof hisRecord.$inferSelect): ListedVisit => ({ visitNo, visitTime, hospital, dept, doctor, diagnosis });

/** The record of a visit in the hospital's information system. */
export const hisRecordOnWire = ({ visitNo, sections, orders, reports }: typeof hisRecord.$inferSelect): Visit => ({
  visitNo,
  sections,
  orders,
  reports,
});

/** The medicines of approved prescriptions; the named prescription says how each is taken. */
export const medicinesIn = (rows: readonly (typeof prescription.$inferSelect)[], language: Language) =>
  rows.flatMap((row) =>
    readableLinesOf(row).map(({ drugName, drugNameEn, specification, specificationEn, days, quantity, packUnit }) => ({
      name: `${inLanguage(language, drugName, drugNameEn)} ${inLanguage(language, specification, specificationEn)}`,
      usage:
        language === 'en'
          ? `${days} ${days === 1 ? 'day' : 'days'}, ${quantity} × ${packUnit}; prescription ${row.prescriptionNo}`
          : `${days}天，${quantity}${packUnit}；处方${row.prescriptionNo}`,
    })),
  );

export const attachmentsOf = ({ attachments }: Pick<SignedRecord, 'attachments'>) =>
  attachments.map((url) => ({ name: fileNameIn(url), url }));

/** The title of each section. */
const titles: Readonly<Record<SectionName, readonly [en: string, zh: string]>> = {
  chiefComplaint: ['Chief complaint', '主诉'],
  presentIllness: ['Present illness', '现病史'],
  pastHistory: ['Past history', '既往史'],
  allergyHistory: ['Allergies', '过敏史'],
  personalHistory: ['Personal history', '个人史'],
  familyHistory: ['Family history', '家族史'],
  physicalExam: ['Physical examination', '体格检查'],
  auxiliaryExam: ['Auxiliary examination', '辅助检查'],
  treatmentAdvice: ['Treatment advice', '处理意见'],
};

/** A record with its addenda, each under its own title with author and day. */
export function sectionsOf(record: SignedRecord, around: Omit<Around, 'doctor'>, language: Language) {
  const own = (en: string, zh: string) => (language === 'en' ? en : zh);
  const section = (name: SectionName) => ({ title: own(...titles[name]), text: record[name] ?? '' });
  const addenda = around.addenda.map((one) => addendumOnWire(one, language));
  return [
    ...sectionsBeforeDiagnosis.map(section),
    { title: own('Diagnosis', '诊断'), text: diagnosisText(record, around.listed, language) },
    section('treatmentAdvice'),
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
