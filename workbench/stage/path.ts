import { type AnyEventObject, type AnyStateMachine, fromCallback, type SnapshotFrom, StateMachine } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { stateNames } from '../../tests/support/graph.ts';

/** A machine with the events that it may meet, as the tests of its graph walk through it. */
export type World<M extends AnyStateMachine> = {
  readonly machine: M;
  readonly walk: {
    readonly events: readonly never[];
    readonly input: unknown;
    readonly limit: number;
    readonly serializeState: (state: SnapshotFrom<M>) => string;
  };
};

type Path = {
  readonly state: { readonly value: never };
  readonly steps: readonly { readonly event: AnyEventObject }[];
};

/** The events of the shortest path to each state that the world's events reach, by the state's dotted name. */
export function pathsOf<M extends AnyStateMachine>({
  machine,
  walk,
}: World<M>): ReadonlyMap<string, readonly AnyEventObject[]> {
  const shortest = new Map<string, readonly AnyEventObject[]>();
  for (const { state, steps } of getShortestPaths(machine, walk as never) as unknown as readonly Path[]) {
    const events = steps.map(({ event }) => event).filter(({ type }) => type !== 'xstate.init');
    for (const name of stateNames(state.value)) {
      const before = shortest.get(name);
      if (before === undefined || events.length < before.length) shortest.set(name, events);
    }
  }
  return shortest;
}

const silent = fromCallback(() => {});
const neverMs = 2 ** 30;

/** The machine without answers and timers of its own, so that only the events of a path move it. Its machines stay. */
export const still = <M extends AnyStateMachine>(machine: M): M =>
  machine.provide({
    actors: Object.fromEntries(
      Object.entries(machine.implementations.actors ?? {})
        .filter(([, logic]) => !(logic instanceof StateMachine))
        .map(([name]) => [name, silent]),
    ),
    delays: Object.fromEntries(Object.keys(machine.implementations.delays ?? {}).map((name) => [name, neverMs])),
  } as never) as M;
