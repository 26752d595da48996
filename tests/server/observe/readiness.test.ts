import { expect, test } from 'vitest';
import { createReadiness } from '../../../server/observe/readiness.ts';

test('a part that failed before the clock was set back is checked again at the next probe', async () => {
  let at = 10 * 3_600_000;
  let works = false;
  const readiness = createReadiness(
    () => at,
    () => {},
  );
  readiness.watch('files', () => works);
  await expect.poll(() => readiness.degraded()).toEqual(['files']);
  works = true;
  at -= 3_600_000;
  await expect.poll(() => readiness.degraded()).toEqual([]);
});
