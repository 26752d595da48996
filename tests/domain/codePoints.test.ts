import { expect, test } from 'vitest';
import { codePoints } from '../../src/domain/codePoints.ts';

test('an emoji and a rare character count as one', () => {
  expect(codePoints('a😀𠮷')).toBe(3);
});
