import { expect, test } from 'vitest';
import { beginningOf } from '../../../clinical/words/beginningOf.ts';

const family = '👨‍👩‍👧‍👦';

test.each([
  ['', 3, ''],
  ['fever', 5, 'fever'],
  ['fever', 3, 'fev'],
  ['发烧三天', 2, '发烧'],
  [`ab${family}`, 9, `ab${family}`],
  [`ab${family}`, 8, 'ab'],
  [`ab${family}c`, 9, `ab${family}`],
  ['a❤️b', 2, 'a'],
  ['🇨🇳🇩🇪', 3, '🇨🇳'],
  ['👍🏽👍🏽', 3, '👍🏽'],
  ['ae\u0301', 2, 'a'],
  ['😀😀😀', 2, '😀😀'],
  ['a\r\nb', 2, 'a'],
])('the beginning of %j with at most %i code points is %j', (text, most, expected) => {
  expect(beginningOf(text, most)).toBe(expected);
});

test('a character that alone is too long is cut, so that the limit always holds', () => {
  expect(beginningOf(`e${'\u0301'.repeat(5_000)}`, 10)).toBe(`e${'\u0301'.repeat(9)}`);
});
