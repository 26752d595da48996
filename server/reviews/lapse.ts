import { and, eq, lte } from 'drizzle-orm';
import { AuditStatus } from '../../clinical/lifecycle/audit.ts';
import type { Db } from '../db/connection.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { announceStep } from '../prescriptions/announce.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';

/** Leases told about at one go; the next run takes the rest. */
const atOnce = 200;

/**
 * Tells reviewers that a hold has run out. Nothing depends on it: whoever claims or decides compares the time. Answers how
 * many leases it ended.
 */
export async function lapseLeases({ db, uow, now }: PrescriptionNeeds & { db: Db }): Promise<number> {
  const at = now();
  const hasLapsed = and(eq(prescription.auditStatus, AuditStatus.claimed), lte(prescription.leaseUntil, at));
  // The clock looks at all hospitals; each change is bound to its own again.
  const lapsed = await db
    .select({ id: prescription.id, tenantId: prescription.tenantId })
    .from(prescription)
    .where(hasLapsed)
    .limit(atOnce);
  const free = { auditStatus: AuditStatus.waiting, leaseId: null, leaseHolderId: null, leaseUntil: null };
  let ended = 0;
  for (const { id, tenantId } of lapsed)
    ended += await uow.run(tenantId, async (tx) => {
      const [row] = await tx.change(prescription, { ...free, updateTime: at }, eq(prescription.id, id), hasLapsed);
      if (row) await announceStep(tx, row, { action: 'lapsed', by: null, at });
      return row ? 1 : 0;
    });
  return ended;
}
