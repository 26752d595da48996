import { Code } from '../../contract/envelope.ts';
import type { Staff } from '../policies/staff.ts';
import { attempt, type Outcome } from './outcome.ts';
import { type Deed, trail } from './trail.ts';
import type { Transaction, UnitOfWork } from './unitOfWork.ts';

/** One request as the store sees it: who asks, and when. */
export type Asked = { by: Staff; at: number };

/** Refusals that mean: this is not yours to touch, or not there. */
const outOfReach: readonly Code[] = [Code.notFound, Code.ownPrescription];

/** Runs one transaction that a refusal undoes; a reach for what is not theirs stays on the trail. */
export async function guarded<T>(
  uow: UnitOfWork,
  { by, at }: Asked,
  deed: Pick<Deed, 'action' | 'entity' | 'entityId'>,
  work: (tx: Transaction) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await attempt(uow, by.tenantId, work);
  if (!outcome.ok && outOfReach.includes(outcome.code))
    await trail(uow.read(by.tenantId), by, at, { ...deed, patientId: null, purpose: null, outcome: 'refused' });
  return outcome;
}
