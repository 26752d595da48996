import { and, eq, lte } from 'drizzle-orm';
import { AuditStatus } from '../../clinical/lifecycle/audit.ts';
import type { Db } from '../db/connection.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { announceStep } from '../prescriptions/announce.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';

/** Leases per run; the next run handles the rest. */
const maxBatch = 200;

/**
 * Releases expired leases and announces them to reviewers. Claims and decisions compare the time themselves, so they do not
 * depend on this. Returns how many leases it released.
 */
export async function releaseExpiredLeases({ db, uow, now }: PrescriptionNeeds & { db: Db }): Promise<number> {
  const at = now();
  const isExpired = and(eq(prescription.auditStatus, AuditStatus.claimed), lte(prescription.leaseUntil, at));
  // This query covers all hospitals; each change is bound to its own.
  const expired = await db
    .select({ id: prescription.id, tenantId: prescription.tenantId })
    .from(prescription)
    .where(isExpired)
    .limit(maxBatch);
  const free = { auditStatus: AuditStatus.waiting, leaseId: null, leaseHolderId: null, leaseUntil: null };
  let released = 0;
  for (const { id, tenantId } of expired)
    released += await uow.run(tenantId, async (tx) => {
      const [row] = await tx.change(prescription, { ...free, updateTime: at }, eq(prescription.id, id), isExpired);
      if (row) await announceStep(tx, row, { action: 'lapsed', by: null, at });
      return row ? 1 : 0;
    });
  return released;
}
