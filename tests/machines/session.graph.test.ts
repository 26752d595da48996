import { expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import { isLocked } from '../../src/machines/selectors/session.ts';
import { sessionMachine } from '../../src/machines/session.ts';
import { deadEnds, stateNames, untakenTransitions } from '../support/graph.ts';
import { sessionWorld } from '../support/worlds/session.ts';

type State = SnapshotFrom<typeof sessionMachine>;
const { walk } = sessionWorld;
const reachable = getShortestPaths(sessionMachine, walk);

test('every state of a session can be reached', () => {
  const seen = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect(stateNames(sessionMachine).filter((name) => !seen.has(name))).toEqual([]);
});

test('every transition of a session is taken', () => {
  expect(untakenTransitions(sessionMachine, walk)).toEqual([]);
});

test('from every state a person can always return to the sign-in', () => {
  const isHome = (s: State) => s.matches('signedOut') || s.matches({ hospitalProblem: 'unknown' });
  expect(deadEnds(sessionMachine, walk, isHome)).toEqual([]);
});

type Step = { state: State; transitions: Record<string, { event: { type: string }; state: State }> };

test('a locked screen opens only for its own person or with another tab that was unlocked', () => {
  const steps = Object.values(getAdjacencyMap(sessionMachine, walk as never)) as unknown as Step[];
  const opened = steps
    .filter(({ state }) => isLocked(state))
    .flatMap(({ transitions }) => Object.values(transitions))
    .filter(({ state }) => state.matches('active') && !isLocked(state))
    .map(({ event }) => event.type);
  expect([...new Set(opened)].sort()).toEqual(['login.accepted', 'peer.unlocked']);
});
type Invoking = { invoke: readonly { id: string }[]; states: Record<string, Invoking> };
const invokedBy = (node: Invoking): string[] => [
  ...node.invoke.map(({ id }) => id),
  ...Object.values(node.states).flatMap(invokedBy),
];

test('every invoked promise has an error handler', () => {
  const promises = invokedBy(sessionMachine.root).filter((id) => !/peers|Clock|Watch|Turn|Link$/.test(id));
  const known: readonly string[] = sessionMachine.events;
  expect(promises).toHaveLength(9);
  expect(promises.filter((id) => !known.includes(`xstate.error.actor.${id}`))).toEqual([]);
});
