import { beforeEach, inject } from 'vitest';

/** Without a Chromium a journey is skipped with a warning on a developer's machine (built.ts) and fails in CI. */
beforeEach((context) => {
  if (inject('chromium') === null && process.env.CI !== 'true') context.skip('no Chromium');
});
