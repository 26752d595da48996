import { act, render, screen } from '@testing-library/react';
import { ErrorBoundary } from 'react-error-boundary';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onDemand, useOnDemand } from '../../src/ui/onDemand.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A loader that counts its calls and can fail. */
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

test('code needed now loads at once and is available immediately the second time', async () => {
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

test('code needed later loads after the first view has had its time', async () => {
  const { line, source } = network();
  render(part({ source, need: 'idle' }));
  await pass(2_999);
  expect(line.asked).toBe(0);
  await pass(100);
  expect(screen.getByText('here')).toBeVisible();
});

test('code that is not needed does not load', async () => {
  const { line, source } = network();
  render(part({ source, need: 'not' }));
  await pass(60_000);
  expect(line.asked).toBe(0);
});

test('a failed early load is no error and is retried when the code is needed', async () => {
  const { line, source } = network({ cut: true });
  const { rerender } = render(part({ source, need: 'idle' }));
  await pass(3_100);
  expect(screen.getByText('not yet')).toBeVisible();
  line.cut = false;
  rerender(part({ source, need: 'now' }));
  await pass(0);
  expect(screen.getByText('here')).toBeVisible();
});

test('a failed load of code needed now reaches the error boundary', async () => {
  const { source } = network({ cut: true });
  render(part({ source, need: 'now' }), { onCaughtError: () => {} });
  await pass(0);
  expect(screen.getByText('failed')).toBeVisible();
});

test('optional code is retried every ten seconds and when the network is back', async () => {
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

test('a failed early load does not delay a load needed now', async () => {
  const { line, source } = network({ cut: true });
  const { rerender } = render(part({ source, need: 'idle' }));
  await pass(3_100);
  line.cut = false;
  rerender(part({ source, need: 'now' }));
  await pass(0);
  expect(screen.getByText('here')).toBeVisible();
  expect(line.asked).toBe(2);
});
