import { and, eq } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import { attempt, done } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { type AnyPending, carryOut } from './decisions.ts';
import { dropPending, isDue } from './pendingDecision.ts';

/** Decisions per run; the next run handles the rest. */
const maxBatch = 200;

/**
 * Carries out the decisions whose time to undo has passed, also those that came due while the platform was down. Each is one
 * transaction on a locked row, so several processes may run this at the same time. A decision that the platform refuses by
 * then, because a new finding forbids it, is dropped, and its reviewer holds the prescription again.
 */
export async function carryOutDecisions(needs: PrescriptionNeeds & { db: Database }): Promise<number> {
  const { db, uow, now } = needs;
  // This query covers all hospitals; each decision is bound to its own.
  const due = await platformWide(db)
    .select({ id: prescription.id, tenantId: prescription.tenantId })
    .from(prescription)
    .where(isDue(now()))
    .limit(maxBatch);
  let carriedOut = 0;
  for (const { id, tenantId: hospitalId } of due) {
    const outcome = await attempt<unknown>(uow, hospitalId, async (tx) => {
      const row = await tx.locked(prescription, and(eq(prescription.id, id), isDue(now())));
      // The column is written only by `holdDecision`.
      const pending = row?.heldDecision as AnyPending | null | undefined;
      if (!row || !pending) return done(null);
      return carryOut(tx, needs, pending, row.decisionDue ?? now());
    });
    if (outcome.ok && outcome.data !== null) carriedOut += 1;
    if (!outcome.ok) await uow.run(hospitalId, (tx) => dropPending(tx, id, outcome.code, now()));
  }
  return carriedOut;
}
