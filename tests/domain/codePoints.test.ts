import { expect, test } from 'vitest';
import { codePoints, firstCodePoints } from '../../src/domain/codePoints.ts';

test('an emoji and a rare character count as one', () => {
  expect(codePoints('a😀𠮷')).toBe(3);
});

test.each([
  ['a😀b', 2, 'a😀'],
  ['a😀b', 1, 'a'],
  ['abc', 5, 'abc'],
  ['😀', 0, ''],
])('the limit cuts %j after %d without splitting a character', (text, max, cut) => {
  expect(firstCodePoints(text, max)).toBe(cut);
});
