import { act, fireEvent, screen } from '@testing-library/react';
import { Trash2 } from 'lucide-react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IconButton } from '../../src/ui/IconButton.tsx';
import { startTooltip } from '../../src/ui/tooltip.ts';
import { show } from '../support/render.tsx';

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  stop = startTooltip(document);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const bubble = () => document.querySelector<HTMLElement>('.ui-tooltip[data-open]')?.textContent ?? null;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('pointing at a picture for a moment tells what it does and by which keys; Escape takes it away', () => {
  show(
    <IconButton label="Delete" keys="Alt+D">
      <Trash2 />
    </IconButton>,
  );
  const button = screen.getByRole('button', { name: 'Delete' });
  fireEvent.pointerOver(button);
  pass(399);
  expect(bubble()).toBeNull();
  pass(1);
  expect(bubble()).toBe('Delete (Alt+D)');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(bubble()).toBeNull();
});

test('it stays while it is itself pointed at, and goes when something else is', () => {
  show(
    <>
      <IconButton label="Delete">x</IconButton>
      <p>elsewhere</p>
    </>,
  );
  fireEvent.pointerOver(screen.getByRole('button'));
  pass(400);
  const layer = document.querySelector('.ui-tooltip');
  if (layer) fireEvent.pointerOver(layer);
  expect(bubble()).toBe('Delete');
  fireEvent.pointerOver(screen.getByText('elsewhere'));
  expect(bubble()).toBeNull();
});
