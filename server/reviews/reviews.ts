import type { PrescriptionNeeds } from '../prescriptions/needs.ts';
import { contextIn } from './context.ts';
import { decisionsIn } from './decide.ts';
import { leasesIn } from './lease.ts';
import { queueIn } from './queue.ts';

/** The review of submitted prescriptions by auditors: queue, hold, decision. */
export const createReviews = (needs: PrescriptionNeeds) => ({
  ...queueIn(needs),
  context: contextIn(needs),
  ...leasesIn(needs),
  ...decisionsIn(needs),
});

export type Reviews = ReturnType<typeof createReviews>;
