import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { voiceMachine } from '../../src/machines/voice.ts';
import { deadEnds, stateNames } from '../support/graph.ts';

const recording = { file: new Blob(['x']), name: 'voice.webm', durationS: 2 };
const events = [
  { type: 'microphone.opened' },
  { type: 'microphone.refused', why: 'denied' },
  { type: 'voice.measured', level: 0.5, elapsedMs: 100 },
  { type: 'recording.ended', recording },
  { type: 'stop.requested' },
  { type: 'retry.requested' },
  { type: 'note.discarded' },
  { type: 'xstate.after.limit.voice.listening.recording' },
  { type: 'xstate.after.patience.voice.listening.stopping' },
] as never[];
const walk = {
  events,
  input: undefined,
  limit: 5_000,
  serializeState: (s: { value: unknown; context: { recording: unknown; trouble: unknown } }) =>
    JSON.stringify([s.value, s.context.recording !== null, s.context.trouble]),
};
const reachable = getShortestPaths(voiceMachine, walk);

test('every state of a voice note can be reached', () => {
  const seen = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect([...seen].sort()).toEqual(stateNames(voiceMachine).sort());
});

test('from everywhere a voice note can be dropped', () => {
  expect(deadEnds(voiceMachine, walk, (s) => s.matches('dropped'))).toEqual([]);
});

test('there is a recording exactly when it can be heard, and a reason exactly when there is none', () => {
  const wrong = reachable.filter(
    ({ state }) =>
      !state.matches('dropped') &&
      (state.matches('recorded') !== (state.context.recording !== null) ||
        state.matches('failed') !== (state.context.trouble !== null)),
  );
  expect(wrong).toEqual([]);
});
