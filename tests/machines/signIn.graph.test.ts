import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { deadEnds, stateNames, untakenTransitions } from '../support/graph.ts';
import { signInWorld } from '../support/worlds/signIn.ts';

const { machine, walk } = signInWorld;
const reachable = getShortestPaths(machine, walk).map(({ state }) => state);

test('every state of the sign-in can be reached, and every transition taken', () => {
  const seen = new Set(reachable.flatMap(({ value }) => stateNames(value)));
  expect([...seen].sort()).toEqual(stateNames(machine).sort());
  expect(untakenTransitions(machine, walk)).toEqual([]);
});

test('from every state a person can still sign in', () => {
  expect(deadEnds(machine, walk, (s) => s.matches('accepted'))).toEqual([]);
});

test('a password is in memory only while it is proved', () => {
  const wrong = reachable.filter(
    (s) => (s.matches('submitting') || s.matches('solving')) !== (s.context.credentials !== null),
  );
  expect(wrong.map(({ value }) => value)).toEqual([]);
});

test('where passwords are delayed the refusal stays to be read', () => {
  const silent = reachable.filter((s) => s.matches('delayed') && s.context.failure === null);
  expect(silent.map(({ value }) => value)).toEqual([]);
});
