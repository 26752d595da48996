import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import { prescriptionMachine } from '../../src/machines/prescription.ts';
import { deadEnds, stateNames, untakenTransitions } from '../support/graph.ts';
import { prescriptionWorld } from '../support/worlds/prescription.ts';

const { walk } = prescriptionWorld;
const reachable = getShortestPaths(prescriptionMachine, walk);

test('every state can be reached', () => {
  const reached = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  const passing = ['issued.sorting'];
  expect(stateNames(prescriptionMachine).filter((name) => !reached.has(name))).toEqual(passing);
});

test('every transition can be taken', () => {
  expect(untakenTransitions(prescriptionMachine, walk)).toEqual([]);
});

test('from every state the doctor can start writing a prescription', () => {
  expect(deadEnds(prescriptionMachine, walk, (s) => s.hasTag('writable'))).toEqual([]);
});

/** States that show findings and start no checks by themselves. */
const judged = [
  ...['ready', 'needsReason', 'blocked', 'unavailable', { submission: 'asking' }].map((drafting) => ({ drafting })),
  { issued: { pendingReview: 'known' } },
];
const steps = Object.values(getAdjacencyMap(prescriptionMachine as AnyStateMachine, walk as never)) as unknown as {
  state: Reached;
  transitions: Record<string, { event: { type: string }; state: Reached }>;
}[];
type Reached = (typeof reachable)[number]['state'];
const areOld = ({ context }: Reached) => context.factsChanged;

test('no state drops a change of the facts: it is known until checks have ended that began after it', () => {
  const taken = steps.flatMap(({ state, transitions }) =>
    Object.values(transitions).map(({ event, state: next }) => ({ event, state, next })),
  );
  const dropped = taken.filter(({ event, next }) => event.type === 'facts.changed' && !areOld(next));
  expect(dropped.map(({ state }) => state.value)).toEqual([]);
  const ends = taken.filter(({ state, next }) => areOld(state) && !areOld(next)).map(({ event }) => event.type);
  const isEnd = /^xstate\.(?:done|error)\.actor\.(?:check|checkWhileAsking|checkConfirmed|recheck)$/;
  expect(ends.filter((type) => !isEnd.test(type))).toEqual([]);
});

test('no state that shows findings keeps those from before a change of the facts', () => {
  const old = reachable.filter(({ state }) => areOld(state) && judged.some((value) => state.matches(value as never)));
  expect(old.map(({ state }) => state.value)).toEqual([]);
});
