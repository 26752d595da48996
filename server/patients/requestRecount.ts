import { recountRequest } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';

/**
 * Requests that the findings of prescriptions under review are counted again after the commit, of one patient or, without a
 * patient, of the whole hospital. A change for the whole hospital is announced as well, so that open forms check again. The
 * request is a row of its own, because a lock on the prescriptions would wait for their reviewers.
 */
export async function requestRecount(tx: Transaction, patientId: string | null, at: number): Promise<void> {
  await tx.add(recountRequest, { patientId, createTime: at });
  if (patientId === null) tx.announce({ type: 'hospital.changed', part: 'checks' });
}
