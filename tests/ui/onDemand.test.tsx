import { act, render, screen } from '@testing-library/react';
import { ErrorBoundary } from 'react-error-boundary';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onDemand, useOnDemand } from '../../src/ui/onDemand.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Code that a network brings, as often as it is asked. */
function network({ cut = false } = {}) {
  const line = { cut, asked: 0 };
  const source = onDemand(async () => {
    line.asked += 1;
    if (line.cut) throw new TypeError('Failed to fetch dynamically imported module');
    return { text: 'here' };
  });
  return { line, source };
}

type Given = { source: ReturnType<typeof network>['source']; need: Parameters<typeof useOnDemand>[1] };

const Part = ({ source, need }: Given) => <p>{useOnDemand(source, need)?.text ?? 'not yet'}</p>;
const part = (given: Given) => (
  <ErrorBoundary fallback={<p>failed</p>}>
    <Part {...given} />
  </ErrorBoundary>
);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('what is needed now is fetched at once, and the second time is there without waiting', async () => {
  const { line, source } = network();
  const first = render(part({ source, need: 'now' }));
  expect(screen.getByText('not yet')).toBeVisible();
  await pass(0);
  expect(screen.getByText('here')).toBeVisible();
  first.unmount();
  render(part({ source, need: 'now' }));
  expect(screen.getByText('here')).toBeVisible();
  expect(line.asked).toBe(1);
});

test('what may be needed is fetched once the first view has had its time', async () => {
  const { line, source } = network();
  render(part({ source, need: 'resting' }));
  await pass(2_999);
  expect(line.asked).toBe(0);
  await pass(100);
  expect(screen.getByText('here')).toBeVisible();
});

test('what nothing calls for is not fetched', async () => {
  const { line, source } = network();
  render(part({ source, need: 'not' }));
  await pass(60_000);
  expect(line.asked).toBe(0);
});

test('what cannot be fetched ahead is no failure, and is asked for again when it is needed', async () => {
  const { line, source } = network({ cut: true });
  const { rerender } = render(part({ source, need: 'resting' }));
  await pass(3_100);
  expect(screen.getByText('not yet')).toBeVisible();
  line.cut = false;
  rerender(part({ source, need: 'now' }));
  await pass(0);
  expect(screen.getByText('here')).toBeVisible();
});

test('what is needed now and cannot be fetched fails like any part that did not load', async () => {
  const { source } = network({ cut: true });
  render(part({ source, need: 'now' }), { onCaughtError: () => {} });
  await pass(0);
  expect(screen.getByText('failed')).toBeVisible();
});

test('what is wanted soon is asked for until it comes: every ten seconds, and once the network is back', async () => {
  const { line, source } = network({ cut: true });
  render(part({ source, need: 'soon' }));
  await pass(0);
  expect(line.asked).toBe(1);
  await pass(10_000);
  expect(line.asked).toBe(2);
  line.cut = false;
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.getByText('here')).toBeVisible();
  await pass(60_000);
  expect(line.asked).toBe(3);
});

test('what is needed now is not put off because it could not be fetched ahead', async () => {
  const { line, source } = network({ cut: true });
  const { rerender } = render(part({ source, need: 'resting' }));
  await pass(3_100);
  line.cut = false;
  rerender(part({ source, need: 'now' }));
  await pass(0);
  expect(screen.getByText('here')).toBeVisible();
  expect(line.asked).toBe(2);
});
