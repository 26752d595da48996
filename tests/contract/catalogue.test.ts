import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue, extensions, specified } from '../../contract/catalogue.ts';
import { signInCalls } from '../../contract/entrance.ts';
import { workCalls } from '../../contract/workCalls.ts';

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

test('the cloud room and the frame make only calls that are loaded with them', () => {
  const others =
    /screens\/(administration|archive|certificates|home|myAuditRecord|orderRecord|personalData|prescriptionRecord|prescriptionTask|serviceSetup|workforceManagement)\/|verify\/|adapters\/review|app\/alerts|app\/duty|reviewerServices|questionServices|askedQuestions|screens\/questions/;
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const code = sources.filter((file) => !others.test(file)).map((file) => readFileSync(join('src', file), 'utf8'));
  const made = code.flatMap((text) => [...text.matchAll(/\bapi\s*\.(\w+)/g)].flatMap(([, name = '']) => name));
  const loaded = { ...signInCalls, ...workCalls };
  const late = made.filter((name) => Object.hasOwn(catalogue, name) && !Object.hasOwn(loaded, name));
  expect(late).toEqual([]);
});
