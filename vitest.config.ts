import { defineConfig } from 'vitest/config';
import { summary } from './scripts/summary.ts';

export default defineConfig({
  test: {
    reporters: [process.env.CI === 'true' ? 'dot' : 'default', summary],
    projects: [
      {
        test: {
          name: 'node',
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
          environment: 'jsdom',
          testTimeout: 20_000,
          include: ['tests/**/*.test.tsx'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['tests/journeys/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/built.ts'],
          setupFiles: ['tests/support/needsChromium.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
