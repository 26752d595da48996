import { afterAll } from 'vitest';
import { drainTaken } from './transitions.ts';

/** Each test file reports the transitions that it took, for `scripts/machineCoverage.ts`. */
afterAll((...[, file]) => {
  file.meta.taken = drainTaken();
});
