import { type BlockersOutcome, consultation } from './consultationSetup.ts';
import {
  dropFinishing,
  type Ended,
  explain,
  finished,
  forgetFinishing,
  keepOrder,
  ofKey,
} from './consultationSteps.ts';

const announceWithdrawal = { type: 'announceWithdrawal', params: ofKey } as const;
const found = ({ event }: Ended<BlockersOutcome>) => event.output;
const keepBlockers = { type: 'keepBlockers', params: found } as const;
const asBefore = '#consultation.active';
const droppable = { 'finish.cancelled': asBefore } as const;

/** The way to the end: what speaks against it is named, it is announced, it can be undone, and then it is carried out. */
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
          { guard: { type: 'isFree', params: found }, target: 'announcing', actions: keepBlockers },
          { guard: { type: 'isBlocked', params: found }, target: 'confirming', actions: keepBlockers },
          { target: asBefore, actions: keepBlockers },
        ],
        onError: asBefore,
      },
    },
    confirming: {
      tags: 'readOnly',
      on: { ...droppable, 'finish.confirmed': { guard: 'mayFinishAnyway', target: 'announcing' } },
    },
    announcing: {
      entry: 'noteEnding',
      tags: ['busy', 'readOnly'],
      invoke: {
        id: 'announce',
        src: 'announce',
        input: ({ context: { key, summary } }) => ({ key, summary }),
        onDone: { target: 'undoable', actions: { type: 'keepFinishing', params: ({ event }) => event.output } },
        onError: asBefore,
      },
    },
    undoable: {
      entry: 'noteEnding',
      tags: 'readOnly',
      on: {
        'finish.undone': { target: asBefore, actions: [dropFinishing, announceWithdrawal, forgetFinishing] },
        'finish.withdrawn': { target: asBefore, actions: forgetFinishing },
      },
      invoke: {
        id: 'moment',
        src: 'moment',
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
            actions: [keepOrder, dropFinishing, forgetFinishing],
          },
          { target: asBefore, actions: [explain, dropFinishing, forgetFinishing] },
        ],
        onError: { target: asBefore, actions: [dropFinishing, forgetFinishing] },
      },
    },
  },
});
