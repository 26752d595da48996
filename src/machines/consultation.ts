import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { consultation } from './consultationSetup.ts';

/** One patient's consultation, from waiting to closed: chat, record and prescription run side by side. */
export const consultationMachine = consultation.createMachine({
  id: 'consultation',
  context: ({ input }) => ({ ...input, blockers: [], failure: null, record: null }),
  initial: 'opening',
  states: {
    opening: { tags: ['busy'] },
    unreachable: {},
    awaiting: { tags: ['readOnly'] },
    accepting: { tags: ['busy', 'readOnly'] },
    active: {
      type: 'parallel',
      states: {
        chat: { initial: 'writing', states: { writing: { tags: ['writable'] } } },
        record: { initial: 'closed', states: { closed: {}, open: {} } },
        prescription: { initial: 'closed', states: { closed: {}, open: {} } },
      },
    },
    finishing: {
      initial: 'checking',
      states: { checking: {}, confirming: {}, undoable: {}, ending: { tags: ['busy'] } },
    },
    closed: { tags: ['readOnly'] },
    lost: { type: 'final' },
  },
  output: ({ context }) => ({ outcome: 'takenByAnother', orderId: context.key.orderId, doctorName: null }),
});

export type Consultation = ActorRefFrom<typeof consultationMachine>;
type Snapshot = SnapshotFrom<typeof consultationMachine>;

/** Where the consultation stands, for what a pane shows at its bottom. */
export type Phase =
  | 'opening'
  | 'unreachable'
  | 'awaiting'
  | 'accepting'
  | 'active'
  | 'checking'
  | 'confirming'
  | 'undoable'
  | 'ending'
  | 'closed'
  | 'lost';

export const phase = (s: Snapshot): Phase => {
  if (typeof s.value === 'string') return s.value as Phase;
  return 'finishing' in s.value ? (s.value.finishing as Phase) : 'active';
};

/** The doctor may answer now. */
export const canWrite = (s: Snapshot): boolean => s.hasTag('writable');

/** The order as it is known now; null until it has been loaded. */
export const orderOf = (s: Snapshot) => s.context.order;

/** When the announced ending becomes final; null while none is announced. */
export const finalAt = (s: Snapshot): number | null => s.context.finishing?.at ?? null;

/** What speaks against ending now. */
export const blockersOf = (s: Snapshot) => s.context.blockers;

/** What went wrong last. */
export const failureOf = (s: Snapshot) => s.context.failure;

export const isRecordOpen = (s: Snapshot): boolean => s.matches({ active: { record: 'open' } });
export const isPrescriptionOpen = (s: Snapshot): boolean => s.matches({ active: { prescription: 'open' } });

/** The medical record's machine; null until the record is opened for the first time. */
export const recordOf = (s: Snapshot) => s.context.record;
