import { act, fireEvent, screen } from '@testing-library/react';
import { Trash2 } from 'lucide-react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { IconButton } from '../../src/ui/Button.tsx';
import { Tooltips, tooltipLayer } from '../../src/ui/Tooltips.tsx';
import { show } from '../support/render.tsx';

beforeAll(() => tooltipLayer.load());
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const bubble = () => document.querySelector('[data-scope="tooltip"][data-part="content"]');
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('hovering an icon button shows its name and shortcut; Escape hides them', async () => {
  show(
    <>
      <IconButton label="Delete" keys="Alt+D">
        <Trash2 />
      </IconButton>
      <Tooltips />
    </>,
  );
  fireEvent.pointerOver(screen.getByRole('button', { name: 'Delete' }));
  await pass(399);
  expect(bubble()).toBeNull();
  await pass(1);
  expect(bubble()).toHaveTextContent('Delete (Alt+D)');
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await pass(0);
  expect(bubble()).toBeNull();
});

test('a tooltip stays while it is hovered and disappears when something else is hovered', async () => {
  show(
    <>
      <IconButton label="Delete">x</IconButton>
      <p>elsewhere</p>
      <Tooltips />
    </>,
  );
  fireEvent.pointerOver(screen.getByRole('button'));
  await pass(400);
  fireEvent.pointerOver(bubble() ?? document.body);
  await pass(400);
  expect(bubble()).toHaveTextContent('Delete');
  fireEvent.pointerOver(screen.getByText('elsewhere'));
  await pass(0);
  expect(bubble()).toBeNull();
});
