import { expect, test } from 'vitest';
import {
  afterServiceMs,
  countedSince,
  type ServiceSpan,
  serviceHoursOf,
  serviceMsBetween,
  wholeDay,
} from '../../../clinical/lifecycle/serviceTime.ts';

const minute = 60_000;
const at = (time: string) => Date.parse(`${time}:00+08:00`);
const span = (from: number, to: number): ServiceSpan => ({ from: from * 60, to: to * 60 });
const day = serviceHoursOf([span(8, 12), span(12, 18), span(18, 22)]);

test('parts of the day that touch or overlap are one span, and without any the whole day counts', () => {
  expect(day).toEqual([span(8, 22)]);
  expect(serviceHoursOf([span(14, 18), span(8, 12), span(11, 13)])).toEqual([span(8, 13), span(14, 18)]);
  expect(serviceHoursOf([span(9, 9)])).toBe(wholeDay);
});

test.each([
  ['2026-05-06T10:00', '2026-05-06T10:20', 20],
  ['2026-05-06T21:50', '2026-05-07T07:30', 10],
  ['2026-05-06T21:50', '2026-05-07T08:05', 15],
  ['2026-05-06T23:00', '2026-05-07T06:00', 0],
  ['2026-05-06T12:00', '2026-05-09T12:00', 3 * 14 * 60],
  ['2026-05-06T10:00', '2026-05-06T09:00', 0],
])('from %s to %s there are %d minutes of service', (from, to, minutes) => {
  expect(serviceMsBetween(day, at(from), at(to))).toBe(minutes * minute);
});

test.each([
  ['2026-05-06T10:00', 20, '2026-05-06T10:20'],
  ['2026-05-06T21:50', 10, '2026-05-06T22:00'],
  ['2026-05-06T21:50', 20, '2026-05-07T08:10'],
  ['2026-05-06T23:00', 20, '2026-05-07T08:20'],
  ['2026-05-06T02:00', 20, '2026-05-06T08:20'],
  ['2026-05-06T10:00', 14 * 60, '2026-05-07T10:00'],
])('a limit that begins at %s and allows %d minutes ends at %s', (from, minutes, end) => {
  expect(afterServiceMs(day, at(from), minutes * minute)).toBe(at(end));
});

test('where the whole day counts, service time is the time of the clock', () => {
  const from = at('2026-05-06T21:50') + 123;
  expect(afterServiceMs(wholeDay, from, 20 * minute)).toBe(from + 20 * minute);
  expect(serviceMsBetween(wholeDay, from, from + 600 * minute)).toBe(600 * minute);
});

test.each([
  ['within the day', '2026-05-06T09:00', '2026-05-06T10:00', '2026-05-06T11:30'],
  ['over closing time', '2026-05-06T09:00', '2026-05-06T21:50', '2026-05-07T08:10'],
  ['over two nights', '2026-05-06T21:00', '2026-05-06T21:50', '2026-05-08T08:10'],
  ['from before opening', '2026-05-06T02:00', '2026-05-06T08:05', '2026-05-06T23:00'],
  ['asked in the night', '2026-05-06T21:50', '2026-05-06T23:00', '2026-05-07T06:00'],
])('after a pause %s a clock goes on with the service time that it showed', (_, since, stopped, resumed) => {
  const from = countedSince(day, at(since), at(stopped), at(resumed));
  expect(from).toBeLessThanOrEqual(at(resumed));
  expect(serviceMsBetween(day, from, at(resumed))).toBe(serviceMsBetween(day, at(since), at(stopped)));
});
