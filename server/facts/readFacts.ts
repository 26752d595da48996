import { Code } from '../../contract/envelope.ts';
import type { getPatientFacts } from '../../contract/extension/facts.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { findReadableOrder } from '../orders/orderAccess.ts';
import type { NameOf } from '../patients/factNames.ts';
import { findPatient } from '../patients/queries.ts';
import type { Allergens } from './allergenQueries.ts';
import type { OrderRow, PatientRow } from './policy.ts';
import { knownFacts } from './queries.ts';
import { type Facts, factsOnWire } from './wire.ts';

export type FactNeeds = { nameOf: NameOf; allergens: Allergens };

/** Everything known about the patient of an order, for the caller. */
export async function showFacts(
  { nameOf, allergens }: FactNeeds,
  of: { order: OrderRow; who: PatientRow },
  { at, store, language }: CallContext,
): Promise<Facts> {
  const reader = { at, language, nameOf, names: await allergens.namesFor(store) };
  return factsOnWire(await knownFacts(store, of, reader), reader);
}

/** What is known about the patient of an order, for those who may read the order. */
export const findFacts =
  (needs: FactNeeds) =>
  async ({ orderId }: RequestOf<typeof getPatientFacts>, context: CallContext): Promise<Outcome<Facts>> => {
    const order = await findReadableOrder(orderId, context);
    const who = order && (await findPatient(context.store, order.patientId));
    return order && who ? done(await showFacts(needs, { order, who }, context)) : refused(Code.notFound);
  };
