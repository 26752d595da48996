import { type ActorOptions, type AnyActorLogic, fromPromise } from 'xstate';

/** Who sees what happens in a root actor and below it; empty if nobody does. */
export type Inspection = Readonly<Pick<ActorOptions<AnyActorLogic>, 'inspect'>>;

/** Placeholder for an actor that the composition root must provide. It rejects with the actor's name. */
export const placeholderActor = <TOutput, TInput = void>(name: string) =>
  fromPromise<TOutput, TInput>(() => Promise.reject(new Error(`actor "${name}" was not provided`)));

/** Params that are an invoked actor's whole output. */
export const outputOf = <O>({ event }: { readonly event: { readonly output: O } }): O => event.output;

/** Guards and params for an invoked actor whose output is a union discriminated by `outcome`. */
export function endedAs<O extends { readonly outcome: string }>() {
  type Done = { readonly event: { readonly output: O } };
  type Of<K> = Extract<O, { readonly outcome: K }>;
  const isOf = <K extends O['outcome']>(output: O, outcome: K): output is Of<K> => output.outcome === outcome;

  return {
    /** The guard has its outcome as a property, so that diagrams can label it. */
    is: <K extends O['outcome']>(outcome: K) =>
      Object.assign(({ event }: Done) => isOf(event.output, outcome), { outcome }),
    /** Params read from one outcome. Use it only with the guard for that outcome. */
    params:
      <K extends O['outcome'], P>(outcome: K, read: (output: Of<K>) => P) =>
      ({ event: { output } }: Done): P => {
        if (!isOf(output, outcome)) throw new Error(`ended as ${output.outcome}, not as ${outcome}`);
        return read(output);
      },
  };
}
