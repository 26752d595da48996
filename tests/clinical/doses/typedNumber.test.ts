import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberText, readTypedNumber, typedNumber } from '../../../clinical/doses/typedNumber.ts';

test.each<[string, number]>([
  ['5', 5],
  [' 5 ', 5],
  ['+5', 5],
  ['１２', 12],
  ['１．５', 1.5],
  ['０，５', 0.5],
  ['1。5', 1.5],
  ['1｡5', 1.5],
  ['1·5', 1.5],
  ['0,5', 0.5],
  ['0,125', 0.125],
  ['0.125', 0.125],
  ['0.500', 0.5],
  ['.5', 0.5],
  [',5', 0.5],
  ['.125', 0.125],
  ['1,25', 1.25],
  ['1.25', 1.25],
  ['1.0', 1],
  ['1,0', 1],
  ['1.0000', 1],
  ['1250.125', 1250.125],
  ['1 000', 1_000],
  ['1\u00a0000', 1_000],
  ['1\u202f000', 1_000],
  ['1　000', 1_000],
  ['1’000', 1_000],
  ["12'500", 12_500],
  ['1,234.5', 1_234.5],
  ['1.234,5', 1_234.5],
  ['1 234,5', 1_234.5],
  ['1,234.500', 1_234.5],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['10 000', 10_000],
  ['1/2', 0.5],
  ['1 / 4', 0.25],
  ['½', 0.5],
  ['1½', 1.5],
  ['1 ½', 1.5],
  ['2 3/4', 2.75],
  ['3/8', 0.375],
  ['半', 0.5],
  ['0', 0],
  ['\u200b5\ufeff', 5],
])('%j is %d', (typed, value) => {
  expect(typedNumber(typed)).toBe(value);
});

test.each<[string, string, string[]]>([
  ['1,000', 'grouping', ['1', '1000']],
  ['1.000', 'grouping', ['1', '1000']],
  ['１，０００', 'grouping', ['1', '1000']],
  ['1,250', 'grouping', ['1.25', '1250']],
  ['12.345', 'grouping', ['12.3450', '12345']],
  ['1,0000', 'grouping', ['1', '10000']],
  ['05', 'leadingZero', ['0.5', '5']],
  ['007', 'leadingZero', ['7']],
  ['00.5', 'leadingZero', ['0.5']],
  ['5mg', 'unit', []],
  ['5 mg', 'unit', []],
  ['2片', 'unit', []],
  ['1.5 mg/ml', 'unit', []],
  ['10%', 'unit', []],
  ['1e3', 'notANumber', []],
  ['0x10', 'notANumber', []],
  ['-5', 'negative', []],
  ['−5', 'negative', []],
  ['1/3', 'fraction', ['0.33']],
  ['3/2', 'fraction', ['1.5']],
  ['1/0', 'notANumber', []],
  ['0/2', 'notANumber', []],
  ['5.', 'unfinished', ['5']],
  ['.', 'unfinished', []],
  ['+', 'unfinished', []],
  ['1.5.2', 'notANumber', []],
  ['1,5,2', 'notANumber', []],
  ['1,23,456', 'notANumber', []],
  ['1 5', 'notANumber', []],
  ['1 0000', 'notANumber', []],
  ['1-2', 'notANumber', []],
  ['1~2', 'notANumber', []],
  ['10²', 'notANumber', []],
  ['①', 'notANumber', []],
  ['٥', 'notANumber', []],
  ['五', 'notANumber', []],
  ['abc', 'notANumber', []],
  ['NaN', 'notANumber', []],
  ['Infinity', 'notANumber', []],
  ['1/2/3', 'notANumber', []],
  ['1000000000', 'tooLong', []],
  ['0.12345', 'tooFine', []],
])('%j is refused as %s', (typed, why, readings) => {
  expect(readTypedNumber(typed)).toEqual({ kind: 'refused', why, readings });
});

test.each(['2.5', '½', '0,5'])('the whole number %j is refused', (typed) => {
  expect(readTypedNumber(typed, { whole: true })).toMatchObject({ kind: 'refused', why: 'notWhole' });
});

test.each(['', '  ', '　', '\u200b'])('%j is empty', (typed) => {
  expect(readTypedNumber(typed)).toEqual({ kind: 'empty' });
});

const shortDecimal = fc
  .tuple(fc.nat({ max: 99_999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, places]) => Number((digits / 10 ** places).toFixed(places)));

test('a number that is shown and read again is the same', () => {
  fc.assert(
    fc.property(shortDecimal, (value) => {
      expect(typedNumber(numberText(value))).toBe(value);
    }),
  );
});

test('what was understood is written so that it is understood again', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9., '/½+]{0,9}$/), (typed) => {
      const read = readTypedNumber(typed);
      if (read.kind === 'number') expect(readTypedNumber(read.text)).toEqual(read);
      if (read.kind === 'refused')
        for (const reading of read.readings) expect(readTypedNumber(reading).kind).toBe('number');
    }),
  );
});

test('a decimal comma and a decimal point, in half or full width, are the same number or both refused', () => {
  const wide = (text: string) =>
    text.replace(/[0-9.,]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,5}[.,]\d{1,3}$/), (typed) => {
      const swapped = typed.replace(/[.,]/, (sign) => (sign === '.' ? ',' : '.'));
      expect(readTypedNumber(swapped)).toEqual(readTypedNumber(typed));
      expect(readTypedNumber(wide(typed))).toEqual(readTypedNumber(typed));
    }),
  );
});
