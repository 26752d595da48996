import { type ActorRefFrom, assign, enqueueActions, fromCallback, raise, sendTo, setup } from 'xstate';
import type { PatientId, PrescriptionId } from '../../contract/ids.ts';
import type { Decision, PendingDecision, ReviewOutput } from '../domain/review.ts';
import type { ReviewInput } from '../domain/reviewQueue.ts';
import { placeholderActor } from './actors.ts';
import { reviewMachine } from './review.ts';

/** `next` opens once the current review is released. `last` is the latest result, shown above the queue. */
type Context = {
  readonly open: ReviewInput | null;
  readonly next: ReviewInput | null;
  readonly last: ReviewOutput | null;
  /** The reviewer asked for the next free prescription, whatever their setting says. */
  readonly wantsFree: boolean;
  /** This reviewer's decisions that have not taken effect, the latest last. */
  readonly undoable: readonly PendingDecision[];
};

/** Emitted when the platform has stored this reviewer's decision; `effectiveAt` is null if it took effect at once. */
type Decided = {
  readonly type: 'review.decided';
  readonly decision: Decision['decision'];
  readonly prescriptionNo: string;
  readonly effectiveAt: number | null;
};

/** Emitted when a decision was taken back or will not take effect. */
type Undone =
  | { readonly type: 'decision.reopened'; readonly prescriptionNo: string }
  | { readonly type: 'decision.dropped'; readonly why: 'withdrawn' | 'findings'; readonly prescriptionNo: string };

/** The outcome of taking back a decision. */
type UndoEvent =
  | { readonly type: 'decision.undone'; readonly id: PrescriptionId; readonly version: number }
  | { readonly type: 'undo.failed'; readonly id: PrescriptionId };

/** Emitted when the reviewer asked for the next free prescription and there is none. */
type NothingFree = { readonly type: 'nothing.free' };

type ToUndo = { readonly type: 'decision.chosen'; readonly pending: PendingDecision };

/** The next prescription is looked for after this one; `wanted` if the reviewer asked for it. */
export type NextInput = { readonly after: PrescriptionId | null; readonly wanted: boolean };

const reviewQueue = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'prescription.opened'; id: PrescriptionId; version: number }
      | { type: 'prescription.cancelled'; id: PrescriptionId; message: string }
      | { type: 'prescription.decided'; id: PrescriptionId }
      /** The reviewer leaves the open prescription for the next free one. */
      | { type: 'next.requested' }
      /** The latest decision that has not taken effect is to be taken back. */
      | { type: 'undo.requested' }
      | UndoEvent
      /** The platform dropped a decision, because a new finding forbids it. */
      | { type: 'decision.dropped'; id: PrescriptionId }
      /** Statements about a patient changed; null after a gap in the events, when anybody's may have. */
      | { type: 'facts.changed'; patientId: PatientId | null },
    emitted: {} as Decided | Undone | NothingFree,
    children: {} as { review: 'review'; undo: 'undo'; findNext: 'findNext' },
  },
  actors: {
    review: reviewMachine,
    /** The next prescription that nobody reviews; null if there is none. Unless `wanted`, the reviewer's setting may forbid it. */
    findNext: placeholderActor<ReviewInput | null, NextInput>('findNext'),
    /** Takes back the decisions that it is sent. */
    undo: fromCallback<ToUndo>(() => {}),
  },
  actions: {
    open: assign((_, open: ReviewInput) => ({ open, next: null, wantsFree: false })),
    askForFree: assign({ wantsFree: true }),
    giveUpFree: enqueueActions(({ context, enqueue }) => {
      if (context.wantsFree) enqueue.emit({ type: 'nothing.free' });
      enqueue.assign({ wantsFree: false });
    }),
    close: assign(({ context }, last: ReviewOutput | null) => ({
      open: null,
      last,
      undoable: last?.pending ? [...context.undoable, last.pending] : context.undoable,
    })),
    forgetDecision: assign(({ context }, id: PrescriptionId) => ({
      undoable: context.undoable.filter((one) => one.id !== id),
    })),
    announce: enqueueActions(({ enqueue }, { decision, prescriptionNo, pending }: ReviewOutput) => {
      if (decision && prescriptionNo)
        enqueue.emit({ type: 'review.decided', decision, prescriptionNo, effectiveAt: pending?.effectiveAt ?? null });
    }),
    announceDrop: enqueueActions(
      ({ context, enqueue }, { id, why }: { id: PrescriptionId; why: 'withdrawn' | 'findings' }) => {
        const pending = context.undoable.find((one) => one.id === id);
        if (pending) enqueue.emit({ type: 'decision.dropped', why, prescriptionNo: pending.prescriptionNo });
      },
    ),
    announceReopened: enqueueActions(({ context, enqueue }, id: PrescriptionId) => {
      const pending = context.undoable.find((one) => one.id === id);
      if (pending) enqueue.emit({ type: 'decision.reopened', prescriptionNo: pending.prescriptionNo });
    }),
    undo: sendTo('undo', (_, pending: PendingDecision) => ({ type: 'decision.chosen', pending })),
    reopen: raise((_, { id, version }: ReviewInput) => ({ type: 'prescription.opened', id, version }) as const),
    /** Deletes the local draft of a decided review; the composition root provides it. */
    deleteDraft: (_, _id: PrescriptionId) => {},
    setNext: assign((_, next: ReviewInput) => ({ next })),
    release: sendTo('review', { type: 'review.closed' }),
    noteFacts: sendTo('review', (_, patientId: PatientId | null) => ({ type: 'facts.changed', patientId })),
    noteDecided: sendTo('review', { type: 'prescription.decided' }),
    cancelReview: sendTo('review', (_, message: string) => ({ type: 'prescription.cancelled', message })),
  },
  guards: {
    isOpen: ({ context }, id: PrescriptionId) => context.open?.id === id,
    hasNext: ({ context }) => context.next !== null,
    wantsFree: ({ context }) => context.wantsFree,
    isDecided: (_, { decision }: ReviewOutput) => decision !== null,
    isDecidedHere: ({ context }, id: PrescriptionId) => context.undoable.some((one) => one.id === id),
    isUndoable: ({ context }) => context.undoable.length > 0,
    isFound: (_, found: ReviewInput | null) => found !== null,
  },
});

