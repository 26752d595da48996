import { type AnyActorLogic, type AnyStateMachine, fromPromise, type SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';

/** An actor that never ends, so that the test alone says when it did. */
const waiting = fromPromise(() => new Promise<never>(() => {}));

/** A machine whose actors of these names never end by themselves. */
export const withWaiting = <M extends AnyStateMachine>(machine: M, names: readonly string[]): M =>
  machine.provide({ actors: Object.fromEntries(names.map((name) => [name, waiting as AnyActorLogic])) }) as M;

type Walk<M extends AnyStateMachine> = {
  /** Of states that look the same only the first is led to. */
  readonly looks: (state: SnapshotFrom<M>) => unknown;
  readonly events: readonly never[];
  readonly input: unknown;
  readonly limit: number;
  readonly serializeState: (state: SnapshotFrom<M>) => string;
};

/**
 * The shortest way to each look of a machine, as events to play on an actor. XState's own events of an invoked actor that
 * ended are among them, so a machine of `withWaiting` can be led everywhere.
 */
export function playedPaths<M extends AnyStateMachine>(machine: M, { looks, ...walk }: Walk<M>) {
  // An actor that is done takes no more events.
  const options = { ...walk, stopWhen: ({ status }: { status: string }) => status === 'done' };
  const paths = getShortestPaths(machine, options as never)
    .map(({ state, steps }) => ({ state: state as SnapshotFrom<M>, steps: steps.map(({ event }) => event) }))
    .toSorted((one, other) => one.steps.length - other.steps.length);
  const first = new Map<string, (typeof paths)[number]>();
  for (const path of paths) {
    const look = JSON.stringify(looks(path.state));
    if (!first.has(look)) first.set(look, path);
  }
  return [...first.values()].map(({ state, steps }) => ({
    state,
    events: (steps as { readonly type: string }[]).filter(({ type }) => type !== 'xstate.init'),
  }));
}
