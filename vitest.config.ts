import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { summary } from './scripts/summary.ts';

/** A busy machine may miss a wait once; what fails twice has failed. */
const retry = process.env.CI === 'true' ? 1 : 0;

/** These wait for real time more than they work: begun first, nobody waits for them alone at the end. */
const waiting = ['faults/messages/delivery.test.ts', 'journeys/severalPatients.test.ts'];

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => waiting.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // One core less than there are would be one, on the smallest machine this runs on.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: [process.env.CI === 'true' ? 'dot' : 'default', summary],
    projects: [
      {
        test: {
          name: 'node',
          retry,
          environment: 'node',
          testTimeout: 20_000,
          expect: { poll: { timeout: 5_000 } },
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/journeys/**', 'tests/faults/**'],
        },
      },
      {
        test: {
          name: 'dom',
          retry,
          environment: 'jsdom',
          testTimeout: 20_000,
          include: ['tests/**/*.test.tsx'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      {
        test: {
          name: 'journeys',
          retry,
          environment: 'node',
          include: ['tests/journeys/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/built.ts'],
          setupFiles: ['tests/support/needsChromium.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
