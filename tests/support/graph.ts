import type { AnyStateMachine, AnyStateNode, SnapshotFrom, StateValue } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';

/** XState's events of an invoked actor that ends with one of `outputs`, or fails. */
export const settledEvents = (id: string, outputs: readonly unknown[]) => [
  ...outputs.map((output) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })),
  { type: `xstate.error.actor.${id}`, error: new Error(id), actorId: id },
];

const ofNode = (node: AnyStateNode): string[] =>
  Object.values(node.states).flatMap((child) => [child.path.join('.'), ...ofNode(child)]);

const ofValue = (value: StateValue, path: string): string[] =>
  typeof value === 'string'
    ? [`${path}${value}`]
    : Object.entries(value).flatMap(([key, inner]) => [
        `${path}${key}`,
        ...(inner ? ofValue(inner, `${path}${key}.`) : []),
      ]);

/** The dotted names of all states of a machine, or of those active in a state value. */
export const stateNames = (of: AnyStateMachine | StateValue): string[] =>
  typeof of === 'object' && 'root' in of ? ofNode((of as AnyStateMachine).root) : ofValue(of as StateValue, '');

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

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];

type Transition = { readonly eventType: string; readonly source: AnyStateNode; readonly guard?: unknown };

const nameOf = ({ eventType, source }: Transition, at: number) => `${source.path.join('.')} on ${eventType} (${at})`;

/** Transitions of a machine that no event of the walk takes in any state it reaches; there must be none. */
export function untakenTransitions<M extends AnyStateMachine>(machine: M, walk: Walk<M>): string[] {
  const taken = new Set<unknown>();
  for (const { state } of Object.values(getAdjacencyMap(machine, walk as never)) as { state: SnapshotFrom<M> }[])
    for (const event of walk.events)
      for (const transition of machine.getTransitionData(state as never, event)) taken.add(transition);
  return nodesOf(machine.root).flatMap((node) =>
    [...node.transitions.values()].flatMap((list) =>
      (list as Transition[]).flatMap((transition, at) => (taken.has(transition) ? [] : [nameOf(transition, at)])),
    ),
  );
}
