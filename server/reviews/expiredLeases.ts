import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { limits } from '../../contract/limits.ts';
import { UserType } from '../accounts/caller.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { skewMs } from '../db/elapsed.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { announceStep } from '../prescriptions/announce.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import type { PrescriptionRow } from '../prescriptions/storedPrescription.ts';
import { appendTrail, jobActor } from '../trail/trail.ts';

/** Leases per run; the next run handles the rest. */
const maxBatch = 200;

/** Records the loss of a lease on the trail of the one who held it. */
export const recordLapse = (tx: Transaction, { id, patientId, leaseHolderId }: PrescriptionRow, at: number) =>
  appendTrail(tx, { ...jobActor('expired leases'), userType: UserType.staff, userId: leaseHolderId }, at, {
    action: 'release',
    entity: 'review',
    entityId: id,
    patientId,
    purpose: `review:${id}`,
    outcome: 'ok',
    detail: { lapsed: true },
  });

/**
 * Shortens leases and pending decisions whose end is further ahead than any could be, because the clock was set back since.
 * Their holders keep them for as long as if they had just begun.
 */
async function shortenAfterClockChange({ db, now }: Pick<PrescriptionNeeds, 'now'> & { db: Database }) {
  const at = now();
  const { auditLeaseMs, undoMs } = limits;
  const all = platformWide(db);
  // A lease outlives a held decision by less than a whole lease.
  await all
    .update(prescription)
    .set({ leaseUntil: at + auditLeaseMs })
    .where(and(isNotNull(prescription.leaseHolderId), gt(prescription.leaseUntil, at + auditLeaseMs + skewMs)));
  await all
    .update(prescription)
    .set({ decisionDue: at + undoMs })
    .where(and(isNotNull(prescription.heldDecision), gt(prescription.decisionDue, at + undoMs + skewMs)));
}

/**
 * Releases expired leases and announces them to reviewers. Claims and decisions compare the time themselves, so they do not
 * depend on this. Returns how many leases it released.
 */
export async function releaseExpiredLeases({ db, uow, now }: PrescriptionNeeds & { db: Database }): Promise<number> {
  await shortenAfterClockChange({ db, now });
  const at = now();
  const isExpired = and(
    eq(prescription.auditStatus, AuditStatus.claimed),
    lte(prescription.leaseUntil, at),
    isNull(prescription.heldDecision),
  );
  // This query covers all hospitals; each change is bound to its own.
  const expired = await platformWide(db)
    .select({ id: prescription.id, tenantId: prescription.tenantId })
    .from(prescription)
    .where(isExpired)
    .limit(maxBatch);
  const free = { auditStatus: AuditStatus.waiting, leaseId: null, leaseHolderId: null, leaseUntil: null };
  let released = 0;
  for (const { id, tenantId: hospitalId } of expired)
    released += await uow.run(hospitalId, async (tx) => {
      const before = await tx.locked(prescription, eq(prescription.id, id), isExpired);
      if (!before) return 0;
      const [row] = await tx.change(prescription, { ...free, updateTime: at }, eq(prescription.id, id));
      if (row) await announceStep(tx, row, { action: 'lapsed', by: null, at });
      await recordLapse(tx, before, at);
      return 1;
    });
  return released;
}
