import { attempt, type Outcome, type Refused } from '../db/outcome.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { type Actor, appendTrail, type TrailEntry } from './trail.ts';

/**
 * Runs one transaction. A refusal rolls it back, and is recorded on the trail by itself; `orderId` is the order that the
 * request names, by which the row finds its patient, and `why` what the row says about the refusal besides its code.
 */
export async function audited<T>(
  uow: UnitOfWork,
  { by, at }: { by: Actor & { tenantId: string }; at: number },
  {
    orderId,
    why,
    ...entry
  }: Pick<TrailEntry, 'action' | 'entity' | 'entityId'> & {
    orderId?: string;
    why?: (refusal: Refused) => Record<string, unknown>;
  },
  work: (tx: Transaction) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await attempt(uow, by.tenantId, work);
  if (!outcome.ok) {
    const purpose = orderId === undefined ? null : `order:${orderId}`;
    const detail = { code: outcome.code, ...why?.(outcome) };
    const refusal = { patientId: null, purpose, outcome: 'refused', detail } as const;
    await appendTrail(uow.read(by.tenantId), by, at, { ...entry, ...refusal });
  }
  return outcome;
}
