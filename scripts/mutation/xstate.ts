// Takes the place of XState in src/machines during a run with a changed machine.
import { inject } from 'vitest';
import { setup as setUp } from 'xstate';
import { changed, type Mutant } from './mutants.ts';

export * from 'xstate';

declare module 'vitest' {
  interface ProvidedContext {
    /** The change of the run; none in the run that shows that all tests pass. */
    mutant: Mutant | null;
  }
}

type Prepared = { readonly createMachine: (config: { readonly id?: string }) => unknown };

/** XState's `setup`, whose machine has the change of the run if it is the changed one. */
export const setup = ((given: never) => {
  const prepared = setUp(given) as unknown as Prepared;
  const mutant = inject('mutant');
  const createMachine: Prepared['createMachine'] = (config) =>
    prepared.createMachine(
      (mutant?.machine === config.id && mutant ? changed(config, mutant) : config) as typeof config,
    );
  return { ...prepared, createMachine };
}) as typeof setUp;
