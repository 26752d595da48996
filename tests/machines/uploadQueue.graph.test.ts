import { expect, test } from 'vitest';
import { transition } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { ConversationId } from '../../contract/ids.ts';
import { uploadQueueMachine } from '../../src/machines/uploadQueue.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const file = new Blob(['abc']);
const upload = {
  ...{ id: 'a', conversationId: ConversationId.parse('c1'), kind: 'image', name: 'a.jpg', type: 'image/jpeg', size: 3 },
  ...{ width: 4, height: 3, durationS: 0, addedAt: 1, sendAs: null, stored: null },
};
const events = [
  { type: 'link.lost' },
  { type: 'link.restored' },
  { type: 'file.attached', upload, file },
  { type: 'upload.found', id: 'a' },
  { type: 'upload.adopted', id: 'a', stored: { upload, file } },
  { type: 'upload.adopted', id: 'a', stored: null },
  { type: 'upload.requested', id: 'a', event: { type: 'cancel.requested' } },
  { type: 'xstate.snapshot.upload.a' },
  { type: 'xstate.done.actor.upload.a' },
  ...settledEvents('findStored', [['a']]),
] as never[]; // XState's own done and error events are not in the machine's event type
type State = { value: unknown; context: { uploads: readonly unknown[]; claims: readonly string[] } };
const isEmpty = ({ context: { uploads, claims } }: State) => uploads.length === 0 && claims.length === 0;
const walk = {
  events,
  input: undefined,
  limit: 5_000,
  serializeState: ({ value, context: { uploads, claims } }: State) =>
    JSON.stringify([value, Math.min(uploads.length, 1), Math.min(claims.length, 1)]),
};
const reachable = getShortestPaths(uploadQueueMachine, walk);

test('every state of the attached files can be reached, and every transition taken', () => {
  const seen = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect([...seen].sort()).toEqual(stateNames(uploadQueueMachine).sort());
  expect(untakenTransitions(uploadQueueMachine, walk)).toEqual([]);
});

test('from every state the last file and its lock can go', () => {
  expect(deadEnds(uploadQueueMachine, walk, isEmpty)).toEqual([]);
});

test('a file that is over leaves its place and its lock, whatever happened before', () => {
  const over = { type: 'xstate.done.actor.upload.a' } as never;
  const left = reachable.map(({ state }) => transition(uploadQueueMachine, state, over)[0]);
  expect(left.filter((state) => !isEmpty(state)).map(({ value }) => value)).toEqual([]);
});

test('the lock of a file that another tab has finished is given back', () => {
  const finished = { type: 'upload.adopted', id: 'a', stored: null } as const;
  const kept = reachable.map(({ state }) => transition(uploadQueueMachine, state, finished)[0].context.claims);
  expect(kept.flat()).toEqual([]);
});
