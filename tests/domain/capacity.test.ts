import { expect, test } from 'vitest';
import { capacityOf } from '../../src/screens/cloudRoom/ConversationList.tsx';

const offer = (maxConcurrent: number | null, enabled = true) => ({ enabled, maxConcurrent });

test('the capacity is the sum over all offered consultation types', () => {
  expect(capacityOf([offer(4), offer(2), offer(9, false)])).toBe(6);
});

test('a type without limit makes the capacity unlimited', () => {
  expect(capacityOf([offer(4), offer(null)])).toBeNull();
  expect(capacityOf([])).toBeNull();
});
