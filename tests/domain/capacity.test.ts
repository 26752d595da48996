import { expect, test } from 'vitest';
import { capacityOf } from '../../src/domain/capacity.ts';

const offer = (maxConcurrent: number | null, enabled = true) => ({ enabled, maxConcurrent });

test('the places of all kinds that a doctor offers count together', () => {
  expect(capacityOf([offer(4), offer(2), offer(9, false)])).toBe(6);
});

test('without a limit on one kind there is none', () => {
  expect(capacityOf([offer(4), offer(null)])).toBeNull();
  expect(capacityOf([])).toBeNull();
});
