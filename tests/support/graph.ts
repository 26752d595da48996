import type { AnyStateMachine, AnyTransitionDefinition, SnapshotFrom, StateValue } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { transitionName } from '../../src/services/machineRecorder.ts';
import { countTaken, statesOf, transitionsOf } from './transitions.ts';

/** XState's events of an invoked actor that ends with one of `outputs`, or fails. */
export const settledEvents = (id: string, outputs: readonly unknown[]) => [
  ...outputs.map((output) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })),
  { type: `xstate.error.actor.${id}`, error: new Error(id), actorId: id },
];

const ofValue = (value: StateValue, path: string): string[] =>
  typeof value === 'string'
    ? [`${path}${value}`]
    : Object.entries(value).flatMap(([key, inner]) => [
        `${path}${key}`,
        ...(inner ? ofValue(inner, `${path}${key}.`) : []),
      ]);

/** The dotted names of all states of a machine, or of those active in a state value. */
export const stateNames = (of: AnyStateMachine | StateValue): string[] =>
  typeof of === 'object' && 'root' in of ? [...statesOf(of as AnyStateMachine)] : ofValue(of as StateValue, '');

type Walk<M extends AnyStateMachine> = {
  readonly events: readonly never[];
  readonly input: unknown;
  readonly limit: number;
  readonly serializeState: (state: SnapshotFrom<M>) => string;
};

/** States without a path back home; there must be none. */
export function deadEnds<M extends AnyStateMachine>(
  machine: M,
  walk: Walk<M>,
  isHome: (state: SnapshotFrom<M>) => boolean,
): StateValue[] {
  const states = Object.entries(getAdjacencyMap(machine, walk as never)) as [
    string,
    { state: SnapshotFrom<M>; transitions: Record<string, { state: SnapshotFrom<M> }> },
  ][];
  const home = new Set(states.filter(([, { state }]) => isHome(state)).map(([key]) => key));
  for (let before = -1; before < home.size; ) {
    before = home.size;
    for (const [key, { transitions }] of states)
      if (Object.values(transitions).some((next) => home.has(walk.serializeState(next.state)))) home.add(key);
  }
  return states.filter(([key]) => !home.has(key)).map(([, { state }]) => (state as { value: StateValue }).value);
}

/**
 * Transitions of a machine that no event of the walk takes in any state it reaches; there must be none. Those without an
 * event are left to rule tests, because a walk begins with one input.
 */
export function untakenTransitions<M extends AnyStateMachine>(machine: M, walk: Walk<M>): string[] {
  const taken = new Set<AnyTransitionDefinition>();
  for (const { state } of Object.values(getAdjacencyMap(machine, walk as never)) as { state: SnapshotFrom<M> }[])
    for (const event of walk.events)
      for (const transition of machine.getTransitionData(state as never, event)) taken.add(transition);
  countTaken('graph', [...taken]);
  const names = new Set([...taken].map((transition) => transitionName(transition)));
  return transitionsOf(machine).filter((name) => !name.includes(' on always ') && !names.has(name));
}
