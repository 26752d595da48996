import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { consultationMachine } from '../../src/machines/consultation.ts';
import { deadEnds, stateNames, untakenTransitions } from '../support/graph.ts';
import { consultationWorld } from '../support/worlds/consultation.ts';

const { machine: standalone, walk } = consultationWorld;
const reachable = getShortestPaths(standalone, walk);

test('every state of a consultation can be reached', () => {
  const passedThrough = ['opening', 'sorting'];
  const seen = new Set([...passedThrough, ...reachable.flatMap(({ state }) => stateNames(state.value))]);
  expect([...seen].sort()).toEqual(stateNames(consultationMachine).sort());
});

test('from every state a consultation can end: closed, or accepted by a colleague', () => {
  expect(deadEnds(standalone, walk, (s) => s.matches('closed') || s.matches('lost'))).toEqual([]);
});

test('the doctor can write exactly while the consultation is active and no ending is in progress', () => {
  const wrong = reachable.filter(({ state }) => state.hasTag('writable') !== state.matches('active'));
  expect(wrong.map(({ state }) => state.value)).toEqual([]);
});

test('an announced ending can always be undone or is being carried out', () => {
  const wrong = reachable.filter(
    ({ state }) =>
      state.context.finishing !== null &&
      !state.matches('finishing') &&
      !state.matches('loading') &&
      !state.matches('unreachable'),
  );
  expect(wrong.map(({ state }) => state.value)).toEqual([]);
});

test('every transition of a consultation is taken', () => {
  expect(untakenTransitions(standalone, walk)).toEqual([]);
});
