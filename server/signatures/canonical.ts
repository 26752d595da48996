import { canonicalJson } from '../db/canonicalJson.ts';
import type { prescription } from '../db/schema/prescriptions.ts';

export type PrescriptionRow = typeof prescription.$inferSelect;

/**
 * What the doctor of a prescription signs: who gets which medicines in which doses, by whom and when. Since format 3 it
 * says what the doctor was called; a row without a signer was signed in format 2, or its signer was removed.
 */
const prescribedIn = (row: PrescriptionRow) => ({
  ...(row.doctorSigner === null
    ? { format: 'cloudroom prescription 2' }
    : { format: 'cloudroom prescription 3', doctorSigner: row.doctorSigner }),
  tenantId: row.tenantId,
  prescriptionNo: row.prescriptionNo,
  orderId: row.orderId,
  orderNo: row.orderNo,
  caseId: row.caseId,
  patientId: row.patientId,
  patient: row.patient,
  category: row.category,
  rxType: row.rxType,
  diagnosisList: row.diagnosisList,
  lines: row.lines,
  advice: row.advice,
  overDaysReason: row.overDaysReason,
  overrides: row.overrides,
  amount: row.amount,
  warehouseId: row.warehouseId,
  doctorId: row.doctorId,
  deptName: row.deptName,
  deptNameEn: row.deptNameEn,
  doubleSign: row.doubleSign,
  submitTime: row.submitTime,
});

export type SignerRole = 'doctor' | 'auditor';

/** The text that a signature covers. The reviewer's also covers the doctor's signature and the approval. */
export function signedText(row: PrescriptionRow, role: SignerRole): string {
  if (role === 'doctor') return canonicalJson(prescribedIn(row));
  const { auditorId, auditTime, auditRemark, auditChecklist, expireTime, doctorSignature } = row;
  const reviewerSigner = row.auditorSigner ?? undefined;
  const approval = {
    auditorId,
    auditTime,
    auditRemark,
    auditChecklist,
    expireTime,
    doctorSignature,
    auditorSigner: reviewerSigner,
  };
  return canonicalJson({ ...prescribedIn(row), ...approval });
}
