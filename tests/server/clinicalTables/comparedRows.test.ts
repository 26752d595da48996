import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readTable } from '../../../server/clinicalTables/tables.ts';

const duties = readTable('pregnancy-prevention').rows;
const tables = {
  'pregnancy-prevention.json': duties,
  'sex-bound.json': readTable('sex-bound').rows,
  'elder-criteria.json': readTable('elder-criteria').rows,
  'elder-diseases.json': readTable('elder-diseases').rows,
};
const rows = Object.values(tables).flat();

test('a row that was read names the text, and one that was not says so to the doctor', () => {
  expect(rows.filter(({ read, readIn }) => (read === null) !== (readIn === null))).toEqual([]);
  expect(rows.filter(({ read, source }) => (read === null) !== source.includes('not compared'))).toEqual([]);
});

test('the page of sources says how many rows were read and how many were not', () => {
  const page = readFileSync(new URL('../../../docs/clinical-sources.md', import.meta.url), 'utf8');
  const said = Object.entries(tables).map(([name, all]) => {
    const read = all.filter((row) => row.read !== null).length;
    return `| rows of \`${name}\` | ${all.length} | ${read} | ${all.length - read} |`;
  });
  expect(said.filter((line) => !page.includes(line))).toEqual([]);
});

test('a medicine that prevention does not refuse in pregnancy has a verdict of its own there', () => {
  const generics = [...readGenerics().values()];
  const open = duties.filter(({ refusesPregnancy }) => !refusesPregnancy);
  const silent = open.filter(({ code }) =>
    generics.some(({ ingredients, suitability }) => ingredients.includes(code) && suitability.pregnancy === null),
  );
  expect(open.length).toBeGreaterThan(0);
  expect(silent.map(({ code }) => code)).toEqual([]);
});
