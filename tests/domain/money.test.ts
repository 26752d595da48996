import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, yuanText } from '../../src/domain/money.ts';

test.each([
  ['20', 2_000],
  ['20.5', 2_050],
  ['20.50', 2_050],
  ['0', 0],
  ['0.29', 29],
  ['1.10', 110],
  ['¥20', 2_000],
  ['￥ 20.5', 2_050],
  ['１２．５', 1_250],
  [' 1,000.00 ', 100_000],
  ['1 000', 100_000],
  ['.5', 50],
  ['0,5', 50],
  ['999999999.99', 99_999_999_999],
])('%s is %i cents', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

test.each(['', 'abc', '-1', '1.234', '1e3', '20.', '1,000', '1.000', '0x10', '12..5', '1234567890'])(
  '%j is not an amount',
  (typed) => {
    expect(centsOf(typed)).toBeNull();
  },
);

test('an amount that is shown and typed again is the same to the cent', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), (cents) => {
      expect(centsOf(yuanText(cents))).toBe(cents);
    }),
  );
});
