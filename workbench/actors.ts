import type { StateValue } from 'xstate';
import type { MachineEntry, RunningActor } from '../src/services/machineRecorder.ts';
import type { MetActor } from './watch.ts';

/** A node of the actor tree. */
export type ActorNode = RunningActor & { readonly children: readonly ActorNode[] };

/** The actors by parent; those without a known one are roots. */
export function actorTree(actors: readonly RunningActor[]): readonly ActorNode[] {
  const known = new Set(actors.map(({ actor }) => actor));
  const nodeOf = (one: RunningActor): ActorNode => ({
    ...one,
    children: actors.filter(({ parent }) => parent === one.actor).map(nodeOf),
  });
  return actors.filter(({ parent }) => parent === null || !known.has(parent)).map(nodeOf);
}

/** A name for each actor: its own, with a number in the order of their beginning where others beside it have the same. */
export function actorLabels(actors: readonly MetActor[]): ReadonlyMap<string, string> {
  return new Map(
    actors.map((one) => {
      const same = actors.filter(({ name, parent }) => name === one.name && parent === one.parent);
      return [one.actor, same.length > 1 ? `${one.name} ${same.indexOf(one) + 1}` : one.name];
    }),
  );
}

/** The transitions that an actor took last. */
export const lastTransitions = (entries: readonly MachineEntry[], actor: string): readonly string[] =>
  entries.findLast((entry) => entry.actor === actor && entry.transitions.length > 0)?.transitions ?? [];

/** A state value in one line, such as `active.access.fresh, active.screen.open`. */
export const stateText = (value: StateValue): string => leaves(value).join(', ');

const leaves = (value: StateValue): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([name, inner]) => {
        const below = inner ? leaves(inner) : [];
        return below.length > 0 ? below.map((leaf) => `${name}.${leaf}`) : [name];
      });

/** The dotted names of all states that are active in a state value. */
export const activeStates = (value: StateValue): readonly string[] => [
  ...new Set(
    leaves(value).flatMap((leaf) => {
      const parts = leaf.split('.');
      return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
    }),
  ),
];
