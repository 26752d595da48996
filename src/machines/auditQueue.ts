import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { PatientId, PrescriptionId } from '../../contract/ids.ts';
import { reviewMachine } from './review.ts';
import type { Decision, ReviewInput, ReviewOutput } from './reviewSetup.ts';

/** `next` opens once the current review is released. `last` is the latest result, shown above the queue. */
type Context = {
  readonly open: ReviewInput | null;
  readonly next: ReviewInput | null;
  readonly last: ReviewOutput | null;
};

/** Emitted when the platform has stored this auditor's decision. */
type Decided = {
  readonly type: 'review.decided';
  readonly decision: Decision['decision'];
  readonly prescriptionNo: string;
};

const auditQueue = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'prescription.opened'; id: PrescriptionId; version: number }
      | { type: 'prescription.withdrawn'; id: PrescriptionId; message: string }
      | { type: 'prescription.decided'; id: PrescriptionId }
      /** Statements about a patient changed. */
      | { type: 'facts.changed'; patientId: PatientId },
    emitted: {} as Decided,
    children: {} as { review: 'review' },
  },
  actors: { review: reviewMachine },
  actions: {
    open: assign((_, open: ReviewInput) => ({ open, next: null })),
    close: assign((_, last: ReviewOutput | null) => ({ open: null, last })),
    announce: enqueueActions(({ enqueue }, { decision, prescriptionNo }: ReviewOutput) => {
      if (decision && prescriptionNo) enqueue.emit({ type: 'review.decided', decision, prescriptionNo });
    }),
    setNext: assign((_, next: ReviewInput) => ({ next })),
    release: sendTo('review', { type: 'review.closed' }),
    noteFacts: sendTo('review', (_, patientId: PatientId) => ({ type: 'facts.changed', patientId })),
    noteDecided: sendTo('review', { type: 'prescription.decided' }),
    withdraw: sendTo('review', (_, message: string) => ({ type: 'prescription.withdrawn', message })),
  },
  guards: {
    isOpen: ({ context }, id: PrescriptionId) => context.open?.id === id,
    hasNext: ({ context }) => context.next !== null,
  },
});

type Opened = { event: { id: PrescriptionId; version: number } };

const chosen = ({ event: { id, version } }: Opened): ReviewInput => ({ id, version });
const result = ({ event }: { event: { output: ReviewOutput } }) => event.output;
const end = [
  { type: 'close', params: result },
  { type: 'announce', params: result },
] as const;
const openNext = {
  type: 'open',
  params: ({ context: { next } }: { context: Context }) => {
    if (!next) throw new Error('no prescription is next');
    return next;
  },
} as const;

/** The auditor's desk: either the queue alone, or one prescription under review. The queue itself is a stream. */
export const auditQueueMachine = auditQueue.createMachine({
  id: 'auditQueue',
  context: { open: null, next: null, last: null },
  initial: 'watching',
  states: {
    watching: { on: { 'prescription.opened': { target: 'reviewing', actions: { type: 'open', params: chosen } } } },
    reviewing: {
      invoke: {
        id: 'review',
        src: 'review',
        input: ({ context: { open } }) => {
          if (!open) throw new Error('no prescription is open');
          return open;
        },
        onDone: [
          { guard: 'hasNext', target: 'reviewing', reenter: true, actions: [...end, openNext] },
          { target: 'watching', actions: end },
        ],
        onError: { target: 'watching', actions: { type: 'close', params: null } },
      },
      on: {
        'prescription.opened': [
          { guard: { type: 'isOpen', params: ({ event }) => event.id } },
          { actions: [{ type: 'setNext', params: chosen }, 'release'] },
        ],
        'facts.changed': { actions: { type: 'noteFacts', params: ({ event }) => event.patientId } },
        'prescription.withdrawn': {
          guard: { type: 'isOpen', params: ({ event }) => event.id },
          actions: { type: 'withdraw', params: ({ event }) => event.message },
        },
        'prescription.decided': {
          guard: { type: 'isOpen', params: ({ event }) => event.id },
          actions: 'noteDecided',
        },
      },
    },
  },
});

export type AuditQueue = ActorRefFrom<typeof auditQueueMachine>;
