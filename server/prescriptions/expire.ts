import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { appendTrail, jobActor } from '../trail/trail.ts';
import { endedReview, endReview } from './endReview.ts';
import { type PrescriptionNeeds, purposeOf } from './prescribing.ts';

const { pending, approved, expired } = PrescriptionStatus;

/** Prescriptions per run; the next run handles the rest. */
const maxBatch = 200;

/**
 * Expires approved and waiting prescriptions, but none whose decision can still be undone, returns their packs to stock,
 * and answers how many they were. Each change is a transaction with a conditional write, so several processes may run this
 * at the same time.
 */
export async function expirePrescriptions(needs: PrescriptionNeeds & { db: Database }): Promise<number> {
  const { db, uow, now } = needs;
  const at = now();
  const isDue = and(
    inArray(prescription.status, [approved, pending]),
    lte(prescription.expireTime, at),
    isNull(prescription.heldDecision),
  );
  // This query covers all hospitals; each change is bound to its own.
  const due = await platformWide(db)
    .select({ id: prescription.id, tenantId: prescription.tenantId })
    .from(prescription)
    .where(isDue)
    .limit(maxBatch);
  let ended = 0;
  for (const { id, tenantId: hospitalId } of due)
    ended += await uow.run(hospitalId, async (tx) => {
      const to = {
        status: expired,
        auditStatus: sql`case when ${prescription.status} = ${pending} then ${AuditStatus.cancelled} else ${prescription.auditStatus} end`,
        ...endedReview(at),
      };
      const [row] = await tx.change(prescription, to, eq(prescription.id, id), isDue);
      if (!row) return 0;
      await endReview(tx, row, { step: { action: 'expired', by: null, at }, givesBack: true });
      const entry = { action: 'update', entity: 'prescription', entityId: id, patientId: row.patientId } as const;
      const subject = { purpose: purposeOf(row.orderId), outcome: 'ok', detail: { action: 'expired' } } as const;
      await appendTrail(tx, jobActor('expire prescriptions'), at, { ...entry, ...subject });
      return 1;
    });
  return ended;
}
