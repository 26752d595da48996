import type { Outcome, Refused } from '../db/outcome.ts';
import type { Store } from '../db/store.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { type Actor, appendTrail, type TrailEntry } from './trail.ts';

/**
 * Runs one transaction. A refusal rolls it back, and is recorded on the trail by itself; `orderId` is the order that the
 * request names, by which the row finds its patient, and `why` what the row says about the refusal besides its code.
 */
export async function audited<T>(
  { by, at, store }: { by: Actor; at: number; store: Store },
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
  const outcome = await store.attempt(work);
  if (!outcome.ok) {
    const purpose = orderId === undefined ? null : `order:${orderId}`;
    const detail = { code: outcome.code, ...why?.(outcome) };
    const refusal = { patientId: null, purpose, outcome: 'refused', detail } as const;
    await appendTrail(store, by, at, { ...entry, ...refusal });
  }
  return outcome;
}
