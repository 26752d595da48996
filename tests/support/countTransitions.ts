import { afterEach, beforeAll } from 'vitest';
import { forgetTaken, takenSoFar } from './transitions.ts';

// Files of one worker share its modules, so each begins to count anew.
beforeAll(forgetTaken);

/** Each test file reports the transitions that it took, for `scripts/machineCoverage.ts`. */
afterEach(({ task }) => {
  const taken = takenSoFar();
  if (taken !== null) task.file.meta.taken = taken;
});
