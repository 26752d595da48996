import { type AnyActorLogic, type AnyStateMachine, fromPromise, type SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';

/** An actor that never ends, so that the test alone says when it did. */
const waiting = fromPromise(() => new Promise<never>(() => {}));

/** A machine whose actors of these names never end by themselves. */
export const withWaiting = <M extends AnyStateMachine>(machine: M, names: readonly string[]): M =>
  machine.provide({ actors: Object.fromEntries(names.map((name) => [name, waiting as AnyActorLogic])) }) as M;

type Walk<M extends AnyStateMachine> = {
  readonly events: readonly never[];
  readonly input: unknown;
  readonly limit: number;
  readonly serializeState: (state: SnapshotFrom<M>) => string;
};

/**
 * The shortest way to each state of a machine, as events to play on an actor. XState's own events of an invoked actor that
 * ended are among them, so a machine of `withWaiting` can be led everywhere.
 */
export const playedPaths = <M extends AnyStateMachine>(machine: M, walk: Walk<M>) =>
  // An actor that is done takes no more events.
  getShortestPaths(machine, { ...walk, stopWhen: ({ status }: { status: string }) => status === 'done' } as never).map(({ state, steps }) => ({
    state: state as SnapshotFrom<M>,
    events: steps.map(({ event }) => event as { readonly type: string }).filter(({ type }) => type !== 'xstate.init'),
  }));
