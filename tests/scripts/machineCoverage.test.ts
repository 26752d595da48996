import { expect, test } from 'vitest';
import { coverageOf, coveragePage, coverageProblems, type TakenBy } from '../../scripts/machineCoverage.ts';

const transitions = Array.from({ length: 10 }, (_, at) => `lit on pressed (${at})`);
const machines = { lamp: { states: 2, transitions } };
const taken = (by: { readonly [Way in TakenBy]: number }) =>
  coverageOf(machines, {
    rules: new Map([['lamp', new Set(transitions.slice(0, by.rules))]]),
    graph: new Map([['lamp', new Set(transitions.slice(0, by.graph))]]),
  });

test('a transition that no test takes is named', () => {
  expect(coverageProblems(taken({ rules: 9, graph: 9 }))).toEqual([
    'No test takes these transitions of lamp: lit on pressed (9)',
  ]);
});

test('a machine is named whose transitions rules take to less than nine of ten', () => {
  expect(coverageProblems(taken({ rules: 8, graph: 10 }))).toEqual([
    'Rules take 8 of 10 transitions of lamp, not: lit on pressed (8), lit on pressed (9)',
  ]);
});

test('nine of ten by rules and the last by a graph test are enough, and the page says so', () => {
  const coverage = taken({ rules: 9, graph: 10 });
  expect(coverageProblems(coverage)).toEqual([]);
  expect(coveragePage(coverage)).toContain('| [lamp](lamp.md) | 2 | 10 | 10 (100 %) | 9 (90 %) | 10 (100 %) |');
});
