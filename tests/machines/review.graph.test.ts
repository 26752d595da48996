import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { reviewMachine } from '../../src/machines/review.ts';
import { deadEnds, stateNames, untakenTransitions } from '../support/graph.ts';
import { reviewWorld } from '../support/worlds/review.ts';

const { walk } = reviewWorld;
const reachable = getShortestPaths(reviewMachine, walk);

test('every state can be reached', () => {
  const reached = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect(stateNames(reviewMachine).filter((name) => !reached.has(name))).toEqual([]);
});

test('every transition can be taken', () => {
  expect(untakenTransitions(reviewMachine, walk)).toEqual([]);
});

test('from every state the reviewer can close the review', () => {
  expect(deadEnds(reviewMachine, walk, (s) => s.matches('closed'))).toEqual([]);
});

test('a decision is impossible without a lease', () => {
  const deciding = reachable.filter(({ state }) => state.matches({ holding: 'deciding' }));
  expect(deciding).not.toEqual([]);
  expect(deciding.filter(({ state }) => state.context.lease === null)).toEqual([]);
});
