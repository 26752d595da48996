import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from '../../../src/ui/keepFocus.ts';
import { show } from '../../support/render.tsx';

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  stop = keepFocus(document);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A part with a button that goes, or is disabled, when it is pressed. */
function Part({ effect, around = true }: { readonly effect: 'removed' | 'disabled'; readonly around?: boolean }) {
  const [pressed, setPressed] = useState(false);
  return (
    <main tabIndex={-1}>
      <section {...(around ? { tabIndex: -1 } : {})} aria-label="Part">
        {pressed && effect === 'removed' ? null : (
          <button type="button" disabled={pressed} onClick={() => setPressed(true)}>
            Press
          </button>
        )}
      </section>
    </main>
  );
}
const press = () => {
  const button = screen.getByRole('button', { name: 'Press' });
  button.focus();
  act(() => button.click());
  return button;
};
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('when the focused button is removed, the part around it gets the focus', async () => {
  show(<Part effect="removed" />);
  press();
  await wait(500);
  expect(screen.getByRole('region', { name: 'Part' })).toHaveFocus();
});

test('without a part that can take the focus, the screen gets it', async () => {
  show(<Part effect="removed" around={false} />);
  press();
  await wait(500);
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a focus that something else has taken over stays there', async () => {
  show(<Part effect="removed" />);
  press();
  await wait(100);
  screen.getByRole('main').focus();
  await wait(500);
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a press beside every control takes the focus away on purpose', async () => {
  show(<Part effect="removed" />);
  const button = screen.getByRole('button', { name: 'Press' });
  button.focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  button.blur();
  act(() => button.click());
  await wait(500);
  expect(document.body).toHaveFocus();
});
