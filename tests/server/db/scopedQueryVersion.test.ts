import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('the query with a scope stands on the version of pg whose inner methods were read', () => {
  // Another version: read docs/decisions.md, "The scope travels with the query", before this number changes.
  expect(read('package.json').dependencies.pg).toBe('8.23.1');
  expect(read('node_modules/pg/package.json').version).toBe('8.23.1');
});
