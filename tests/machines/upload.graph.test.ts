import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Upload } from '../../src/domain/upload.ts';
import { uploadMachine } from '../../src/machines/upload.ts';
import { deadEnds, settledEvents, stateNames } from '../support/graph.ts';

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
  { type: 'turn.given' },
  { type: 'link.lost' },
  { type: 'link.restored' },
  { type: 'progress.made', part: 0.5 },
  { type: 'retry.asked' },
  { type: 'send.asked', as },
  { type: 'upload.cancelled' },
  { type: 'xstate.after.pause.upload.pausing' },
  ...settledEvents('prepare', [
    { outcome: 'prepared', file, name: 'a.jpg', type: 'image/jpeg', width: 4, height: 3 },
    { outcome: 'tooLarge' },
    { outcome: 'unreadable' },
  ]),
  ...settledEvents('keep', [undefined]),
  ...settledEvents('transmit', [
    { outcome: 'stored', stored },
    { outcome: 'refused', message: 'no' },
    { outcome: 'lost' },
  ]),
] as never[];
const walk = {
  events,
  input: { upload, file, kept: false },
  limit: 20_000,
  serializeState: (s: { value: unknown; context: { upload: Upload } }) =>
    JSON.stringify([s.value, s.context.upload.sendAs !== null, s.context.upload.stored !== null]),
};
const reachable = getShortestPaths(uploadMachine, walk);

test('every state of an attached file can be reached', () => {
  const seen = new Set(['arriving', ...reachable.flatMap(({ state }) => stateNames(state.value))]);
  expect([...seen].sort()).toEqual(stateNames(uploadMachine).sort());
});

test('whatever happens, a file can still be sent or taken out', () => {
  const isOver = (s: { matches(state: string): boolean }) => s.matches('carried') || s.matches('cancelled');
  expect(deadEnds(uploadMachine, walk, isOver as never)).toEqual([]);
});

test('only what was sent and is kept by the platform is carried by a message', () => {
  const wrong = reachable.filter(
    ({ state: { context, ...state } }) =>
      state.value === 'carried' && (context.upload.sendAs === null || context.upload.stored === null),
  );
  expect(wrong).toEqual([]);
});
