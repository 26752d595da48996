import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { partMachine } from '../../src/machines/part.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const events = [
  { type: 'part.needed' },
  { type: 'network.returned' },
  ...settledEvents('firstImport', [{ Panel: 'panel' }]),
  ...settledEvents('lateImport', [{ Panel: 'panel' }]),
  ...['loading', 'loadingLate'].map((state) => ({ type: `xstate.after.limit.part.${state}` })),
  ...['pausing', 'away'].map((state) => ({ type: `xstate.after.pause.part.${state}` })),
] as never[];
const walk = {
  events,
  input: undefined,
  limit: 5_000,
  // More failures than the first tries change nothing but the pause.
  serializeState: (s: { value: unknown; context: { failures: number } }) =>
    JSON.stringify([s.value, Math.min(s.context.failures, 4)]),
};
const reachable = getShortestPaths(partMachine, walk);

test('every state of a part can be reached', () => {
  const seen = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect([...seen].sort()).toEqual(stateNames(partMachine).sort());
});

test('every transition of a part is taken', () => {
  expect(untakenTransitions(partMachine, walk)).toEqual([]);
});

test('from every state a part can still be loaded', () => {
  expect(deadEnds(partMachine, walk, (s) => s.matches('loaded'))).toEqual([]);
});

test('a part is missing on the screen exactly after it has failed, and there exactly when its code is', () => {
  const wrong = reachable.filter(
    ({ state }) =>
      (state.hasTag('away') && state.context.cause === null) ||
      state.matches('loaded') !== (state.context.code !== null),
  );
  expect(wrong).toEqual([]);
});
