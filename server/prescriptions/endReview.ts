import { sql } from 'drizzle-orm';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { moveStock } from '../medicines/stock.ts';
import { announceStep, type Step } from './announce.ts';
import { closeQuestions, resumedAt } from './openQuestions.ts';
import { type PrescriptionRow, packsOf } from './storedPrescription.ts';

/** How a review ends. An edit does not end it: the new version is reviewed again. */
type End = {
  step: Step & { action: 'approved' | 'rejected' | 'cancelled' | 'expired' };
  /** Whether the prescription reserved its packs and does not need them any more. */
  givesBack: boolean;
};

const reasons = { approved: 'decided', rejected: 'decided', cancelled: 'cancelled', expired: 'expired' } as const;

/** The columns of a prescription whose review ends: nobody has it claimed, no decision waits, and its clock runs on. */
export const endedReview = (at: number) => ({
  leaseUntil: null,
  heldDecision: null,
  decisionDue: null,
  ...resumedAt(at),
  updateTime: at,
  version: sql`${prescription.version} + 1`,
});

/** Ends a review within the caller's transaction: returns packs to stock, closes questions and informs everybody concerned. */
export async function endReview(tx: Transaction, row: PrescriptionRow, { step, givesBack }: End): Promise<void> {
  if (givesBack) await moveStock(tx, { giveBack: packsOf(row) });
  await closeQuestions(tx, row, reasons[step.action], step.at);
  await announceStep(tx, row, step);
}
