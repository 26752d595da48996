import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { fieldsOf } from '../../clinical/facts/brief.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus, isLeaseAlive } from '../../clinical/lifecycle/review.ts';
import type { Rx, RxBrief } from '../../contract/http/prescription.ts';
import type { Language } from '../accounts/caller.ts';
import { loadPeople, type Person } from '../accounts/people.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { prescriptionLog } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { NameOf } from '../patients/factNames.ts';
import { ageText, factsOnWire } from '../patients/patientBrief.ts';
import type { SignerRole } from '../signatures/canonical.ts';
import { type CheckedSignature, checkSignatures } from '../signatures/signatures.ts';
import { createClinicalReader } from './clinicalReader.ts';
import { isOpen, readToday } from './knownToday.ts';
import { newFindingsOf } from './newFindings.ts';
import { loadSigners, operatorOf, type SignerAt } from './signers.ts';
import {
  diagnosesOf,
  type Finding,
  linesOf,
  linesOneByOne,
  overridesOf,
  type PrescriptionRow,
  patientOf,
  rejectionOf,
  type StoredLine,
} from './storedPrescription.ts';

/** The current audit status: a claim whose lease has expired counts as waiting. */
export const currentAuditStatus = ({ auditStatus, leaseUntil }: PrescriptionRow, now: number): number =>
  auditStatus === AuditStatus.claimed && !isLeaseAlive(leaseUntil, now) ? AuditStatus.waiting : auditStatus;

/** The reviewer who currently has the prescription claimed. */
export const currentHolder = (row: PrescriptionRow, now: number, person: (id: string) => Person) => {
  const { leaseHolderId, leaseUntil } = row;
  const isHeld = leaseHolderId !== null && leaseUntil !== null && currentAuditStatus(row, now) === AuditStatus.claimed;
  return isHeld ? { id: leaseHolderId, name: person(leaseHolderId).name, leaseUntil } : null;
};

const HeldReasons = z.object({
  remark: z.nullish(z.string()),
  reasonCodes: z.nullish(z.array(z.string())),
});

/** A decision that can still be undone. */
export function heldDecisionOf(row: PrescriptionRow, person: (id: string) => Person) {
  const action = row.heldDecision?.action;
  if ((action !== 'approve' && action !== 'reject') || row.decisionDue === null || row.leaseHolderId === null)
    return null;
  const { id, name } = person(row.leaseHolderId);
  const reasons = HeldReasons.parse(row.heldDecision?.request ?? {});
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

type Signatures = {
  renewLink: (url: string) => string;
  signer: SignerAt;
  signatures: readonly CheckedSignature[];
};

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

/** The lines that the latest rejection is about. */
const markedIn = (logs: readonly (typeof prescriptionLog.$inferSelect)[]) => {
  const rejection = logs.findLast(({ action }) => action === 'rejected');
  return rejection ? rejectionOf(rejection).markedLines : null;
};

/**
 * Who signed or decided, as they were called then. The picture of the handwritten signature belongs to a valid signature of
 * this role: without one there is none.
 */
function signedBy(row: PrescriptionRow, role: SignerRole, { renewLink, signer, signatures }: Signatures) {
  const { name, title, dept, picture } = signer(row, role);
  const isValid = signatures.some((one) => one.role === role && one.state === 'valid');
  const id = (role === 'doctor' ? row.doctorId : row.auditorId) ?? '';
  return { id, name, title, dept, signUrl: isValid && picture ? renewLink(picture) : null };
}

type View = { language: Language; now: number; renewLink: (url: string) => string; nameOf: NameOf };

/** The whole prescription with its log; `renewLink` makes the pictures of signatures open for the reader. */
export async function detailOf(
  store: Tenanted,
  row: PrescriptionRow,
  { language, now, renewLink, nameOf }: View,
): Promise<z.input<typeof Rx>> {
  const { db, own } = store;
  const logs = await db
    .select()
    .from(prescriptionLog)
    .where(own(prescriptionLog, eq(prescriptionLog.prescriptionId, row.id)))
    .orderBy(asc(prescriptionLog.id));
  const involved = [row.doctorId, row.auditorId, row.leaseHolderId, ...logs.map(({ operatorId }) => operatorId)];
  const person = await loadPeople(store, involved, language);
  const signer = await loadSigners(store, [row], { person, language });
  const signatures = await checkSignatures(store, row);
  const named = (role: SignerRole) => signedBy(row, role, { renewLink, signer, signatures });
  const today = isOpen(row, now) ? await readToday(createClinicalReader({ nameOf }, store, now), row) : null;
  const { category, warehouseId, caseId, advice, overDaysReason, doubleSign, cancelReason, auditTime } = row;
  const brief = briefOf(row, { language, now, signer });
  return {
    ...brief,
    patient: { ...brief.patient, facts: patientOf(row).facts },
    category,
    warehouseId,
    caseId,
    advice,
    overDaysReason,
    doubleSign,
    cancelReason,
    auditTime,
    markedLines: row.status === PrescriptionStatus.rejected ? markedIn(logs) : null,
    verifyCode: row.verifyCode,
    signatures: signatures.map(({ role, time, state }) => {
      const { name, title, dept } = named(role);
      return { role, name, title, dept, time, state };
    }),
    lines: linesFor(row, language),
    facts: today && factsOnWire(today.summary),
    newFindings: newFindingsOf(row)?.map((hit) => findingFor(hit, language)) ?? null,
    overrides: overridesOf(row),
    guardianConfirmed: patientOf(row).guardianConfirmed,
    auditor: row.auditorId === null ? null : named('auditor'),
    doctor: named('doctor'),
    holder: currentHolder(row, now, person),
    decided: heldDecisionOf(row, person),
    logs: logs.map(({ time, operatorId, operatorName, operatorNameEn, action, remark }) => ({
      time,
      action,
      remark,
      operator: operatorOf({ operatorId, operatorName, operatorNameEn }, person, language),
    })),
  };
}
