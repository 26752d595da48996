import { fromPromise } from 'xstate';

/** An actor that the composition root must provide; run without it, it fails with its name. */
export const placeholderActor = <TOutput, TInput = void>(name: string) =>
  fromPromise<TOutput, TInput>(() => Promise.reject(new Error(`actor "${name}" was not provided`)));
