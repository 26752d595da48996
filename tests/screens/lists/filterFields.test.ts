import { expect, test } from 'vitest';
import { createdBetween, isBackwards } from '../../../src/screens/lists/filterFields.tsx';

const zone = 'Asia/Shanghai';

test('a range of days reaches from the start of the first to the end of the last in the hospital’s zone', () => {
  expect(createdBetween('2026-02-01', '2026-02-02', zone)).toEqual({
    createTimeFrom: Date.parse('2026-02-01T00:00:00+08:00'),
    createTimeTo: Date.parse('2026-02-03T00:00:00+08:00') - 1,
  });
});

test.each(['', '2026-02', '2026-02-30', '0202-02-01'])('%j is no day, so its side of the range is open', (text) => {
  expect(createdBetween(text, text, zone)).toEqual({});
  expect(isBackwards('2026-02-01', text)).toBe(false);
});
