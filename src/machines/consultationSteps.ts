import type { AcceptOutcome, ConsultationContext, FinishOutcome, LoadOutcome } from './consultationSetup.ts';
import { endedAs } from './endedAs.ts';

export type At = { context: ConsultationContext };
export type Ended<T> = { event: { output: T } };
type WithOrder = LoadOutcome | AcceptOutcome | FinishOutcome;

export const loaded = endedAs<LoadOutcome>();
export const accepted = endedAs<AcceptOutcome>();
export const finished = endedAs<FinishOutcome>();

export const ofKey = ({ context: { key } }: At) => key;

/** The announced ending is over: carried out, or undone. */
export const dropFinishing = { type: 'dropFinishing', params: ofKey } as const;
export const forgetFinishing = { type: 'keepFinishing', params: null } as const;

/** Says why the platform did not do what was asked. */
export const explain = {
  type: 'explain',
  params: ({ event: { output } }: Ended<WithOrder>) => (output.outcome === 'failed' ? output.failure : null),
} as const;

/** Takes over the order as the platform has it after a step. */
export const keepOrder = {
  type: 'keepOrder',
  params: ({ event: { output } }: Ended<WithOrder>) => {
    if (!('order' in output)) throw new Error(`no order comes with ${output.outcome}`);
    return output.order;
  },
} as const;
