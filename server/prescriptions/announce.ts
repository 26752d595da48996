import { inBothLanguages } from '../accounts/peopleQueries.ts';
import { prescriptionLog } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { requestRecount } from '../patients/requestRecount.ts';
import { appendStatusChange, sendPrescriptionCard } from './conversationEvents.ts';
import type { PrescriptionRow } from './storedPrescription.ts';

/** One step of a prescription's life cycle. `by` is null when time triggers it. */
export type Step = {
  action:
    | 'drafted'
    | 'edited'
    | 'submitted'
    | 'resubmitted'
    | 'doubleSigned'
    | 'cancelled'
    | 'claimed'
    | 'released'
    | 'lapsed'
    | 'approved'
    | 'rejected'
    | 'decided'
    | 'undone'
    | 'asked'
    | 'answered'
    | 'confirmed'
    | 'expired';
  by: { id: string; name: string } | null;
  at: number;
  remark?: string | null;
  data?: Record<string, unknown>;
};

type Removal = 'approved' | 'rejected' | 'withdrawn' | 'expired';

const removals: Partial<Record<Step['action'], Removal>> = {
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'withdrawn',
  expired: 'expired',
};

const reviewing: ReadonlySet<Step['action']> = new Set([
  ...(['claimed', 'released', 'lapsed', 'decided', 'undone'] as const),
  ...(['asked', 'answered', 'confirmed'] as const),
]);

/** Steps after which the patient takes other medicines, which the patient's other prescriptions are checked against. */
const changesWhatIsTaken: ReadonlySet<Step['action']> = new Set([
  ...(['submitted', 'resubmitted', 'doubleSigned'] as const),
  ...(['cancelled', 'rejected', 'expired'] as const),
]);

/** Steps that concern only reviewers and the doctor, and so do not appear in the patient's conversation. */
const isAboutReviewing = ({ action }: Step) => reviewing.has(action);

/** Logs a step and announces it to everybody whom it concerns. A draft concerns only its doctor. */
export async function announceStep(tx: Transaction, row: PrescriptionRow, step: Step): Promise<void> {
  const { id: prescriptionId, orderId, doctorId, status, auditStatus, version } = row;
  const { action, by, at, remark = null, data = null } = step;
  const operator = by && (await inBothLanguages(tx, by));
  await tx.add(prescriptionLog, {
    prescriptionId,
    version,
    action,
    remark,
    data,
    time: at,
    operatorId: by?.id ?? null,
    operatorName: operator?.name ?? '',
    operatorNameEn: operator?.nameEn ?? '',
  });
  const change = { prescriptionId, orderId, status, auditStatus, version, remark, updateTime: row.updateTime };
  if (row.submitTime !== null) {
    if (action === 'submitted') await sendPrescriptionCard(tx, row, at);
    if (!isAboutReviewing(step)) await appendStatusChange(tx, row, { remark, at });
    const reason = removals[action];
    const removal = reason === undefined ? null : { reason, by: operator };
    tx.announce({ type: 'review.changed', prescriptionId, updateTime: row.updateTime, removal });
  }
  tx.announce({ type: 'prescription.changed', ...change, doctorId });
  if (changesWhatIsTaken.has(action)) await requestRecount(tx, row.patientId, at);
}
