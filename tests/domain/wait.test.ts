import { expect, test } from 'vitest';
import { patientWait, waitAt } from '../../src/domain/wait.ts';

test.each([
  [49, 'calm', 0],
  [50, 'soon', 0],
  [80, 'soon', 0],
  [81, 'late', 0],
  [100, 'overdue', 0],
  [130, 'overdue', 30],
] as const)('after %d of 100 ms the wait is %s', (now, urgency, overdueMs) => {
  expect(waitAt({ since: 0, limitAt: 100 }, now)).toEqual({ waitedMs: now, urgency, overdueMs });
});

test('without a limit a wait is never overdue', () => {
  expect(waitAt({ since: 0, limitAt: null }, 1e9).urgency).toBe('calm');
});

test('a patient’s wait starts at the payment, not at the order', () => {
  expect(patientWait({ createTime: 0, payTime: 60, overdueTime: 100 }, 70).waitedMs).toBe(10);
});

test('a clock that runs behind shows no negative wait', () => {
  expect(waitAt({ since: 50, limitAt: null }, 40).waitedMs).toBe(0);
});
