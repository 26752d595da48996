import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setLanguage } from '../../src/locales/i18n.ts';
import { laterPart, PartAway, useOnDemand } from '../../src/ui/LaterPart.tsx';
import { isChunkFailure, onDemand, whenIdle } from '../../src/ui/onDemand.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/Part.js');
/** Longer than the first tries take. */
const patienceMs = 4_000;

/** A loader that counts its calls and can fail. */
function network({ cut = false, failure = missing } = {}) {
  const line = { cut, asked: 0 };
  async function request() {
    line.asked += 1;
    if (line.cut) throw failure();
    return { text: 'here' };
  }
  return { line, request, source: onDemand(request) };
}

type Given = { source: ReturnType<typeof network>['source']; need: Parameters<typeof useOnDemand>[1] };

function Part({ source, need }: Given) {
  const code = useOnDemand(source, need);
  if (code) return <p>{code.text}</p>;
  return (
    <PartAway of={source}>
      <p>not yet</p>
    </PartAway>
  );
}
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

test('one failed request changes nothing but the time', async () => {
  const { line, source } = network({ cut: true });
  render(part({ source, need: 'now' }));
  await pass(0);
  expect(screen.getByText('not yet')).toBeVisible();
  line.cut = false;
  await pass(500);
  expect(screen.getByText('here')).toBeVisible();
  expect(line.asked).toBe(2);
});

test('code that was missed early is requested at once when somebody needs it', async () => {
  const { line, source } = network({ cut: true });
  const { rerender } = render(part({ source, need: 'idle' }));
  await pass(3_100 + patienceMs);
  line.cut = false;
  rerender(part({ source, need: 'now' }));
  await pass(0);
  expect(screen.getByText('here')).toBeVisible();
});

test.each([
  ['en', 'A part of the page could not be loaded', 'Try again'],
  ['zh-CN', '页面的一部分加载失败', '重试'],
] as const)(
  'the place of a part that stays away says so in %s, and its button asks again',
  async (language, text, button) => {
    onTestFinished(() => setLanguage('en'));
    await act(() => setLanguage(language));
    const { line, source } = network({ cut: true });
    render(part({ source, need: 'now' }));
    await pass(patienceMs);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('button', { name: language === 'en' ? 'Reload' : '重新加载' })).toBeVisible();
    line.cut = false;
    const asked = line.asked;
    await act(async () => screen.getByRole('button', { name: button }).click());
    expect([screen.getByText('here').textContent, line.asked]).toEqual(['here', asked + 1]);
  },
);

test('a part that stays away appears by itself once the network is back', async () => {
  const { line, source } = network({ cut: true });
  render(part({ source, need: 'now' }));
  await pass(patienceMs);
  line.cut = false;
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.getByText('here')).toBeVisible();
});

test.each([
  ['Chromium', 'Failed to fetch dynamically imported module: https://h/a.js'],
  ['Firefox', 'error loading dynamically imported module: https://h/a.js'],
  ['Safari', 'Importing a module script failed.'],
  ['Safari of a page in its place', "'text/html' is not a valid JavaScript MIME type."],
])('what %s says of a file that did not come offers a try', async (_, message) => {
  const { source } = network({ cut: true, failure: () => new TypeError(message) });
  render(part({ source, need: 'now' }), { onCaughtError: () => {} });
  await pass(patienceMs);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a bug in a part reaches the error boundary and offers no new version', async () => {
  const failure = () => new TypeError('x is undefined');
  const { source } = network({ cut: true, failure });
  render(part({ source, need: 'now' }), { onCaughtError: () => {} });
  await pass(patienceMs);
  expect(screen.getByText('failed')).toBeVisible();
  expect(isChunkFailure(failure())).toBe(false);
});

/** A dialog whose code loads when it is opened. */
function dialog({ cut }: { cut: boolean }) {
  const { line, request } = network({ cut });
  const Later = laterPart<{ onClose: () => void }>(async () => {
    const { text } = await request();
    return () => <p>{text}</p>;
  }, 'floating');
  let closed = 0;
  render(
    <Suspense fallback={<p>not yet</p>}>
      <Later onClose={() => closed++} />
    </Suspense>,
  );
  return { line, closed: () => closed };
}

test('a component on demand waits, survives a failed request, and is shown', async () => {
  const { line } = dialog({ cut: true });
  await pass(0);
  expect(screen.getByText('not yet')).toBeVisible();
  line.cut = false;
  await pass(500);
  expect(screen.getByText('here')).toBeVisible();
});

test('a component that stays away can be asked for again, and what was to be opened can be closed', async () => {
  const { line, closed } = dialog({ cut: true });
  await pass(patienceMs);
  await act(async () => screen.getByRole('button', { name: 'Close' }).click());
  expect(closed()).toBe(1);
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(screen.getByText('not yet')).toBeVisible();
  line.cut = false;
  await pass(500);
  expect(screen.getByText('here')).toBeVisible();
});

test('a stylesheet that failed is requested again with the part that needs it', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/assets/Part.css';
  document.head.append(link);
  onTestFinished(() => document.querySelector('link')?.remove());
  const source = onDemand(async () => {
    if (document.querySelector('link[data-missing]')) throw new Error('Unable to preload CSS for /assets/Part.css');
    return { text: 'here' };
  });
  render(part({ source, need: 'not' }));
  link.dispatchEvent(new Event('error'));
  void source.load();
  await pass(500);
  const again = document.querySelector('link');
  expect([again === link, again?.href]).toEqual([false, link.href]);
  await act(async () => void again?.dispatchEvent(new Event('load')));
  expect(screen.getByText('here')).toBeVisible();
});

test('what waits for an idle browser runs on a busy one too', () => {
  // A browser that is never idle runs a callback only when its timeout has passed.
  vi.stubGlobal('requestIdleCallback', (run: () => void, options?: IdleRequestOptions) =>
    options?.timeout === undefined ? 0 : setTimeout(run, options.timeout),
  );
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  onTestFinished(() => void vi.unstubAllGlobals());
  const runs: string[] = [];
  whenIdle(() => runs.push('ran'));
  whenIdle(() => runs.push('cancelled'))();
  vi.advanceTimersByTime(60_000);
  expect(runs).toEqual(['ran']);
});
