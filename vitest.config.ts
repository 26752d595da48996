import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { summary } from './scripts/summary.ts';

/** A busy machine may miss a wait once; what fails twice has failed. */
const retry = process.env.CI === 'true' ? 1 : 0;

/** These wait longer than they work: begun first, nobody waits for them alone at the end. */
const waiting = [
  'faults/messages/delivery.slow.test.ts',
  'journeys/severalPatients.test.ts',
  'scripts/launcherGone.slow.test.ts',
  'scripts/start.test.ts',
  'scripts/summary.test.ts',
  'server/im/kill.slow.test.ts',
  'server/admin/process.slow.test.ts',
  'server/db/embedded/durability.slow.test.ts',
  'simulator/crowd.slow.test.ts',
];
const projects = ['slow', 'journeys', 'node', 'dom'];

/** A worker keeps what it has loaded only as long as its next file is of the same project. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId, project }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (waiting.some((name) => moduleId.endsWith(name)) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/** Runs of minutes: what a fault, a kill or a crowd of patients does to the whole product. */
const slow = ['tests/**/*.slow.test.ts', 'tests/faults/**/*.test.ts'];

/** One more than there are cores: many tests wait for a timer or a process. */
const workers = 1 + Math.max(2, availableParallelism());

/** Tests make much garbage: more room for it saves a tenth of their time. */
const execArgv = ['--max-semi-space-size=128'];

/** Tests in a browser: they wait more than they work. */
const inBrowser = {
  retry,
  environment: 'node' as const,
  isolate: false,
  globalSetup: ['tests/support/built.ts'],
  setupFiles: ['tests/support/needsChromium.ts'],
  maxWorkers: 2 + workers,
  sequence: { groupOrder: 1 },
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    sequence: { sequencer: ByProject },
    // Transformed modules are kept between runs.
    experimental: { fsModuleCache: true },
    maxWorkers: workers,
    reporters: [process.env.CI === 'true' ? 'dot' : 'default', summary],
    projects: [
      {
        test: {
          name: 'node',
          execArgv,
          retry,
          environment: 'node',
          isolate: false,
          testTimeout: 20_000,
          expect: { poll: { timeout: 5_000 } },
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/journeys/**', ...slow],
        },
      },
      {
        test: {
          name: 'dom',
          execArgv,
          retry,
          environment: 'jsdom',
          isolate: false,
          testTimeout: 20_000,
          include: ['tests/**/*.test.tsx'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          exclude: slow,
        },
      },
      // These work more than they wait, so that fewer of them run at once.
      { test: { ...inBrowser, name: 'slow', include: slow, maxWorkers: workers, sequence: { groupOrder: 2 } } },
    ],
  },
});
