import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { TakenBy } from '../../scripts/machineCoverage.ts';
import { transitionName } from '../../src/services/machineRecorder.ts';

const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];

/** The names of all transitions of a machine. */
export const transitionsOf = (machine: AnyStateMachine): readonly string[] =>
  nodesOf(machine.root).flatMap((node) =>
    [...node.transitions.values(), node.always ?? []].flat().flatMap((transition) => transitionName(transition) ?? []),
  );

/** The names of all states of a machine. */
export const statesOf = (machine: AnyStateMachine): readonly string[] =>
  nodesOf(machine.root)
    .slice(1)
    .map(({ path }) => path.join('.'));

const taken: { readonly [By in TakenBy]: Map<string, Set<string>> } = { rules: new Map(), graph: new Map() };

/** Counts transitions as taken by the test file that runs; entering the first state is none. */
export function countTaken(by: TakenBy, transitions: readonly AnyTransitionDefinition[]): void {
  for (const transition of transitions) {
    const name = transitionName(transition);
    if (name === null) continue;
    const { id } = transition.source.machine;
    taken[by].set(id, (taken[by].get(id) ?? new Set()).add(name));
  }
}

/** Begins to count anew. */
export function forgetTaken(): void {
  for (const machines of Object.values(taken)) machines.clear();
}

const namesIn = (machines: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...machines].map(([id, names]) => [id, [...names]]));

/** What was counted, by machine; null if nothing was. */
export const takenSoFar = () =>
  taken.rules.size + taken.graph.size === 0 ? null : { rules: namesIn(taken.rules), graph: namesIn(taken.graph) };
