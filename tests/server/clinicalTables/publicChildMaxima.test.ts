import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Amount } from '../../../clinical/doses/dose.ts';
import { readTable } from '../../../server/clinicalTables/tables.ts';

const figures = readTable('public-child-maxima').rows;
type Value = { generic: string; per: string; fromMonths: number; toMonths: number | null; amount: Amount };

/** Every value of a generic for children, by kind and ages. */
const values = readTable('generics').rows.flatMap(({ code, ...generic }): Value[] => {
  const value = (per: string, amount: Amount | null, fromMonths = 0, toMonths: number | null = null): Value[] =>
    amount ? [{ generic: code, per, fromMonths, toMonths, amount }] : [];
  const bands = generic.ageBands.filter(({ fromMonths }) => fromMonths < 216);
  return [
    ...value('dayPerKg', generic.childMaxDailyPerKg),
    ...value('dosePerKg', generic.childMaxSinglePerKg),
    ...bands.flatMap(({ fromMonths, toMonths, maxSingle, maxDaily }) => [
      ...value('dose', maxSingle, fromMonths, toMonths),
      ...value('day', maxDaily, fromMonths, toMonths),
    ]),
  ];
});

const keyOf = ({ generic, per, fromMonths, toMonths }: Omit<Value, 'amount'>) =>
  [generic, per, fromMonths, toMonths].join(' ');
const figureOf = (value: Value) => figures.find((one) => keyOf(one) === keyOf(value));

test('every public figure for children belongs to one value of a generic and has its unit', () => {
  const byKey = new Map(values.map((value) => [keyOf(value), value]));
  expect(figures.filter((one) => byKey.get(keyOf(one))?.amount.unit !== one.unit)).toEqual([]);
  const keys = figures.map(keyOf);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('the page of sources says how many values for children a public text allows', () => {
  const page = readFileSync(new URL('../../../docs/clinical-sources.md', import.meta.url), 'utf8');
  const compared = values.flatMap((value) => {
    const figure = figureOf(value);
    return figure ? [value.amount.value <= figure.value * 1.05] : [];
  });
  const agreeing = compared.filter(Boolean).length;
  const said =
    `${values.length} values for children: a public text allows as much as ${agreeing}, less than ` +
    `${compared.length - agreeing}, and ${values.length - compared.length} were not compared.`;
  expect(page.replaceAll('\n', ' ')).toContain(said);
});
