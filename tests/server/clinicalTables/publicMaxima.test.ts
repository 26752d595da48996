import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { convert } from '../../../clinical/doses/dose.ts';
import { decimal, isAbove, type Rational, ratio, times } from '../../../clinical/doses/rational.ts';
import { readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readTable } from '../../../server/clinicalTables/tables.ts';

const generics = [...readGenerics().values()].filter(({ maxDailyDose }) => maxDailyDose !== null);
const lists = new Map(readTable('maxima-lists').rows.map((list) => [list.code, list]));
const figures = readTable('public-maxima').rows;
const listed = readFileSync(new URL('./public-maxima.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [code = '', standing = '', reason = ''] = line.split('|').map((part) => part.trim());
    return { code, standing, reason };
  });

const present = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new Error(`not comparable: ${what}`);
  return value;
};

/** A figure of a list for an adult, in another unit. */
function figureIn({ generic, list, value, unit }: (typeof figures)[number], wanted: string): Rational {
  const perAdult = decimal(lists.get(list)?.adultKg ?? 1);
  const day = times(present(decimal(value), generic), present(perAdult, list));
  return unit === wanted ? day : present(convert(day, unit, wanted), `${generic} in ${list}`);
}

/** The lists round their figures (10.02 mg means 10), so values within five percent are the same. */
const slack = ratio(105, 100);

/** How a generic's maximum compares with the figures of public lists for the same medicine. */
function standingOf({ code, maxDailyDose, maximaText, hasNoPublishedMaximum }: (typeof generics)[number]): string {
  const most = present(maxDailyDose, code);
  const own = present(decimal(most.value), code);
  const found = figures.filter(({ generic, unlike }) => generic === code && unlike === null);
  if (hasNoPublishedMaximum) return 'unpublished';
  if (found.length === 0) return maximaText ? 'read' : 'none';
  const sizes = found.map((figure) => figureIn(figure, most.unit));
  if (sizes.every((size) => isAbove(own, times(size, slack)))) return 'above';
  return sizes.every((size) => isAbove(size, times(own, slack))) ? 'below' : 'within';
}

const standings = generics.map((generic) => ({ code: generic.code, standing: standingOf(generic) }));
const open = standings.filter(({ standing }) => ['none', 'unpublished', 'above', 'below'].includes(standing));

test('every figure of a public list belongs to a list with a source and to a generic with a daily maximum', () => {
  const codes = new Set(generics.map(({ code }) => code));
  expect(figures.filter(({ generic, list }) => !codes.has(generic) || !lists.has(list))).toEqual([]);
  const keys = figures.map(({ generic, list }) => `${generic} ${list}`);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('a daily maximum without a public figure, or that differs from all, is listed with its reason', () => {
  const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);
  const said = listed.map(({ code, standing }) => ({ code, standing }));
  expect(said.toSorted(byCode)).toEqual(open.toSorted(byCode));
  expect(listed.filter(({ reason }) => reason === '').map(({ code }) => code)).toEqual([]);
});

test('the page of sources says how many maxima were compared, differ and were not compared', () => {
  const page = readFileSync(new URL('../../../docs/clinical-sources.md', import.meta.url), 'utf8');
  const count = (...wanted: string[]) => standings.filter(({ standing }) => wanted.includes(standing)).length;
  const said = [...lists.values()].map(({ code, name }) => {
    const own = figures.filter(({ list }) => list === code);
    const usable = own.filter(({ unlike }) => unlike === null).length;
    return `| ${name} | ${own.length} | ${usable} | ${own.length - usable} |`;
  });
  said.push(
    `${generics.length} daily maxima: ${count('within')} agree with a list, ${count('above')} are above every list, ` +
      `${count('below')} below every list, ${count('read')} are on no list but were read in a text, ${count('unpublished')} have no published maximum, ` +
      `${count('none')} were not compared.`,
  );
  expect(said.filter((line) => !page.replaceAll('\n', ' ').includes(line))).toEqual([]);
});
