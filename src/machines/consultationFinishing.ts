import { endedAs } from './actors.ts';
import {
  type AcceptOutcome,
  type BlockersOutcome,
  type ConsultationContext,
  consultation,
  type FinishOutcome,
  type LoadOutcome,
} from './consultationSetup.ts';

export type At = { context: ConsultationContext };
export type Ended<T> = { event: { output: T } };
type WithOrder = LoadOutcome | AcceptOutcome | FinishOutcome;

export const loaded = endedAs<LoadOutcome>();
export const accepted = endedAs<AcceptOutcome>();
export const finished = endedAs<FinishOutcome>();

export const ofKey = ({ context: { key } }: At) => key;

/** Deletes the stored ending once it is final or undone. */
export const deleteFinishing = { type: 'deleteFinishing', params: ofKey } as const;
export const clearFinishing = { type: 'setFinishing', params: null } as const;

/** Stores the failure of a request, so that the pane can show it. */
export const setFailure = {
  type: 'setFailure',
  params: ({ event: { output } }: Ended<WithOrder>) => (output.outcome === 'failed' ? output.failure : null),
} as const;

/** Stores the order that the platform returned. */
export const setOrder = {
  type: 'setOrder',
  params: ({ event: { output } }: Ended<WithOrder>) => {
    if (!('order' in output)) throw new Error(`no order comes with ${output.outcome}`);
    return output.order;
  },
} as const;

const announceUndo = { type: 'announceUndo', params: ofKey } as const;
const found = ({ event }: Ended<BlockersOutcome>) => event.output;
const setBlockers = { type: 'setBlockers', params: found } as const;
const asBefore = '#consultation.active';
const droppable = { 'finish.cancelled': asBefore } as const;

/** Ending a consultation: check for blockers, announce the ending, allow undo for a while, then end it on the platform. */
export const finishing = consultation.createStateConfig({
  initial: 'checking',
  states: {
    checking: {
      tags: 'readOnly',
      on: droppable,
      invoke: {
        id: 'findBlockers',
        src: 'findBlockers',
        input: ofKey,
        onDone: [
          { guard: { type: 'isFree', params: found }, target: 'announcing', actions: setBlockers },
          { guard: { type: 'isBlocked', params: found }, target: 'confirming', actions: setBlockers },
          { target: asBefore, actions: setBlockers },
        ],
        onError: asBefore,
      },
    },
    confirming: {
      tags: 'readOnly',
      on: { ...droppable, 'finish.confirmed': { guard: 'mayFinishAnyway', target: 'announcing' } },
    },
    announcing: {
      entry: 'startFinishing',
      tags: ['busy', 'readOnly'],
      invoke: {
        id: 'announce',
        src: 'announce',
        input: ({ context: { key, summary } }) => ({ key, summary }),
        onDone: { target: 'undoable', actions: { type: 'setFinishing', params: ({ event }) => event.output } },
        onError: asBefore,
      },
    },
    undoable: {
      entry: 'startFinishing',
      tags: 'readOnly',
      on: {
        'finish.undone': { target: asBefore, actions: [deleteFinishing, announceUndo, clearFinishing] },
        'finish.undoneElsewhere': { target: asBefore, actions: clearFinishing },
      },
      invoke: {
        id: 'waitUntil',
        src: 'waitUntil',
        input: ({ context }) => context.finishing?.at ?? 0,
        onDone: 'ending',
        onError: 'ending',
      },
    },
    ending: {
      tags: ['busy', 'readOnly'],
      on: { 'order.changed': {} },
      invoke: {
        id: 'finish',
        src: 'finish',
        input: ({ context: { key, order, summary } }) => ({ key, order, summary }),
        onDone: [
          {
            guard: finished.is('finished'),
            target: '#consultation.sorting',
            actions: [setOrder, deleteFinishing, clearFinishing],
          },
          { target: asBefore, actions: [setFailure, deleteFinishing, clearFinishing] },
        ],
        onError: { target: asBefore, actions: [deleteFinishing, clearFinishing] },
      },
    },
  },
});
