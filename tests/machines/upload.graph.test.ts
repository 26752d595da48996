import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Upload } from '../../src/domain/attachedFiles.ts';
import { uploadMachine } from '../../src/machines/upload.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const as = ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000');
const stored = { url: '/files/1', name: 'a.jpg', size: 3, type: 'image/jpeg', width: 4, height: 3 };
const upload: Upload = {
  id: 'u1',
  conversationId: ConversationId.parse('c1'),
  kind: 'image',
  name: 'a.jpg',
  type: 'image/jpeg',
  size: 3,
  width: 4,
  height: 3,
  durationS: 0,
  addedAt: 1,
  sendAs: null,
  stored: null,
};
const file = new Blob(['abc']);
const events = [
  { type: 'turn.granted' },
  { type: 'link.lost' },
  { type: 'link.restored' },
  { type: 'progress.made', part: 0.5 },
  { type: 'retry.requested' },
  { type: 'send.requested', as },
  { type: 'cancel.requested' },
  { type: 'xstate.after.pause.upload.pausing' },
  ...settledEvents('prepare', [
    { outcome: 'prepared', file, name: 'a.jpg', type: 'image/jpeg', width: 4, height: 3 },
    { outcome: 'tooLarge' },
    { outcome: 'unreadable' },
  ]),
  ...settledEvents('storeLocally', [undefined]),
  { type: 'transmission.ended', output: { outcome: 'stored', stored } },
  { type: 'transmission.ended', output: { outcome: 'refused', message: 'no' } },
  { type: 'transmission.ended', output: { outcome: 'lost' } },
  ...settledEvents('transmit', []),
  ...settledEvents('handOver', [undefined]),
  ...settledEvents('drop', [undefined]),
] as never[];
const walk = {
  events,
  input: { upload, file, isStoredLocally: false },
  limit: 20_000,
  stopWhen: (s: { status: string }) => s.status === 'done',
  serializeState: (s: { value: unknown; context: { upload: Upload } }) =>
    JSON.stringify([s.value, s.context.upload.sendAs !== null, s.context.upload.stored !== null]),
};
const reachable = getShortestPaths(uploadMachine, walk);

test('every state of an attached file can be reached', () => {
  const transient = ['arriving', 'stored', 'cancelled'];
  const seen = new Set([...transient, ...reachable.flatMap(({ state }) => stateNames(state.value))]);
  expect([...seen].sort()).toEqual(stateNames(uploadMachine).sort());
});

test('from every state a file can still be sent or removed', () => {
  const isDone = (s: { matches(state: string): boolean }) => s.matches('done');
  expect(deadEnds(uploadMachine, walk, isDone as never)).toEqual([]);
});

test('a file is handed to the outbox only after the doctor sent it and the platform stored it', () => {
  const wrong = reachable.filter(
    ({ state: { context, ...state } }) =>
      state.value === 'handingOver' && (context.upload.sendAs === null || context.upload.stored === null),
  );
  expect(wrong).toEqual([]);
});

test('every transition of an upload is taken', () => {
  expect(untakenTransitions(uploadMachine, walk)).toEqual([]);
});
