import { type ActorRefFrom, type SnapshotFrom, stateIn } from 'xstate';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { SidePanel } from '../domain/desk.ts';
import {
  type At,
  accepted,
  clearFinishing,
  deleteFinishing,
  finishing,
  loaded,
  ofKey,
  setFailure,
  setOrder,
} from './consultationFinishing.ts';
import { consultation, firstContext } from './consultationSetup.ts';
import type { RxNews } from './prescriptionSetup.ts';

const known = ({ context: { key, order } }: At) => ({ key, order });
const setPanel = {
  type: 'setPanel',
  params: ({ event }: { event: { panel: SidePanel | null } }) => event.panel,
} as const;
const openPanel = ['openRecord', { type: 'openPrescription', params: false }] as const;
const forward = {
  type: 'forwardToPrescription',
  params: ({ event: { type: _, ...news } }: { event: { type: string } & RxNews }) => news,
} as const;
const isNow = (status: number) => ({ type: 'hasStatus', params: status }) as const;

/** The order stopped waiting while it was being accepted: by this accept, or because it was cancelled or timed out. */
const hasLeft = stateIn({ accepting: 'left' });

/** One patient's consultation, from waiting to closed. While it is active, chat, record and prescription run in parallel. */
export const consultationMachine = consultation.createMachine({
  id: 'consultation',
  context: ({ input }) => firstContext(input),
  initial: 'opening',
  on: {
    'order.refreshed': [
      {
        guard: { type: 'isOther', params: ({ event }) => event.order },
        target: '.sorting',
        actions: { type: 'setOrder', params: ({ event }) => event.order },
      },
      { actions: { type: 'setOrder', params: ({ event }) => event.order } },
    ],
    'order.changed': { guard: { type: 'isOther', params: ({ event }) => event }, target: '.loading' },
    // Stored in every state, so that the panel's machine starts once the consultation is active.
    'panel.shown': { actions: setPanel },
    'facts.changed': { actions: 'recheckPrescription' },
    'record.changed': {
      actions: { type: 'forwardToRecord', params: ({ event: { type: _, ...news } }) => news },
    },
    'prescription.changed': { actions: forward },
  },
  states: {
    opening: { always: [{ guard: 'hasOrder', target: 'sorting' }, { target: 'loading' }] },
    loading: {
      tags: ['busy', 'readOnly'],
      invoke: {
        id: 'load',
        src: 'load',
        input: ofKey,
        onDone: [
          { guard: loaded.is('loaded'), target: 'sorting', actions: setOrder },
          { target: 'unreachable', actions: setFailure },
        ],
        onError: 'unreachable',
      },
    },
    sorting: {
      always: [
        { guard: 'wantsPatient', target: 'accepting' },
        { guard: isNow(OrderStatus.awaiting), target: 'awaiting' },
        { guard: 'isFinishing', target: 'finishing.undoable' },
        { guard: isNow(OrderStatus.active), target: 'active' },
        { target: 'closed' },
      ],
    },
    unreachable: { tags: 'readOnly', on: { 'retry.requested': 'loading' } },
    awaiting: {
      tags: 'readOnly',
      on: {
        'accept.requested': 'accepting',
        // The order was cancelled or timed out: load it to find out which.
        'order.left': 'loading',
        'order.taken': {
          target: 'lost',
          actions: { type: 'setWinner', params: ({ event }) => event.doctorName },
        },
      },
    },
    accepting: {
      tags: ['busy', 'readOnly'],
      on: {
        'order.changed': {},
        'order.taken': {
          target: 'lost',
          actions: { type: 'setWinner', params: ({ event }) => event.doctorName },
        },
      },
      initial: 'asking',
      states: { asking: { on: { 'order.left': 'left' } }, left: {} },
      invoke: {
        id: 'accept',
        src: 'accept',
        input: known,
        onDone: [
          { guard: accepted.is('accepted'), target: 'sorting', actions: setOrder },
          {
            guard: accepted.is('takenByAnother'),
            target: 'lost',
            actions: {
              type: 'setWinner',
              params: accepted.params('takenByAnother', ({ doctorName }) => doctorName),
            },
          },
          { guard: hasLeft, target: 'loading', actions: setFailure },
          { target: 'awaiting', actions: setFailure },
        ],
        onError: [{ guard: hasLeft, target: 'loading' }, { target: 'awaiting' }],
      },
    },
    active: {
      tags: 'writable',
      entry: ['stopFinishing', 'createRequestId', ...openPanel],
      on: {
        'reply.written': {
          actions: { type: 'deliver', params: ({ context: { key }, event: { reply } }) => ({ key, reply }) },
        },
        'panel.shown': { actions: [setPanel, 'createRequestId', ...openPanel] },
        'prescription.changed': { actions: ['createRequestId', { type: 'openPrescription', params: true }, forward] },
        'finish.requested': {
          target: 'finishing',
          actions: { type: 'setSummary', params: ({ event }) => event.summary },
        },
        'finish.announced': {
          target: 'finishing.undoable',
          actions: [
            { type: 'setSummary', params: ({ event }) => event.finishing.summary },
            { type: 'setFinishing', params: ({ event }) => event.finishing },
          ],
        },
      },
    },
    finishing,
    closed: { tags: 'readOnly', entry: [deleteFinishing, clearFinishing, 'reportFinished', 'stopFinishing'] },
    lost: { type: 'final' },
  },
  output: ({ context }) => ({
    outcome: 'takenByAnother',
    orderId: context.key.orderId,
    doctorName: context.doctorName,
  }),
});

export type Consultation = ActorRefFrom<typeof consultationMachine>;
type Snapshot = SnapshotFrom<typeof consultationMachine>;

type Value = Snapshot['value'];
type NestedOf<V> = V extends { readonly finishing: infer Inner } ? Inner : never;
type NestedName<V> = V extends string ? never : keyof V;

/** The current step, which decides what the bottom of the pane shows. */
export type Phase = Extract<Value, string> | Exclude<NestedName<Value>, 'finishing'> | Extract<NestedOf<Value>, string>;

export function phase({ value }: Snapshot): Phase {
  if (typeof value === 'string') return value;
  if ('finishing' in value && typeof value.finishing === 'string') return value.finishing;
  return 'accepting' in value ? 'accepting' : 'active';
}

/** True while an ending is announced but not final. */
export const isFinishing = (s: Snapshot): boolean => ['announcing', 'undoable', 'ending'].includes(phase(s));

/** True while the doctor may write to the patient. */
export const canWrite = (s: Snapshot): boolean => s.hasTag('writable');

/** The latest known version of the order; null until it is loaded. */
export const orderOf = (s: Snapshot) => s.context.order;

/** When the announced ending becomes final (epoch ms of the platform); null if none is announced. */
export const finalAt = (s: Snapshot): number | null => s.context.finishing?.at ?? null;

/** What must be resolved before the consultation can end. */
export const blockersOf = (s: Snapshot) => s.context.blockers;

/** The latest failure. */
export const failureOf = (s: Snapshot) => s.context.failure;

/** The medical record's machine; null until the record is first opened. */
export const recordOf = (s: Snapshot) => s.context.record;

/** The prescription's machine; null until the prescription is first opened. */
export const prescriptionOf = (s: Snapshot) => s.context.prescription;
