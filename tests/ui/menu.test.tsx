import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Button } from '../../src/ui/Button.tsx';
import { Menu } from '../../src/ui/Menu.tsx';
import { show } from '../support/render.tsx';

function opened() {
  const chosen: string[] = [];
  const view = show(
    <>
      <Menu
        label="Message"
        entries={[
          { name: 'copy', label: 'Copy' },
          { name: 'recall', label: 'Recall', disabledBecause: 'Too late' },
          { name: 'delete', label: 'Delete' },
        ]}
        onChoose={(name) => chosen.push(name)}
        trigger={(carry) => <Button {...carry}>More</Button>}
      />
      <p>elsewhere</p>
    </>,
  );
  return { chosen, button: screen.getByRole('button', { name: 'More' }), ...view };
}
const active = () =>
  document.getElementById(screen.getByRole('menu').getAttribute('aria-activedescendant') ?? '')?.textContent;
const isActive = (text: string) => waitFor(() => expect(active()).toBe(text));

test('arrow keys wrap, letters jump to an entry, Enter chooses it and returns the focus to the button', async () => {
  const { chosen, button, user } = opened();
  button.focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  await isActive('Copy');
  await user.keyboard('{ArrowUp}');
  await isActive('Delete');
  await user.keyboard('c');
  await isActive('Copy');
  await user.keyboard('{End}{Enter}');
  await waitFor(() => expect(chosen).toEqual(['delete']));
  await waitFor(() => expect(button).toHaveFocus());
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
});

test('a click that comes before the entry is highlighted chooses it too, and closes the menu', async () => {
  const { chosen, button, user } = opened();
  await user.click(button);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(chosen).toEqual(['delete']));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
});

test('keys pressed within one frame leave the focus on the button', async () => {
  const { chosen, button, user } = opened();
  button.focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  await isActive('Copy');
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => setTimeout(run, 60, 0));
  onTestFinished(() => void vi.unstubAllGlobals());
  await user.keyboard('{End}{Enter}');
  await waitFor(() => expect(chosen).toEqual(['delete']));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(button).toHaveFocus();
});

test('Escape closes the menu and returns the focus; a click outside closes it', async () => {
  const { button, user } = opened();
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  await user.click(button);
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  // The menu listens for outside clicks only from the frame after it opens.
  await waitFor(async () => {
    await user.click(screen.getByText('elsewhere'));
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});

test('a disabled entry does nothing and says why', async () => {
  const { chosen, button, user } = opened();
  await user.click(button);
  const recall = screen.getByRole('menuitem', { name: 'Recall' });
  expect(recall).toHaveAttribute('title', 'Too late');
  await user.click(recall);
  expect(chosen).toEqual([]);
});

function Finder() {
  const [finding, setFinding] = useState(false);
  return (
    <>
      <Menu
        label="Chat"
        entries={[{ name: 'find', label: 'Find' }]}
        onChoose={() => setFinding(true)}
        trigger={(carry) => <Button {...carry}>More</Button>}
      />
      {/* biome-ignore lint/a11y/noAutofocus: the menu entry opens this field. */}
      {finding ? <input type="search" autoFocus aria-label="Words" /> : null}
    </>
  );
}

test.each(['mouse', 'keys'])('what an entry opens receives and keeps the focus: chosen with the %s', async (means) => {
  const { user } = show(<Finder />);
  const button = screen.getByRole('button', { name: 'More' });
  if (means === 'mouse') {
    await user.click(button);
    await user.click(await screen.findByRole('menuitem', { name: 'Find' }));
  } else {
    button.focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
    await isActive('Find');
    await user.keyboard('{Enter}');
  }
  const words = await screen.findByRole('searchbox', { name: 'Words' });
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(words).toHaveFocus();
});
