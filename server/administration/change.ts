import type { CallContext } from '../accounts/caller.ts';
import type { Actor } from '../trail/trail.ts';

/** Who changes something, and when. `by` names an operator of the platform who has no account at the hospital. */
export type Change = { readonly actor: Actor; readonly at: number; readonly by?: string };

/** An administrator's change as the trail records it. */
export const changeBy = ({ by, at }: Pick<CallContext, 'by' | 'at'>): Change => ({ actor: by, at });
