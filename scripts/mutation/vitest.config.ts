import { defineConfig } from 'vitest/config';

/**
 * The tests that a changed expression of `clinical`, `src/domain` or `src/streams` may fail; none of them measures time. Walks through
 * a whole graph take too long to repeat for each change.
 */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/{clinical,domain,streams,machines,contract}/**/*.test.ts'],
    exclude: ['tests/**/*.random.test.ts', 'tests/**/*.slow.test.ts', 'tests/machines/{*.graph,transitions}.test.ts'],
    testTimeout: 20_000,
  },
});
