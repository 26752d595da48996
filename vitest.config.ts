import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { summary } from './scripts/summary.ts';

/** A busy machine may exceed a timeout once, so CI retries a failed test once and the run names it. */
const retry = process.env.CI === 'true' ? 1 : 0;

/** Files that mostly wait or take minutes start first, so that the run does not end with waiting for them alone. */
const first = [
  'bench/parts.slow.test.ts',
  'conformance/variants.slow.test.ts',
  'faults/messages/delivery.slow.test.ts',
  'journeys/missingParts.slow.test.ts',
  'journeys/severalPatients.slow.test.ts',
  'scripts/launcherGone.slow.test.ts',
  'scripts/start.slow.test.ts',
  'scripts/summary.test.ts',
  'server/process.slow.test.ts',
  'server/db/killedWrites.slow.test.ts',
  'server/http/killInWrites.slow.test.ts',
  'server/im/kill.slow.test.ts',
  'server/im/storm.slow.test.ts',
  'server/cluster/cluster.slow.test.ts',
  'server/prescriptions/kill.slow.test.ts',
  'server/reviews/reviewers.slow.test.ts',
  'server/admin/process.slow.test.ts',
  'server/db/embedded/durability.slow.test.ts',
  'simulator/crowd.slow.test.ts',
];
for (const name of first)
  if (!existsSync(new URL(`tests/${name}`, import.meta.url))) throw new Error(`tests/${name} is not there.`);
const projects = ['slow', 'journeys', 'random', 'node', 'flows', 'dom'];

/** Sorts files by project, because a worker reuses loaded modules only for files of the same project. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId, project }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (first.some((name) => moduleId.endsWith(name)) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/**
 * Tests that take minutes: faults, killed processes, many patients against the whole product, and journeys of several
 * people or windows, long waits or printed pages.
 */
const slow = ['tests/**/*.slow.test.ts', 'tests/faults/**/*.test.ts'];

/** Long random sequences, which the unit loop leaves to `npm test`. */
const random = 'tests/**/*.random.test.{ts,tsx}';

/** Work on a whole screen in many steps, which the unit loop leaves to `npm test` as well. */
const flows = 'tests/**/*.flow.test.tsx';

/** One worker more than there are cores, because many tests wait for a timer or a process. */
const workers = 1 + Math.max(2, availableParallelism());

/** A larger young generation saves a tenth of the time, because tests allocate many short-lived objects. */
const execArgv = ['--max-semi-space-size=128'];

/** Screens in jsdom. */
const inDom = {
  // Elements without the call stacks of development, which only React's warnings print.
  oxc: { jsx: { runtime: 'automatic' as const, development: false } },
  test: {
    execArgv,
    retry,
    environment: 'jsdom' as const,
    isolate: false,
    testTimeout: 20_000,
    setupFiles: ['tests/support/dom.ts'],
  },
};

/** Browser tests run with more workers, because they mostly wait. */
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
  // Vitest's own second is shorter than an upload on a busy machine.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    sequence: { sequencer: ByProject },
    // Caches transformed modules between runs.
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
          setupFiles: ['tests/support/countTransitions.ts'],
          testTimeout: 20_000,
          expect: { poll: { timeout: 5_000 } },
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/journeys/**', random, ...slow],
        },
      },
      {
        test: {
          name: 'random',
          execArgv,
          retry,
          environment: 'node',
          isolate: false,
          testTimeout: 120_000,
          include: [random],
        },
      },
      { ...inDom, test: { ...inDom.test, name: 'dom', include: ['tests/**/*.test.tsx'], exclude: [random, flows] } },
      { ...inDom, test: { ...inDom.test, name: 'flows', include: [flows] } },
      {
        test: {
          ...inBrowser,
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          exclude: slow,
        },
      },
      // These tests use more processor time, so fewer of them run at once.
      { test: { ...inBrowser, name: 'slow', include: slow, maxWorkers: workers, sequence: { groupOrder: 2 } } },
    ],
  },
});
