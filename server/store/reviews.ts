import type { PrescriptionNeeds } from './prescription/needs.ts';
import { contextIn } from './review/context.ts';
import { decisionsIn } from './review/decide.ts';
import { leasesIn } from './review/lease.ts';
import { queueIn } from './review/queue.ts';

/** The review of submitted prescriptions by auditors: queue, hold, decision. */
export const createReviews = (needs: PrescriptionNeeds) => ({
  ...queueIn(needs),
  context: contextIn(needs),
  ...leasesIn(needs),
  ...decisionsIn(needs),
});

export type Reviews = ReturnType<typeof createReviews>;
