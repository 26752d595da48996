import { and, eq, lte, sql } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { Db } from '../db/connection.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { moveStock } from '../drugs/stock.ts';
import { announceStep } from './announce.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import { packsOf } from './row.ts';

const { approved, expired } = PrescriptionStatus;

/** Prescriptions ended at one go; the next run takes the rest. */
const atOnce = 200;

/**
 * Ends approved prescriptions whose time has run out and puts their packs back. Each in a transaction of its own and by a
 * conditional write, so that any number of processes may run this at once. Answers how many it ended.
 */
export async function expirePrescriptions(needs: PrescriptionNeeds & { db: Db }): Promise<number> {
  const { db, uow, now } = needs;
  const at = now();
  const isDue = and(eq(prescription.status, approved), lte(prescription.expireTime, at));
  // The clock looks at all hospitals; each change is bound to its own again.
  const due = await db
    .select({ id: prescription.id, tenantId: prescription.tenantId })
    .from(prescription)
    .where(isDue)
    .limit(atOnce);
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
