// A process that runs the tests of one machine against its changes, one after the other, and tells the result of each.
import { fileURLToPath } from 'node:url';
import { createVitest, type TestSpecification } from 'vitest/node';
import type { Mutant } from './mutants.ts';

/** What the process is told: the test files, those of the machine first, and the changes. */
export type Work = { readonly files: readonly string[]; readonly mutants: readonly (Mutant | null)[] };

/** What it answers for each change: the first test that failed, or null if none did. */
export type Verdict = { readonly failed: string | null };

const root = fileURLToPath(new URL('../../', import.meta.url));
const inPlaceOfXState = fileURLToPath(new URL('xstate.ts', import.meta.url));

async function run({ files, mutants }: Work): Promise<void> {
  const vitest = await createVitest(
    'test',
    {
      root,
      config: false,
      watch: false,
      include: [...files],
      environment: 'node',
      reporters: [{}],
      silent: true,
      bail: 1,
      retry: 0,
      // Threads end with this process, also one that turns for ever.
      pool: 'threads',
      maxWorkers: 1,
      testTimeout: 5_000,
    },
    {
      plugins: [
        {
          name: 'changed-machines',
          enforce: 'pre',
          resolveId: (id, importer) =>
            id === 'xstate' && importer?.includes('/src/machines/') ? inPlaceOfXState : undefined,
        },
      ],
    },
  );
  const placeOf = ({ moduleId }: TestSpecification) => files.findIndex((file) => moduleId.endsWith(file));
  const specifications = (await vitest.globTestSpecifications()).toSorted((a, b) => placeOf(a) - placeOf(b));
  for (const mutant of mutants) {
    vitest.provide('mutant', mutant);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
    const failed = testModules.find((module) => module.state() === 'failed');
    const test = failed && [...failed.children.allTests('failed')][0];
    const name = failed ? (test?.fullName ?? failed.relativeModuleId) : unhandledErrors.length > 0 ? 'an error' : null;
    process.send?.({ failed: name } satisfies Verdict);
  }
  await vitest.close();
  process.disconnect();
}

process.once('message', (work: Work) => void run(work));
