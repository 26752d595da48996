import { describe, expect, test } from 'vitest';
import { durationText } from '../../src/ui/charts/chartText.ts';
import {
  ageParts,
  dateTimeText,
  dayKey,
  daysBetween,
  listTimeText,
  moneyText,
  shortTimeText,
  sizeText,
  timeText,
} from '../../src/ui/format.ts';
import { relativeText } from '../../src/ui/relativeText.ts';
import { keepUnits } from '../../src/ui/unitText.ts';

const shanghai = { language: 'en', zone: 'Asia/Shanghai' };
const at = Date.parse('2025-11-20T16:30:00Z'); // 00:30 on the 21st in Shanghai

test('times are in the hospital’s time zone, not in that of the browser', () => {
  expect(timeText(at, shanghai)).toBe('00:30');
  expect(timeText(at, { ...shanghai, zone: 'Europe/Berlin' })).toBe('17:30');
  expect(dayKey(at, 'Asia/Shanghai')).toBe('2025-11-21');
  expect(dateTimeText(at, { ...shanghai, language: 'zh-CN' })).toContain('2025年11月21日');
});

test('yesterday begins at the hospital’s midnight', () => {
  expect(daysBetween(at - 31 * 60_000, at, 'Asia/Shanghai')).toBe(1);
  expect(shortTimeText(at - 31 * 60_000, at, shanghai)).toBe('Nov 20');
  expect(shortTimeText(at - 29 * 60_000, at, shanghai)).toBe('00:01');
});

test('a list leaves out the current year of the hospital only', () => {
  expect(listTimeText(at, at, shanghai)).toBe('Nov 21, 00:30');
  expect(listTimeText(at, at, { ...shanghai, language: 'zh-CN' })).toBe('11月21日 00:30');
  const newYear = Date.parse('2025-12-31T16:00:00Z');
  expect(listTimeText(at, newYear, shanghai)).toBe('Nov 21, 2025, 00:30');
});

test.each([
  [59_000, 'now'],
  [60_000, '1\u00a0min ago'],
  [3 * 3_600_000, '3\u00a0h ago'],
  [-21 * 3_600_000, 'in 21\u00a0h'],
  [24 * 3_600_000, 'yesterday'],
])('%d ms ago is "%s"', (ago, text) => {
  expect(relativeText(at - ago, at, 'en')).toBe(text);
});

describe('age', () => {
  test.each([
    ['1990-11-21', 'years', 35],
    ['1990-11-22', 'years', 34],
    ['2023-11-21', 'years', 2],
    ['2023-11-22', 'months', 23],
    ['2025-10-21', 'months', 1],
    ['2025-10-22', 'days', 30],
    ['2025-11-21', 'days', 0],
  ] as const)('born on %s: %s %i', (birthday, unit, count) => {
    expect(ageParts(birthday, at, 'Asia/Shanghai')).toEqual({ unit, count });
  });
  test.each(['', 'unknown', '2026-01-01'])('born on "%s": not known', (birthday) => {
    expect(ageParts(birthday, at, 'Asia/Shanghai')).toBeNull();
  });
});

test('money is shown from whole cents', () => {
  expect(moneyText(123_450, 'en')).toBe('¥1,234.50');
  expect(moneyText(5, 'zh-CN')).toBe('¥0.05');
});

test('a duration has the unit symbols of the rest of the product', () => {
  expect([5_400_000, 90_000, 1_500].map((ms) => durationText(ms, 'en'))).toEqual([
    '1.5\u00a0h',
    '1.5\u00a0min',
    '1.5\u00a0s',
  ]);
  expect(durationText(5_400_000, 'zh-CN')).toBe('1.5小时');
});

test('file sizes are short, and a line break never parts number and unit', () => {
  expect(sizeText(1_449_000, 'en')).toBe('1.4\u00a0MB');
  expect(sizeText(900, 'en')).toBe('1\u00a0kB');
});

test('a strength keeps its unit beside its number', () => {
  expect(keepUnits('250 mg × 24 capsules/box')).toBe('250\u00a0mg × 24\u00a0capsules/box');
  expect(keepUnits('0.9 % 100 ml')).toBe('0.9\u00a0% 100\u00a0ml');
  expect(keepUnits('250mg×24粒/盒')).toBe('250mg×24粒/盒');
});
