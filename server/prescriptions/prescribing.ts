import type { Staff } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { clinicalSettings } from '../hospitals/clinicalSettings.ts';
import type { NameOf } from '../patients/factNames.ts';
import type { SignConfirmation } from '../signatures/confirmations.ts';
import type { Sign } from '../signatures/signatures.ts';
import type { SignerOf } from '../signatures/signer.ts';
import { createCheck } from './checks.ts';
import type { ComposeNeeds } from './compose.ts';

/** What a hospital decides about prescriptions. */
export type PrescriptionRules = {
  /** How many days of 24 hours a prescription is valid, from its submission and again from its approval. */
  validDays: number;
  /** Whether a submitted prescription may still be edited while no reviewer has claimed it. */
  pendingMayBeEdited: boolean;
};

/** What prescribing and its review need from the rest of the platform. */
export type PrescriptionNeeds = ComposeNeeds & {
  uow: UnitOfWork;
  now: () => number;
  sign: Sign;
  /** Who a person is now, for what they decide without a signature. */
  signerOf: SignerOf;
  /** Signs a doctor's confirmation of a finding. */
  signConfirmation: SignConfirmation;
  /** A stored link to a picture, valid again. */
  renewLink: (url: string, by: Staff) => string;
  rules(store: HospitalStore): Promise<PrescriptionRules>;
  nameOf: NameOf;
};

type Tables = Parameters<typeof createCheck>[0];

/** Prescribing over a database and the tables of the clinical rules. */
export const createPrescribing = (
  given: Pick<PrescriptionNeeds, 'uow' | 'now' | 'sign' | 'signConfirmation' | 'signerOf' | 'renewLink' | 'nameOf'>,
  tables: Tables,
): PrescriptionNeeds => ({
  ...given,
  check: createCheck(tables),
  async rules(store) {
    const { validityDays, pendingMayBeEdited } = await clinicalSettings(store);
    return { validDays: validityDays, pendingMayBeEdited };
  },
});

export const dayMs = 86_400_000;
export const purposeOf = (orderId: string): string => `order:${orderId}`;
