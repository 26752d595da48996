import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Toasts } from '../../src/ui/Toasts.tsx';
import { toasts } from '../../src/ui/toasts.ts';
import { show } from '../support/render.tsx';

/** A clock that is turned by hand. */
function shown() {
  let now = 0;
  let due: { at: number; run: () => void }[] = [];
  const store = toasts({
    now: () => now,
    after: (ms, run) => {
      const entry = { at: now + ms, run };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
  });
  const pass = (ms: number) =>
    act(() => {
      now += ms;
      for (const { run } of due.filter(({ at }) => at <= now)) run();
    });
  const say = (text: string, more: Partial<Parameters<typeof store.show>[0]> = {}) =>
    act(() => store.show({ tone: 'info', text, ...more }));
  const view = show(<Toasts store={store} label="Notifications" closeLabel="Close" />);
  return { store, pass, say, ...view };
}
const texts = () => screen.queryAllByRole('status').map((toast) => toast.textContent);

test('the same word within 3 s is said once, after that again', () => {
  const { say, pass } = shown();
  say('Saved');
  say('Saved');
  pass(2_999);
  say('Saved');
  expect(texts()).toEqual(['Saved']);
  pass(1);
  say('Saved');
  expect(texts()).toEqual(['Saved', 'Saved']);
});

test('a different word, or the same as an error, is another toast', () => {
  const { say } = shown();
  say('Gone');
  say('Gone', { tone: 'danger' });
  expect(texts()).toEqual(['Gone']);
  expect(screen.getByRole('alert')).toHaveTextContent('Gone');
});

test('a toast goes after its time, but not while it is pointed at', async () => {
  const { say, pass, user } = shown();
  say('Read me');
  await user.hover(screen.getByText('Read me'));
  pass(60_000);
  expect(texts()).toEqual(['Read me']);
  await user.unhover(screen.getByText('Read me'));
  expect(texts()).toEqual([]);
});

test('the action runs once and takes the toast away', async () => {
  const { say, user } = shown();
  const done: string[] = [];
  say('Finished', { action: { label: 'Undo', run: () => done.push('undone') }, lastsMs: 8_000 });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(done).toEqual(['undone']);
  expect(texts()).toEqual([]);
});
