import type * as z from 'zod/mini';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../contract/http/prescription.ts';
import type { Language } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import type { NameOf } from '../patients/factNames.ts';
import { factsOnWire } from '../patients/wire.ts';
import type { SignerRole } from '../signatures/canonical.ts';
import { type CheckedSignature, checkSignatures } from '../signatures/signatures.ts';
import { createClinicalReader } from './clinicalQueries.ts';
import { isOpen, readToday } from './knownToday.ts';
import { newFindingsOf } from './newFindings.ts';
import { logsOf } from './queries.ts';
import { loadSigners, operatorOf, type SignerAt } from './signers.ts';
import { overridesOf, type PrescriptionRow, patientOf, rejectionOf } from './storedPrescription.ts';
import { briefOf, currentHolder, findingFor, linesFor, pendingDecisionOf } from './wire.ts';

type Signatures = {
  renewLink: (url: string) => string;
  signer: SignerAt;
  signatures: readonly CheckedSignature[];
};

/** The lines that the latest rejection is about. */
const markedIn = (logs: Awaited<ReturnType<typeof logsOf>>) => {
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
  store: HospitalStore,
  row: PrescriptionRow,
  { language, now, renewLink, nameOf }: View,
): Promise<z.input<typeof Rx>> {
  const logs = await logsOf(store, row.id);
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
    decided: pendingDecisionOf(row, person),
    logs: logs.map(({ time, operatorId, operatorName, operatorNameEn, action, remark }) => ({
      time,
      action,
      remark,
      operator: operatorOf({ operatorId, operatorName, operatorNameEn }, person, language),
    })),
  };
}
