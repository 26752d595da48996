import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Stryker } from '@stryker-mutator/core';
import type { MutationResult } from './machines.ts';

type Report = {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly mutants: readonly {
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly status: string;
          readonly location: { readonly start: { readonly line: number } };
        }[];
      }
    >
  >;
};

const reportFile = 'test-results/mutation.json';
const counted = ['Killed', 'Timeout', 'Survived', 'NoCoverage'];

/** Changes the expressions of one folder or file in every way that Stryker knows, and runs the tests that reach them. */
export async function mutateFolder(path: string): Promise<MutationResult> {
  const stryker = new Stryker({
    mutate: [path.endsWith('.ts') ? path : `${path}/**/*.ts`],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    // A value that is computed when its file loads, such as a table, would need all tests for each change.
    ignoreStatic: true,
    concurrency: availableParallelism(),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: reportFile },
    tempDirName: 'test-results/mutation',
    ignorePatterns: ['test-results', 'dist', 'bench', 'deploy'],
    // Stryker rewrites a tsconfig through the API of TypeScript 6, which version 7 does not have; the tests need none.
    tsconfigFile: 'no-tsconfig.json',
    allowConsoleColors: false,
    thresholds: { break: null },
  });
  await stryker.runMutationTest();
  const { files }: Report = JSON.parse(await readFile(reportFile, 'utf8'));
  const all = Object.entries(files).flatMap(([file, found]) =>
    found.mutants.map((mutant) => ({ ...mutant, place: `${file}:${mutant.location.start.line}` })),
  );
  const mutants = all.filter(({ status }) => counted.includes(status));
  return {
    subject: path,
    changes: mutants.length,
    leftOut: all.filter(({ status }) => status === 'Ignored').length,
    survivors: mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(
        ({ place, mutatorName, replacement = '' }) => `${place} ${mutatorName}: ${replacement.replace(/\s+/g, ' ')}`,
      ),
  };
}
