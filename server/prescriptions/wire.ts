import * as z from 'zod/mini';
import { fieldsOf } from '../../clinical/facts/specifiedFields.ts';
import { AuditStatus, isLeaseAlive } from '../../clinical/lifecycle/review.ts';
import type { RxBrief } from '../../contract/http/prescription.ts';
import type { Language } from '../accounts/caller.ts';
import type { Person } from '../accounts/peopleQueries.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { ageText } from '../patients/wire.ts';
import type { SignerAt } from './signers.ts';
import {
  diagnosesOf,
  type Finding,
  linesOf,
  linesOneByOne,
  type PrescriptionRow,
  patientOf,
  type StoredLine,
} from './storedPrescription.ts';

/** The current review status: a claim whose lease has expired counts as waiting. */
export const currentAuditStatus = ({ auditStatus, leaseUntil }: PrescriptionRow, now: number): number =>
  auditStatus === AuditStatus.claimed && !isLeaseAlive(leaseUntil, now) ? AuditStatus.waiting : auditStatus;

/** The reviewer who currently has the prescription claimed. */
export const currentHolder = (row: PrescriptionRow, now: number, person: (id: string) => Person) => {
  const { leaseHolderId, leaseUntil } = row;
  const isLeased =
    leaseHolderId !== null && leaseUntil !== null && currentAuditStatus(row, now) === AuditStatus.claimed;
  return isLeased ? { id: leaseHolderId, name: person(leaseHolderId).name, leaseUntil } : null;
};

const PendingReasons = z.object({
  remark: z.nullish(z.string()),
  reasonCodes: z.nullish(z.array(z.string())),
});

/** A decision that can still be undone. */
export function pendingDecisionOf(row: PrescriptionRow, person: (id: string) => Person) {
  const action = row.heldDecision?.action;
  if ((action !== 'approve' && action !== 'reject') || row.decisionDue === null || row.leaseHolderId === null)
    return null;
  const { id, name } = person(row.leaseHolderId);
  const reasons = PendingReasons.parse(row.heldDecision?.request ?? {});
  return { action, by: { id, name }, effectiveAt: row.decisionDue, ...reasons } as const;
}

/** A line in the reader's language. */
export function lineFor(
  { drugNameEn, tradeNameEn, specificationEn, manufacturerEn, ...line }: StoredLine,
  language: Language,
) {
  return {
    ...line,
    drugName: inLanguage(language, line.drugName, drugNameEn),
    tradeName: line.tradeName ? inLanguage(language, line.tradeName, tradeNameEn) : null,
    specification: inLanguage(language, line.specification, specificationEn),
    manufacturer: inLanguage(language, line.manufacturer ?? '', manufacturerEn),
  };
}

export const linesFor = (row: Pick<PrescriptionRow, 'lines'>, language: Language) =>
  linesOf(row).map((line) => lineFor(line, language));

/** The diagnoses in the reader's language. */
export const diagnosesFor = (row: Pick<PrescriptionRow, 'diagnosisList'>, language: Language) =>
  diagnosesOf(row).map(({ name, nameEn, ...rest }) => ({ ...rest, name: inLanguage(language, name, nameEn) }));

/** A finding in the reader's language. */
export function findingFor({ text, params, ...hit }: Finding, language: Language) {
  const own = language === 'en' ? 'en' : 'zh';
  const shown = Object.entries(params ?? {}).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'object' ? value[own] : value,
  ]);
  return {
    ...hit,
    params: Object.fromEntries(shown),
    detail: text ? text[own] : (hit.detail ?? null),
  };
}

/** A prescription for a row of a list. */
export function briefOf(
  row: PrescriptionRow,
  { language, now, signer }: { language: Language; now: number; signer: SignerAt },
): z.input<typeof RxBrief> {
  const { id, prescriptionNo, orderId, orderNo, rxType, status, auditRemark, auditReasonCodes, amount } = row;
  const { createTime, submitTime, expireTime, askedTime, pausedMs, countedSince, version, updateTime } = row;
  const { facts, ...patient } = patientOf(row);
  return {
    id,
    prescriptionNo,
    orderId,
    orderNo,
    rxType,
    status,
    auditRemark,
    auditReasonCodes,
    amount,
    createTime,
    submitTime,
    expireTime,
    askedTime,
    pausedMs,
    countedSince,
    version,
    updateTime,
    patient: {
      ...patient,
      ...(facts && { allergy: fieldsOf(facts, language === 'en' ? 'en' : 'zh').allergy }),
      ageText: ageText(patient.birthday ?? null, submitTime ?? createTime, language),
    },
    auditStatus: currentAuditStatus(row, now),
    doctorName: signer(row, 'doctor').name,
    dept: inLanguage(language, row.deptName, row.deptNameEn) || null,
    diagnosisList: diagnosesFor(row, language),
    lineCount: linesOneByOne(row).length,
  };
}
