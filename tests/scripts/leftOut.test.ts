import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leftOut } from '../../scripts/leftOut.ts';

test('every module that the build leaves out is still a module of its library', () => {
  expect(Object.keys(leftOut).filter((file) => !existsSync(join('node_modules', file)))).toEqual([]);
});
