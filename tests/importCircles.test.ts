import { expect, test } from 'vitest';
import { circlesIn, importedBy, typescriptIn } from './support/imports.ts';

const roots = ['contract', 'clinical', 'src', 'server', 'simulator', 'conformance', 'workbench'];

test('no files import each other in a circle, not even for types', () => {
  const files = roots.flatMap(typescriptIn);
  expect(circlesIn(new Map(files.map((file) => [file, importedBy(file)])))).toEqual([]);
});

test('a circle is found through several files, and every file of it is named once', () => {
  const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: [], f: ['a', 'f'] };
  expect(circlesIn(new Map(Object.entries(graph)))).toEqual([['a', 'b', 'c'], ['f']]);
});
