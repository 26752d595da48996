import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRecent } from '../../../src/screens/hooks/useTicking.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('an event is recent until the time has passed without another one', () => {
  const { result } = renderHook(() => useRecent(3_000));
  act(() => result.current.note());
  act(() => vi.advanceTimersByTime(2_999));
  act(() => result.current.note());
  act(() => vi.advanceTimersByTime(2_999));
  expect(result.current.recent).toBe(true);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current.recent).toBe(false);
});

test('an event that was ended is not recent', () => {
  const { result } = renderHook(() => useRecent(3_000));
  act(() => result.current.note());
  act(() => result.current.end());
  expect(result.current.recent).toBe(false);
});

test('unmounting stops the timer', () => {
  const { result, unmount } = renderHook(() => useRecent(3_000));
  act(() => result.current.note());
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
