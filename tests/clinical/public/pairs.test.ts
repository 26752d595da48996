import { expect, test } from 'vitest';
import { strengths } from '../../../clinical/checks/properties.ts';
import { inducers, inhibitors, milder, substrates } from './fdaTable.ts';
import { type Coverage, coverageOf, pairsBetween, productWith, readPairs, tables } from './pairChecks.ts';
import { qtRisk } from './qtList.ts';

const properties = new Map((tables.properties ?? []).map((one) => [one.code, one]));
const [known, possible] = [qtRisk.known.split(' '), qtRisk.possible.split(' ')];
const lists = new Map([
  ...readPairs(),
  ['Known risk of torsades, two of them: a written reason at least', pairsBetween(known, known, 'warn')],
  ['Known risk of torsades with a possible one: shown at least', pairsBetween(known, possible, 'info')],
]);

/** Pairs that are known to lack a finding of the right level; a list may have at most 2 % of them. */
const accepted: readonly string[] = [];

const share = ({ pairs, missed }: Coverage) => (pairs - missed.length) / pairs;

test.each([...lists])('%s', (title, pairs) => {
  const coverage = coverageOf(pairs);
  process.stderr.write(`${title}: ${coverage.pairs} pairs, ${coverage.pairs - coverage.missed.length} found\n`);
  expect(coverage.missed.filter((pair) => !accepted.includes(pair))).toEqual([]);
  expect(share(coverage)).toBeGreaterThanOrEqual(0.98);
});

test('every ingredient of the formulary has its properties', () => {
  const used = new Set(Object.keys(tables.names));
  expect([...used].filter((code) => !properties.has(code))).toEqual([]);
});

test('every ingredient of the lists has a product that reaches the blood', () => {
  const all = [...lists.values()].flat().flatMap(({ a, b }) => [a, b]);
  expect([...new Set(all)].filter((code) => !productWith(code))).toEqual([]);
});

const entriesOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([key, codes]) => {
    const [pathway = '', degree = ''] = key.split(' ');
    return codes.split(' ').map((code) => ({ code, pathway, degree }));
  });
const degreeOf = (record: object | undefined, pathway: string): string =>
  Object.entries(record ?? {}).find(([key]) => key === pathway)?.[1] ?? 'none';

test.each([
  ['inhibitors', inhibitors, 'inhibits'],
  ['inducers', inducers, 'induces'],
] as const)('%s are at least as strong as in the table of the FDA', (_, table, what) => {
  const order: readonly string[] = [...strengths, 'none'];
  const weaker = entriesOf(table).filter(
    ({ code, pathway, degree }) =>
      order.indexOf(degreeOf(properties.get(code)?.[what], pathway)) > order.indexOf(degree),
  );
  expect(weaker).toEqual([]);
});

test('substrates are at least as sensitive as in the table of the FDA, or an exception says why', () => {
  const order = ['sensitive', 'moderate', 'none', 'activated'];
  const less = entriesOf(substrates).filter(
    ({ code, pathway, degree }) =>
      order.indexOf(degreeOf(properties.get(code)?.substrates, pathway)) > order.indexOf(degree),
  );
  expect(less.map(({ code, pathway }) => `substrate ${pathway} ${code}`).sort()).toEqual(Object.keys(milder).sort());
});
