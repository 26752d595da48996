import { expect, test } from 'vitest';
import { serviceHoursOf, wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import { usedPartOf, waitAt, waitsSince } from '../../src/domain/wait.ts';

test.each([
  [49, 'calm', 0],
  [50, 'soon', 0],
  [80, 'soon', 0],
  [81, 'late', 0],
  [100, 'overdue', 0],
  [130, 'overdue', 30],
] as const)('after %d of 100 ms the wait is %s', (now, urgency, overdueMs) => {
  expect(waitAt({ since: 0, limitAt: 100, hours: wholeDay }, now)).toEqual({ waitedMs: now, urgency, overdueMs });
});

test('without a limit a wait is never overdue', () => {
  expect(waitAt({ since: 0, limitAt: null, hours: wholeDay }, 1e9).urgency).toBe('calm');
});

test('a patient’s wait starts at the payment, not at the order', () => {
  expect(waitsSince({ createTime: 0, payTime: 60 } as ConsultOrder)).toBe(60);
});

test('a wait is shown from its beginning; its limit counts anew where a pause crossed closing time', () => {
  const wait = { since: 40, startedAt: 10, limitAt: 100, hours: wholeDay };
  expect(waitAt(wait, 60)).toEqual({ waitedMs: 50, urgency: 'calm', overdueMs: 0 });
  expect(waitAt(wait, 130)).toEqual({ waitedMs: 120, urgency: 'overdue', overdueMs: 30 });
});

test('a clock that runs behind shows no negative wait', () => {
  expect(waitAt({ since: 50, limitAt: null, hours: wholeDay }, 40).waitedMs).toBe(0);
});

const minute = 60_000;
const at = (time: string) => Date.parse(`${time}:00+08:00`);
const hours = serviceHoursOf([{ from: 8 * 60, to: 22 * 60 }]);
const overNight = { since: at('2026-05-06T21:45'), limitAt: at('2026-05-07T08:05'), hours };

test.each([
  ['2026-05-06T21:50', 5, 'calm', 0],
  ['2026-05-06T21:57', 12, 'soon', 0],
  ['2026-05-07T07:59', 10 * 60 + 14, 'soon', 0],
  ['2026-05-07T08:04', 10 * 60 + 19, 'late', 0],
  ['2026-05-07T08:06', 10 * 60 + 21, 'overdue', 1],
  ['2026-05-08T03:00', 29 * 60 + 15, 'overdue', 13 * 60 + 55],
])('over a night without service the limit waits: at %s, after %d minutes, it is %s', (now, waited, urgency, over) => {
  const wait = waitAt(overNight, at(now));
  expect(wait).toEqual({ waitedMs: waited * minute, urgency, overdueMs: over * minute });
});

test('the used part of a limit, which marks the longest waits, counts only service time', () => {
  expect(usedPartOf(overNight, hours, at('2026-05-07T03:00'))).toBe(0.75);
  expect(usedPartOf(overNight, hours, at('2026-05-07T08:25'))).toBe(2);
});
