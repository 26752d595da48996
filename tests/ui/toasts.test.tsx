import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToasts, Toasts } from '../../src/ui/Toasts.tsx';
import { show } from '../support/render.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function shown() {
  const store = createToasts({ now: () => Date.now() });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const say = (text: string, more: Partial<Parameters<typeof store.show>[0]> = {}) =>
    act(async () => store.show({ tone: 'info', text, ...more }));
  show(<Toasts store={store} label="Notifications" closeLabel="Close" />);
  return { store, pass, say };
}
const texts = () => screen.queryAllByRole('status').map((toast) => toast.textContent);

const region = () => screen.getByRole('region', { name: 'Notifications' });

test('the same toast within 3 s is shown once, and later again', async () => {
  const { say, pass } = shown();
  await say('Saved');
  await say('Saved');
  await pass(2_999);
  await say('Saved');
  expect(texts()).toEqual(['Saved']);
  await pass(1);
  await say('Saved');
  expect(texts()).toEqual(['Saved', 'Saved']);
});

test('the same toast is shown again after the clock was set back', async () => {
  const { say } = shown();
  await say('Saved');
  vi.setSystemTime(Date.now() - 2 * 3_600_000);
  await say('Saved');
  expect(texts()).toEqual(['Saved', 'Saved']);
});

test('toasts are over the page header, not over the buttons at the bottom', async () => {
  const { say } = shown();
  await say('Saved');
  expect(region()).toHaveAttribute('data-placement', 'top-start');
});

test('several toasts overlap each other and not the work area', async () => {
  const { say } = shown();
  await say('Reminded');
  await say('Saved');
  for (const toast of screen.getAllByRole('status')) expect(toast).toHaveAttribute('data-overlap');
});

test('a different text, or the same text as an error, is another toast', async () => {
  const { say } = shown();
  await say('Gone');
  await say('Gone', { tone: 'danger' });
  expect(texts()).toEqual(['Gone']);
  expect(screen.getByRole('alert')).toHaveTextContent('Gone');
});

test('a toast disappears after its time, but not while it is hovered', async () => {
  const { say, pass } = shown();
  await say('Read me');
  fireEvent.mouseEnter(region());
  await pass(60_000);
  expect(texts()).toEqual(['Read me']);
  fireEvent.mouseLeave(region());
  await pass(6_000);
  expect(texts()).toEqual([]);
});

test('the action runs once and dismisses the toast', async () => {
  const { say, pass } = shown();
  const done: string[] = [];
  await say('Finished', { action: { label: 'Undo', run: () => done.push('undone') }, lastsMs: 8_000 });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await pass(500);
  expect(done).toEqual(['undone']);
  expect(texts()).toEqual([]);
});

test('a toast created before the first view is shown with it, unless it was dismissed', async () => {
  const store = createToasts({ now: () => Date.now() });
  store.show({ tone: 'info', text: 'Welcome' });
  const id = store.show({ tone: 'info', text: 'Old news' });
  if (id !== null) store.dismiss(id);
  show(<Toasts store={store} label="Notifications" closeLabel="Close" />);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(texts()).toEqual(['Welcome']);
});

test('toasts of one user are removed before the next one signs in', async () => {
  const { store, say, pass } = shown();
  await say('Wang Min was reminded');
  await say('Saved');
  await act(async () => store.forget());
  await pass(1_000);
  expect(texts()).toEqual([]);
  await say('Saved');
  expect(texts()).toEqual(['Saved']);
});
