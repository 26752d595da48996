import { expect, test } from 'vitest';
import { strengths } from '../../../clinical/checks/properties.ts';
import { readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { inducers, inhibitors, milder, stricter, substrates, transporters } from './fdaTable.ts';
import { type Coverage, coverageOf, levelOf, pairsBetween, productWith, readPairs, tables } from './pairChecks.ts';
import { qtRisk, qtStricter, qtWithout } from './qtList.ts';

const properties = new Map((tables.properties ?? []).map((one) => [one.code, one]));
const namesIn = (group: Readonly<Record<string, string>>) => Object.values(group).flatMap((names) => names.split(' '));
const [known, possible, conditional] = [qtRisk.known, qtRisk.possible, qtRisk.conditional].map(namesIn);
if (!known || !possible || !conditional) throw new Error('no QT lists');
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
  const used = [...readGenerics().values()].flatMap(({ ingredients }) => ingredients);
  expect(used.filter((code) => !properties.has(code))).toEqual([]);
});

test('every ingredient of the lists has a product that reaches the blood', () => {
  const all = [...lists.values()].flat().flatMap(({ a, b }) => [a, b]);
  expect([...new Set(all)].filter((code) => !productWith(code))).toEqual([]);
});

const qtOf = (code: string) => properties.get(code)?.effects.qt ?? 'none';

test('every ingredient of the QT lists has the property of its category, unless an exception says why', () => {
  expect(known.filter((code) => qtOf(code) !== 'strong')).toEqual([]);
  const without = [...possible, ...conditional].filter((code) => qtOf(code) === 'none');
  expect(without).toEqual(Object.keys(qtWithout));
});

test('where our QT property is stronger than the category is known by name', () => {
  const stronger = conditional.filter((code) => qtOf(code) === 'strong' || qtOf(code) === 'moderate');
  expect(stronger.sort()).toEqual([...qtStricter].sort());
  expect(possible.filter((code) => qtOf(code) === 'strong')).toEqual([]);
});

const entriesOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([key, codes]) => {
    const [pathway = '', degree = ''] = key.split(' ');
    return codes.split(' ').map((code) => ({ code, pathway, degree }));
  });
const degreeOf = (record: object | undefined, pathway: string): string =>
  Object.entries(record ?? {}).find(([key]) => key === pathway)?.[1] ?? 'none';

const steps: readonly string[] = [...strengths, 'none'];
const sensitivity: readonly string[] = ['sensitive', 'moderate', 'none', 'activated'];
const compared = [
  ...entriesOf(inhibitors).map((entry) => ({ ...entry, what: 'inhibits' as const, order: steps })),
  ...entriesOf(inducers).map((entry) => ({ ...entry, what: 'induces' as const, order: steps })),
  ...entriesOf(substrates).map((entry) => ({ ...entry, what: 'substrates' as const, order: sensitivity })),
].map(({ code, pathway, degree, what, order }) => ({
  name: `${what === 'substrates' ? 'substrate' : what} ${pathway} ${code}`,
  milderBy: order.indexOf(degreeOf(properties.get(code)?.[what], pathway)) - order.indexOf(degree),
}));

test('no ingredient is milder than in the table of the FDA, unless an exception says why', () => {
  const less = compared.filter(({ milderBy }) => milderBy > 0);
  expect(less.map(({ name }) => name).sort()).toEqual(Object.keys(milder).sort());
});

test('where our table is stricter than that of the FDA is known by name', () => {
  const more = compared.filter(({ milderBy }) => milderBy < 0);
  expect(more.map(({ name }) => name).sort()).toEqual([...stricter].sort());
});

test('inhibitors and substrates of transporters are those of the table of the FDA at least', () => {
  const missing = entriesOf(transporters).filter(
    ({ code, pathway, degree }) =>
      degreeOf(properties.get(code)?.[degree === 'inhibitor' ? 'inhibits' : 'substrates'], pathway) === 'none',
  );
  expect(missing).toEqual([]);
});

test('ziprasidone is refused beside haloperidol, because its label excludes others that prolong the QT', () => {
  expect(levelOf({ a: 'ziprasidone', b: 'haloperidol' })).toBe('block');
  expect(levelOf({ a: 'haloperidol', b: 'ziprasidone' })).toBe('block');
});
