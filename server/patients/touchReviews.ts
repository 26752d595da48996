import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { Transaction } from '../db/unitOfWork.ts';

const Touched = z.array(
  z.object({
    prescriptionId: z.coerce.string(),
    orderId: z.coerce.string(),
    doctorId: z.coerce.string(),
    status: z.int(),
    auditStatus: z.int(),
    version: z.int(),
    updateTime: z.coerce.number(),
  }),
);

/** Which prescriptions under review; without a patient all of the hospital. */
type Which = { patientId: string | null; exceptId?: string };

/**
 * Findings may be others now: the prescriptions under review are counted again, and who reads them is told. A row that is
 * being changed at the moment is counted again by that change, so nothing waits for it.
 */
export async function touchReviews(tx: Transaction, { patientId, exceptId }: Which, at: number): Promise<void> {
  const { rows } = await tx.db.execute(sql`
update prescription set update_time = greatest(update_time + 1, ${at}::bigint)
where tenant_id = ${tx.tenantId} and id in (select id from prescription where tenant_id = ${tx.tenantId}
  and status = ${PrescriptionStatus.pending} and (${patientId}::bigint is null or patient_id = ${patientId}::bigint)
  and id <> ${exceptId ?? '0'}::bigint order by id for update skip locked)
returning id as "prescriptionId", order_id as "orderId", doctor_id as "doctorId", status, audit_status as "auditStatus",
  version, update_time as "updateTime"`);
  for (const row of Touched.parse(rows)) {
    const { prescriptionId, updateTime } = row;
    tx.announce({ type: 'review.changed', prescriptionId, updateTime, removal: null });
    tx.announce({ type: 'prescription.changed', ...row, remark: null });
  }
}
