import { type ActorRefFrom, assign, setup } from 'xstate';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId } from '../../contract/ids.ts';
import type { Failure } from '../../contract/operation.ts';
import type { FinishBlocker } from '../domain/finish.ts';
import type { Reply } from '../domain/outgoing.ts';
import type { ConsultationKey } from '../domain/owner.ts';
import { recordMachine } from './record.ts';
import { unprovided } from './unprovided.ts';

/** An ending that can still be undone: when it becomes final, and what the patient will read. */
export type Finishing = { readonly at: number; readonly summary: string };

/** `accept`: take the patient at once, as "Accept" on a waiting row does. */
export type ConsultationInput = {
  readonly key: ConsultationKey;
  readonly order: ConsultOrder | null;
  readonly accept: boolean;
  readonly finishing: Finishing | null;
};

/** Losing the race to a colleague is an outcome, not an error. */
export type AcceptOutcome =
  | { readonly outcome: 'accepted'; readonly order: ConsultOrder }
  | { readonly outcome: 'takenByAnother'; readonly doctorName: string | null }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export type FinishOutcome =
  | { readonly outcome: 'finished'; readonly order: ConsultOrder }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export type LoadOutcome =
  | { readonly outcome: 'loaded'; readonly order: ConsultOrder }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export type ConsultationContext = {
  readonly key: ConsultationKey;
  readonly order: ConsultOrder | null;
  readonly accept: boolean;
  readonly finishing: Finishing | null;
  readonly blockers: readonly FinishBlocker[];
  /** What went wrong last, to be shown in the pane. */
  readonly failure: Failure | null;
  readonly record: ActorRefFrom<typeof recordMachine> | null;
};

export type ConsultationEvent =
  | { type: 'accept.asked' }
  | { type: 'order.refreshed'; order: ConsultOrder }
  | { type: 'order.changed'; status: number; version: number; time: number }
  | { type: 'order.taken'; doctorName: string | null }
  | { type: 'reply.written'; reply: Reply }
  | { type: 'record.opened' }
  | { type: 'record.closed' }
  | { type: 'prescription.opened' }
  | { type: 'prescription.closed' }
  | { type: 'finish.asked'; summary: string }
  | { type: 'finish.confirmed' }
  | { type: 'finish.dropped' }
  | { type: 'finish.undone' }
  | { type: 'retry.asked' };

/** How a consultation that could not be had ends: its pane closes by itself. */
export type ConsultationOutput = {
  readonly outcome: 'takenByAnother';
  readonly orderId: OrderId;
  readonly doctorName: string | null;
};

/** The words that the consultation machine is written in. */
export const consultation = setup({
  types: {
    input: {} as ConsultationInput,
    context: {} as ConsultationContext,
    events: {} as ConsultationEvent,
    output: {} as ConsultationOutput,
    tags: {} as 'writable' | 'busy' | 'readOnly',
  },
  actors: {
    load: unprovided<LoadOutcome, ConsultationKey>('load'),
    accept: unprovided<AcceptOutcome, { key: ConsultationKey; order: ConsultOrder }>('accept'),
    findBlockers: unprovided<readonly FinishBlocker[], ConsultationKey>('findBlockers'),
    /** Resolves when the given moment has come, by the platform's clock. */
    moment: unprovided<void, number>('moment'),
    finish: unprovided<FinishOutcome, { key: ConsultationKey; order: ConsultOrder; summary: string }>('finish'),
    record: recordMachine,
  },
  actions: {
    /** Puts a reply into the outbox; the composition root provides it. */
    deliver: (_, _reply: { key: ConsultationKey; reply: Reply }) => {},
    explain: assign((_, failure: Failure | null) => ({ failure })),
  },
});
