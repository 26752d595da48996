import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId } from '../../contract/ids.ts';
import type { Failure } from '../../contract/operation.ts';
import type { FinishBlocker, Finishing } from './finish.ts';
import type { ConsultationKey } from './owner.ts';

/** `accept`: accept the patient immediately, as "Accept" on a waiting row does. */
export type ConsultationInput = {
  readonly key: ConsultationKey;
  readonly order: ConsultOrder | null;
  readonly accept: boolean;
  readonly finishing: Finishing | null;
};

/** `takenByAnother` is an expected outcome, not an error: a colleague accepted the patient first. */
export type AcceptOutcome =
  | { readonly outcome: 'accepted'; readonly order: ConsultOrder }
  | { readonly outcome: 'takenByAnother'; readonly doctorName: string | null }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export type FinishOutcome =
  | { readonly outcome: 'finished'; readonly order: ConsultOrder }
  | { readonly outcome: 'failed'; readonly failure: Failure };

/** A failed check stops the ending, so that a bad link never hides unsigned or unsent work. */
export type BlockersOutcome =
  | { readonly outcome: 'found'; readonly blockers: readonly FinishBlocker[] }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export type LoadOutcome =
  | { readonly outcome: 'loaded'; readonly order: ConsultOrder }
  | { readonly outcome: 'failed'; readonly failure: Failure };

/** What a consultation reports to the workspace that spawned it. */
export type ConsultationFinished = { readonly type: 'consultation.finished'; readonly orderId: OrderId };

/** The output when a colleague accepted the patient first; the workspace then closes the pane. */
export type ConsultationOutput = {
  readonly outcome: 'takenByAnother';
  readonly orderId: OrderId;
  readonly doctorName: string | null;
};
