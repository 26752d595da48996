import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, ceil, decimal, divide, isAbove, ratio, times, toText } from '../../../clinical/doses/rational.ts';

const fraction = fc
  .tuple(fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), fc.bigInt({ min: 1n, max: 1_000_000n }))
  .map(([n, d]) => ratio(n, d));

test('addition and multiplication do not depend on order', () => {
  fc.assert(
    fc.property(fraction, fraction, (a, b) => {
      expect(add(a, b)).toEqual(add(b, a));
      expect(times(a, b)).toEqual(times(b, a));
    }),
  );
});

test('division is the exact inverse of multiplication', () => {
  fc.assert(
    fc.property(
      fraction,
      fraction.filter((b) => b.n !== 0n),
      (a, b) => {
        expect(divide(times(a, b), b)).toEqual(a);
      },
    ),
  );
});

test('rounding up gives the smallest integer that is not less', () => {
  fc.assert(
    fc.property(fraction, (a) => {
      const whole = ratio(ceil(a));
      expect(isAbove(a, whole)).toBe(false);
      expect(isAbove(ratio(whole.n - 1n), a) || toText(ratio(whole.n - 1n)) === toText(a)).toBe(false);
    }),
  );
});

test('reading and writing a decimal is exact', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }), (digits, places) => {
      const written = String(digits / 10 ** places);
      expect(decimal(written)).toEqual(ratio(BigInt(digits), 10n ** BigInt(places)));
      expect(decimal(toText(ratio(BigInt(digits), 10n ** BigInt(places))))).toEqual(decimal(written));
    }),
  );
});

test('0.1 plus 0.2 is exactly 0.3', () => {
  const [a, b, c] = [decimal(0.1), decimal(0.2), decimal(0.3)];
  expect(a && b && add(a, b)).toEqual(c);
});

test.each(['', 'abc', '1/2', 'NaN', 'Infinity', '1,5', '--1'])('"%s" is not a decimal', (written) => {
  expect(decimal(written)).toBeNull();
});

test.each([
  [1, 2, '0.5'],
  [1, 7, '1/7'],
  [-5, 4, '-1.25'],
  [3, 1, '3'],
  [1, 1000, '0.001'],
])('%d / %d is written as %s', (n, d, text) => {
  expect(toText(ratio(n, d))).toBe(text);
});
