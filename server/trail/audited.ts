import type { Staff } from '../accounts/staffPolicy.ts';
import { attempt, type Outcome } from '../db/outcome.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { type Deed, trail } from './trail.ts';

/** One request as the store sees it: who asks, and when. */
export type Asked = { by: Staff; at: number };

/** Runs one transaction that a refusal undoes; the refusal itself stays on the trail. */
export async function guarded<T>(
  uow: UnitOfWork,
  { by, at }: Asked,
  deed: Pick<Deed, 'action' | 'entity' | 'entityId'>,
  work: (tx: Transaction) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await attempt(uow, by.tenantId, work);
  if (!outcome.ok) {
    const refusal = { patientId: null, purpose: null, outcome: 'refused', detail: { code: outcome.code } } as const;
    await trail(uow.read(by.tenantId), by, at, { ...deed, ...refusal });
  }
  return outcome;
}
