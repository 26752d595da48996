import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Skeleton } from '../../src/ui/Skeleton.tsx';
import { show } from '../support/render.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const part = (loading: boolean) => (
  <Skeleton loading={loading} label="Loading">
    <p>here</p>
  </Skeleton>
);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const grey = () => screen.queryByRole('status', { name: 'Loading' });

test('an answer within 200 ms shows no skeleton', () => {
  const { rerender } = show(part(true));
  pass(199);
  expect(grey()).toBeNull();
  rerender(part(false));
  expect(screen.getByText('here')).toBeVisible();
});

test('a skeleton is shown for at least 300 ms', () => {
  const { rerender } = show(part(true));
  pass(200);
  expect(grey()).toBeVisible();
  rerender(part(false));
  pass(299);
  expect(grey()).toBeVisible();
  pass(1);
  expect(screen.getByText('here')).toBeVisible();
});

test('the next load waits 200 ms again', () => {
  const { rerender } = show(part(true));
  pass(200);
  pass(300);
  rerender(part(false));
  rerender(part(true));
  expect(grey()).toBeNull();
  pass(200);
  expect(grey()).toBeVisible();
});
