import { beforeEach, inject } from 'vitest';

/** Without a Chromium a journey is skipped on a developer's machine (loudly: see built.ts) and fails where it counts. */
beforeEach((context) => {
  if (inject('chromium') === null && process.env.CI !== 'true') context.skip('no Chromium');
});
