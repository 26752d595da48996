import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { voiceMachine } from '../../src/machines/voice.ts';
import { deadEnds, stateNames, untakenTransitions } from '../support/graph.ts';

const recording = { file: new Blob(['x']), name: 'voice.webm', durationS: 2 };
const events = [
  { type: 'microphone.opened' },
  { type: 'microphone.refused', why: 'denied' },
  { type: 'voice.measured', level: 0.5, elapsedMs: 100 },
  { type: 'recording.ended', recording },
  { type: 'stop.requested' },
  { type: 'retry.requested' },
  { type: 'discard.requested' },
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

test('from every state a voice note can be discarded', () => {
  expect(deadEnds(voiceMachine, walk, (s) => s.matches('dropped'))).toEqual([]);
});

test('a recording exists exactly when it can be played, and a failure reason exactly when recording failed', () => {
  const wrong = reachable.filter(
    ({ state }) =>
      !state.matches('dropped') &&
      (state.matches('recorded') !== (state.context.recording !== null) ||
        state.matches('failed') !== (state.context.trouble !== null)),
  );
  expect(wrong).toEqual([]);
});

test('every transition of a voice note is taken', () => {
  expect(untakenTransitions(voiceMachine, walk)).toEqual([]);
});
