import type { SnapshotFrom } from 'xstate';
import { AccountId, ConversationId, HospitalId, OrderId } from '../../../contract/ids.ts';
import { textReply } from '../../../src/domain/reply.ts';
import { consultationMachine } from '../../../src/machines/consultation.ts';
import { settledEvents } from '../graph.ts';
import { order } from '../order.ts';

const key = {
  hospitalId: HospitalId.parse('1'),
  userId: AccountId.parse('7'),
  orderId: OrderId.parse('1'),
  conversationId: ConversationId.parse('1'),
};
const failure = { kind: 'network', code: null, message: '', data: null };
const failed = { outcome: 'failed', failure };
const at = (status: number, version: number) => order('1', { status, version });
const [awaiting, running, finished] = [at(10, 1), at(20, 2), at(30, 3)];
const events = [
  { type: 'accept.requested' },
  { type: 'order.refreshed', order: running },
  { type: 'order.refreshed', order: finished },
  { type: 'order.changed', status: 30, version: 3, time: 1 },
  { type: 'order.taken', doctorName: 'Dr Zhou' },
  { type: 'order.left' },
  { type: 'reply.written', reply: textReply('Hello') },
  { type: 'panel.shown', panel: 'record' },
  { type: 'finish.requested', summary: '' },
  { type: 'finish.confirmed' },
  { type: 'finish.cancelled' },
  { type: 'finish.undone' },
  { type: 'finish.announced', finishing: { at: 8, summary: '' } },
  { type: 'finish.undoneElsewhere' },
  { type: 'retry.requested' },
  { type: 'facts.changed' },
  { type: 'record.changed', version: 2, status: 0 },
  { type: 'prescription.changed', id: '5', version: 2, status: 20, updateTime: 1 },
  ...settledEvents('load', [
    { outcome: 'loaded', order: awaiting },
    { outcome: 'loaded', order: running },
    { outcome: 'loaded', order: finished },
    failed,
  ]),
  ...settledEvents('accept', [
    { outcome: 'accepted', order: running },
    { outcome: 'takenByAnother', doctorName: null },
    failed,
  ]),
  ...settledEvents('findBlockers', [
    { outcome: 'found', blockers: [] },
    { outcome: 'found', blockers: [{ kind: 'recordUnsigned' }] },
    { outcome: 'found', blockers: [{ kind: 'unsentMessages', count: 1 }] },
    failed,
  ]),
  ...settledEvents('announce', [{ at: 8, summary: '' }]),
  ...settledEvents('waitUntil', [undefined]),
  ...settledEvents('finish', [{ outcome: 'finished', order: finished }, failed]),
] as never[]; // XState's own done and error events are not in the machine's event type

type State = SnapshotFrom<typeof consultationMachine>;
const input = {
  key,
  order: null,
  accept: false,
  finishing: null,
};
/** Without a parent workspace, `reportFinished` has no target. */
const standalone = consultationMachine.provide({ actions: { reportFinished: () => {} } });
const walk = {
  events,
  input,
  limit: 50_000,
  // A stopped actor ignores events.
  stopWhen: (s: State) => s.status === 'done',
  serializeState: ({ value, context: { order, blockers, finishing } }: State) =>
    JSON.stringify([value, order?.status, blockers, finishing !== null]),
};

/** The events that a consultation may meet, and which of its states differ. */
export const consultationWorld = { machine: standalone, walk };
