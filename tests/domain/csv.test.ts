import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from '../../src/domain/csv.ts';

const cellOf = (text: string) => csvOf([[text]]).slice(1, -2);

test('a list is UTF-8 with a byte order mark, and rows end as spreadsheets expect', () => {
  expect(
    csvOf([
      ['编号', 'Patient'],
      [7, null],
      [1.5, undefined],
    ]),
  ).toBe('\ufeff编号,Patient\r\n7,\r\n1.5,\r\n');
});

test.each([
  ['=1+1', '"\'=1+1"'],
  ['+86 138', '"\'+86 138"'],
  ['-2+3', '"\'-2+3"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['  =1', '"\'  =1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1', '"\'＝1"'],
  ['"=1', `"'""=1"`],
  ["'=1", `"''=1"`],
])('%j is not run as a formula', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});

test('commas, quotes and line breaks stay in their cell', () => {
  expect(cellOf('a, "b"\nc')).toBe('"a, ""b""\nc"');
  expect(cellOf('x;=1+1'), 'where semicolons separate cells').toBe('"x;=1+1"');
  expect(cellOf('plain 中文')).toBe('plain 中文');
});

test('a number stays a number, also a negative one', () => {
  expect(csvOf([[-3.5]])).toBe('\ufeff-3.5\r\n');
});

/** Reads one line of CSV as spreadsheets do (RFC 4180). */
function cellsOf(line: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    const isDoubled = isQuoted && char === '"' && line[at + 1] === '"';
    if (isDoubled) at += 1;
    if (char === '"' && !isDoubled) isQuoted = !isQuoted;
    else if (char === ',' && !isQuoted) cells.push('');
    else cells.push(`${cells.pop() ?? ''}${char}`);
  }
  return cells;
}

test('every text comes back as it was, but for the apostrophe, and none begins like a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }), (row) => {
      const cells = cellsOf(csvOf([row]).slice(1, -2));
      expect(cells.map((cell, n) => (cell === row[n] ? cell : cell.replace(/^'/, '')))).toEqual(row);
      expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    }),
  );
});
