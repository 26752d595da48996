import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inUnit } from '../../../clinical/doses/dose.ts';
import { readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readTable } from '../../../server/clinicalTables/tables.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';

const generics = readGenerics();
const products = readDemoTable('products').rows;
const limits = readTable('dose-limits').rows;
const counts = ['times', 'course', 'minAge'];

test('every maximum and every basis of a label belongs to a known generic and names its source', () => {
  const rows = [...limits, ...readTable('label-bases').rows];
  expect(rows.filter(({ generic }) => !generics.has(generic))).toEqual([]);
  expect(rows.filter(({ source }) => !/[A-Za-z]{3}/.test(source))).toEqual([]);
});

test('every maximum can be compared with the dose of a product that is given by its route', () => {
  const isComparable = ({ generic, unit, routes, forms, per }: (typeof limits)[number]) =>
    counts.includes(per) ||
    products.some(
      (product) =>
        product.generic === generic &&
        (routes.length === 0 || routes.includes(product.defaultRoute)) &&
        (forms.length === 0 || forms.some((form) => form === product.dosageForm)) &&
        inUnit(product.defaultDose, unit, product).ok,
    );
  expect(limits.filter((limit) => !isComparable(limit))).toEqual([]);
});

test('a maximum of a period, a start or single days of a week says how many days', () => {
  const timed = ['period', 'loadingDose', 'loadingDay', 'intermittentDose', 'intermittentPerKg'];
  expect(limits.filter(({ per, days }) => timed.includes(per) !== (days !== null))).toEqual([]);
});

test('no two maxima of one kind hold for the same route and ages', () => {
  const keys = limits.map(({ generic, per, routes, forms, fromMonths, toMonths }) =>
    [generic, per, routes.join(), forms.join(), fromMonths, toMonths].join(' '),
  );
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

const bases = readTable('label-bases').rows;
const maxima = readTable('generics').rows.filter(
  ({ maxSingleDose, maxDailyDose }) => maxSingleDose !== null || maxDailyDose !== null,
);
const tables = { 'dose-limits.json': limits, 'label-bases.json': bases, 'generics.json': maxima };

test('a row that was read names the text, and one that was not read names none', () => {
  const rows = [...limits, ...bases, ...maxima];
  expect(rows.filter(({ read, text }) => (read === null) !== (text === null))).toEqual([]);
});

test('no maximum and no basis of a label is without a public text that was read', () => {
  expect([...limits, ...bases].filter(({ read }) => read === null).map(({ generic }) => generic)).toEqual([]);
});

test('the page of sources says how many rows were read and how many were not', () => {
  const page = readFileSync(new URL('../../../docs/clinical-sources.md', import.meta.url), 'utf8');
  const said = Object.entries(tables).map(([name, rows]) => {
    const read = rows.filter((row) => row.read !== null).length;
    return `| rows of \`${name}\` | ${rows.length} | ${read} | ${rows.length - read} |`;
  });
  expect(said.filter((line) => !page.includes(line))).toEqual([]);
});

test('adults of low weight are dosed like others only where that was read', () => {
  const usual = 50;
  const unread = bases.filter(({ adultKg, read }) => adultKg !== null && adultKg < usual && read === null);
  expect(unread.map(({ generic }) => generic)).toEqual([]);
});

test('every hypnotic and every decongestant has a limit of days', () => {
  const limited = new Set(limits.flatMap(({ generic, per }) => (per === 'course' ? [generic] : [])));
  const short = readTable('generics').rows.filter(({ atc }) => /^(?:N05C[DF]|R01[AB]A)/.test(atc));
  expect([short.length >= 7, short.filter(({ code }) => !limited.has(code))]).toEqual([true, []]);
});
