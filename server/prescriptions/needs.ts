import type { Tenanted } from '../db/tenanted.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { ComposeNeeds } from './compose.ts';

/** What a hospital decides about prescriptions. */
export type PrescriptionRules = {
  /** How many days of 24 hours a prescription holds, from its submission and again from its approval. */
  validDays: number;
  /** Whether a submitted prescription may still be edited while no auditor has taken it. */
  pendingMayBeEdited: boolean;
};

/** What prescribing needs from the rest of the platform. */
export type PrescriptionNeeds = ComposeNeeds & {
  uow: UnitOfWork;
  now: () => number;
  rules(store: Tenanted): Promise<PrescriptionRules>;
};

export const dayMs = 86_400_000;
export const purposeOf = (orderId: string): string => `order:${orderId}`;