type Opened = { event: { id: PrescriptionId; version: number } };

const chosen = ({ event: { id, version } }: Opened): ReviewInput => ({ id, version });
const idOf = ({ event }: { event: { id: PrescriptionId } }) => event.id;
const forgetDecision = { type: 'forgetDecision', params: idOf } as const;
const result = ({ event }: { event: { output: ReviewOutput } }) => event.output;
const end = [
  { type: 'close', params: result },
  { type: 'announce', params: result },
] as const;

function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}

/** What a reviewer works on: the queue alone, or one prescription under review. The queue itself is a stream. */
export const reviewQueueMachine = reviewQueue.createMachine({
  id: 'reviewQueue',
  context: { open: null, next: null, last: null, wantsFree: false, undoable: [] },
  invoke: { id: 'undo', src: 'undo' },
  initial: 'watching',
  on: {
    'undo.requested': {
      guard: 'isUndoable',
      actions: { type: 'undo', params: ({ context }) => required(context.undoable.at(-1), 'the decision') },
    },
    'decision.undone': {
      actions: [{ type: 'announceReopened', params: idOf }, forgetDecision, { type: 'reopen', params: chosen }],
    },
    'undo.failed': { actions: forgetDecision },
    'decision.dropped': {
      actions: [
        { type: 'announceDrop', params: ({ event }) => ({ id: event.id, why: 'findings' as const }) },
        forgetDecision,
      ],
    },
    'prescription.cancelled': {
      actions: [
        { type: 'announceDrop', params: ({ event }) => ({ id: event.id, why: 'withdrawn' as const }) },
        forgetDecision,
      ],
    },
    // What was written here about a prescription that somebody else decided stays.
    'prescription.decided': {
      guard: { type: 'isDecidedHere', params: idOf },
      actions: [forgetDecision, { type: 'deleteDraft', params: idOf }],
    },
  },
  states: {
    watching: {
      on: {
        'prescription.opened': { target: 'reviewing', actions: { type: 'open', params: chosen } },
        'next.requested': { target: 'choosing', actions: 'askForFree' },
      },
    },
    reviewing: {
      invoke: {
        id: 'review',
        src: 'review',
        input: ({ context: { open } }) => required(open, 'the open prescription'),
        onDone: [
          {
            guard: 'hasNext',
            target: 'reviewing',
            reenter: true,
            actions: [
              ...end,
              { type: 'open', params: ({ context: { next } }) => required(next, 'the next prescription') },
            ],
          },
          { guard: 'wantsFree', target: 'choosing', actions: end },
          { guard: { type: 'isDecided', params: result }, target: 'choosing', actions: end },
          { target: 'watching', actions: { type: 'close', params: result } },
        ],
        onError: { target: 'watching', actions: { type: 'close', params: null } },
      },
      on: {
        'prescription.opened': [
          { guard: { type: 'isOpen', params: ({ event }) => event.id } },
          { actions: [{ type: 'setNext', params: chosen }, 'release'] },
        ],
        'next.requested': { actions: ['askForFree', 'release'] },
        'facts.changed': { actions: { type: 'noteFacts', params: ({ event }) => event.patientId } },
        'prescription.cancelled': {
          guard: { type: 'isOpen', params: ({ event }) => event.id },
          actions: { type: 'cancelReview', params: ({ event }) => event.message },
        },
        'prescription.decided': {
          guard: { type: 'isOpen', params: ({ event }) => event.id },
          actions: 'noteDecided',
        },
      },
    },
    /** The next free prescription opens by itself after a decision, or because the reviewer asked for it. */
    choosing: {
      invoke: {
        id: 'findNext',
        src: 'findNext',
        input: ({ context }) => ({ after: context.last?.id ?? null, wanted: context.wantsFree }),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: 'reviewing',
            actions: { type: 'open', params: ({ event }) => required(event.output, 'the next prescription') },
          },
          { target: 'watching', actions: 'giveUpFree' },
        ],
        onError: { target: 'watching', actions: 'giveUpFree' },
      },
      on: { 'prescription.opened': { target: 'reviewing', actions: { type: 'open', params: chosen } } },
    },
  },
});

export type ReviewQueueRef = ActorRefFrom<typeof reviewQueueMachine>;
