import { type ActorRefFrom, assign, setup } from 'xstate';
import type { PrescriptionId } from '../../contract/ids.ts';
import { reviewMachine } from './review.ts';
import type { ReviewInput, ReviewOutput } from './reviewSetup.ts';

/** What the auditor did last, for the line that says so. */
type Context = { readonly open: ReviewInput | null; readonly last: ReviewOutput | null };

const auditQueue = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'item.opened'; id: PrescriptionId; version: number }
      | { type: 'item.withdrawn'; id: PrescriptionId; message: string },
    emitted: {} as { type: 'review.ended'; result: ReviewOutput },
  },
  actors: { review: reviewMachine },
  actions: {
    open: assign((_, open: ReviewInput) => ({ open, last: null })),
    close: assign((_, last: ReviewOutput | null) => ({ open: null, last })),
  },
});

/** The auditor's desk: watching the queue, or holding one prescription of it. The queue itself is a stream. */
export const auditQueueMachine = auditQueue.createMachine({
  id: 'auditQueue',
  context: { open: null, last: null },
  initial: 'watching',
  states: {
    watching: {
      on: {
        'item.opened': {
          target: 'reviewing',
          actions: { type: 'open', params: ({ event: { id, version } }) => ({ id, version }) },
        },
      },
    },
    reviewing: {
      invoke: {
        id: 'review',
        src: 'review',
        input: ({ context: { open } }) => {
          if (!open) throw new Error('no prescription is open');
          return open;
        },
        onDone: { target: 'watching', actions: { type: 'close', params: ({ event }) => event.output } },
        onError: { target: 'watching', actions: { type: 'close', params: null } },
      },
    },
  },
});

export type AuditQueue = ActorRefFrom<typeof auditQueueMachine>;
