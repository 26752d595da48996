import { fromPromise } from 'xstate';

/** An actor that the composition root must provide; run without it, it fails with its name. */
export const placeholderActor = <TOutput, TInput = void>(name: string) =>
  fromPromise<TOutput, TInput>(() => Promise.reject(new Error(`actor "${name}" was not provided`)));

/** Guards and params for an invoked actor whose output is a union told apart by `outcome`. */
export function endedAs<O extends { readonly outcome: string }>() {
  type Done = { readonly event: { readonly output: O } };
  type Of<K> = Extract<O, { readonly outcome: K }>;
  const isOf = <K extends O['outcome']>(output: O, outcome: K): output is Of<K> => output.outcome === outcome;

  return {
    /** The guard carries its outcome, so that diagrams can name it. */
    is: <K extends O['outcome']>(outcome: K) =>
      Object.assign(({ event }: Done) => isOf(event.output, outcome), { outcome }),
    /** Params read from one outcome; use it behind the guard of the same outcome. */
    params:
      <K extends O['outcome'], P>(outcome: K, read: (output: Of<K>) => P) =>
      ({ event: { output } }: Done): P => {
        if (!isOf(output, outcome)) throw new Error(`ended as ${output.outcome}, not as ${outcome}`);
        return read(output);
      },
  };
}
