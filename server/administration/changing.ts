import type { CallContext } from '../accounts/caller.ts';
import type { Outcome } from '../db/outcome.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { Actor } from '../trail/trail.ts';

/** Who changes something, and when. `by` names an operator of the platform who has no account at the hospital. */
export type Change = { readonly actor: Actor; readonly at: number; readonly by?: string };

/** An administrator's change as the trail records it. */
export const changeBy = ({ by, at }: Pick<CallContext, 'by' | 'at'>): Change => ({ actor: by, at });

/** Makes a use case of a change of the hospital: one transaction, which a refusal rolls back. */
export const changing =
  <Input, Result>(work: (tx: Transaction, input: Input, change: Change) => Promise<Outcome<Result>>) =>
  (input: Input, context: CallContext): Promise<Outcome<Result>> =>
    context.store.attempt((tx) => work(tx, input, changeBy(context)));
