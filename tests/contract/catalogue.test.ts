import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { extensions, specified } from '../../contract/catalogue.ts';

const table = readFileSync(new URL('./calls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([method, , fullPath]) => `${method} ${fullPath}`);

const named = (operations: Readonly<Record<string, { method: string; path: string }>>) =>
  Object.values(operations).map(({ method, path }) => `${method} ${path}`);

describe('the catalogue and the specification', () => {
  test('has all 51 calls, method and path, none missing and none invented', () => {
    expect(table).toHaveLength(51);
    expect(named(specified).toSorted()).toEqual(table.toSorted());
  });

  test('keeps calls of our own apart from the specified ones', () => {
    expect(named(extensions).filter((call) => table.includes(call))).toEqual([]);
    expect(new Set(named(extensions)).size).toBe(Object.keys(extensions).length);
  });

  test('has no call of our own whose path would lose its token to the rule for /login and /refresh-token', () => {
    expect(named(extensions).filter((call) => /\/login|\/refresh-token/.test(call))).toEqual([]);
  });
});
