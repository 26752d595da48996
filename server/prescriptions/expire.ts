import { and, eq, lte, sql } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { Db } from '../db/connection.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { moveStock } from '../drugs/stock.ts';
import { announceStep } from './announce.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import { packsOf } from './storedPrescription.ts';

const { approved, expired } = PrescriptionStatus;

/** Prescriptions per run; the next run handles the rest. */
const maxBatch = 200;

/**
 * Expires approved prescriptions and returns their packs to stock. Each change is a transaction with a conditional write, so
 * several processes may run this at the same time. Returns how many prescriptions it expired.
 */
export async function expirePrescriptions(needs: PrescriptionNeeds & { db: Db }): Promise<number> {
  const { db, uow, now } = needs;
  const at = now();
  const isDue = and(eq(prescription.status, approved), lte(prescription.expireTime, at));
  // This query covers all hospitals; each change is bound to its own.
  const due = await db
    .select({ id: prescription.id, tenantId: prescription.tenantId })
    .from(prescription)
    .where(isDue)
    .limit(maxBatch);
  let ended = 0;
  for (const { id, tenantId } of due)
    ended += await uow.run(tenantId, async (tx) => {
      const to = { status: expired, version: sql`${prescription.version} + 1`, updateTime: at };
      const [row] = await tx.change(prescription, to, eq(prescription.id, id), isDue);
      if (!row) return 0;
      await moveStock(tx, { giveBack: packsOf(row) });
      await announceStep(tx, row, { action: 'expired', by: null, at });
      return 1;
    });
  return ended;
}
