import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from '../../../src/screens/hooks/onNextFrame.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first change shows at once, those in the same second together, and none is left out', () => {
  const shown: number[] = [];
  let value = 0;
  const pace = atMostEvery(1_000).start(() => void shown.push(value));
  const change = () => {
    value += 1;
    pace.due();
  };
  change();
  expect(shown).toEqual([1]);
  change();
  change();
  vi.advanceTimersByTime(999);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 3]);
  vi.advanceTimersByTime(5_000);
  change();
  expect(shown).toEqual([1, 3, 4]);
});

test('what is no longer shown does not render later', () => {
  let renders = 0;
  const pace = atMostEvery(1_000).start(() => {
    renders += 1;
  });
  pace.due();
  pace.due();
  pace.stop();
  vi.advanceTimersByTime(5_000);
  expect(renders).toBe(1);
});
