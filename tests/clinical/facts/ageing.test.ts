import { expect, test } from 'vitest';
import { timeSince } from '../../../clinical/facts/ageing.ts';

const day = 86_400_000;

test.each([
  [-3, '0 days', '0天'],
  [1, 'one day', '1天'],
  [59, '59 days', '59天'],
  [60, '60 days', '60天'],
  [61, 'two months', '2个月'],
  [274, 'nine months', '9个月'],
  [730, '23 months', '23个月'],
  [731, 'two years', '2年'],
])('%i days ago is %s ago', (days, en, zh) => {
  expect(timeSince(0, days * day)).toEqual({ en, zh });
});
