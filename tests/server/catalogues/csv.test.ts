import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BrokenCsv, decoded, readRows, writeRows } from '../../../server/catalogues/csv.ts';

async function cellsOf(text: string) {
  const rows = [];
  for await (const { line, cells } of readRows(text)) rows.push({ line, cells });
  return rows;
}
const bytes = (text: string) => new TextEncoder().encode(text);

test('a file in UTF-8 with or without its mark, UTF-16 or GB18030 has the same text', () => {
  const gb = Uint8Array.of(0xb0, 0xa2, 0xc4, 0xaa); // 阿莫
  expect(decoded(bytes('阿莫'))).toBe('阿莫');
  expect(decoded(bytes('\ufeff阿莫'))).toBe('阿莫');
  expect(decoded(gb)).toBe('阿莫');
  expect(decoded(Uint8Array.of(0xff, 0xfe, 0x3f, 0x96))).toBe('阿');
  expect(decoded(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).toBeNull();
});

test.each([',', ';', '\t'])('the separator %j is recognised', async (separator) => {
  const text = [`code${separator}"name, of; it"`, `a${separator}"b\n""c"""`, '', `d${separator}e`].join('\r\n');
  expect(await cellsOf(text)).toEqual([
    { line: 1, cells: ['code', 'name, of; it'] },
    { line: 2, cells: ['a', 'b\n"c"'] },
    { line: 5, cells: ['d', 'e'] },
  ]);
});

test('a cell that a spreadsheet would run is exported as text', () => {
  const written = writeRows([['=1+1', '+1', '-1', '@a', "'=1", "it's"]]);
  expect(written).toContain(`"'=1+1","'+1","'-1","'@a","''=1","it's"`);
});

test('a quotation mark that is not closed is found at its line', async () => {
  await expect(cellsOf('a,b\n1,"2\n3,4')).rejects.toThrow(BrokenCsv);
});

test('what is exported is read as it was', async () => {
  const cell = fc
    .string({ unit: fc.constantFrom(...'=+-@\'",;|\t\r\n ＝阿a1'), maxLength: 8 })
    .map((text) => text.trim());
  const row = fc.tuple(fc.constant('x'), cell, cell);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const read = await cellsOf(decoded(bytes(writeRows([['code', 'a', 'b'], ...rows]))) ?? '');
      expect(read.slice(1).map(({ cells }) => cells)).toEqual(rows);
    }),
    { numRuns: 300 },
  );
});
