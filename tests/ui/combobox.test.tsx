import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Combobox, type Found } from '../../src/ui/Combobox.tsx';
import { show } from '../support/render.tsx';

const all: Found[] = [
  { value: 'a', label: 'Amoxicillin', detail: '0.25 g' },
  { value: 'b', label: 'Ambroxol', disabledBecause: 'Out of stock' },
  { value: 'c', label: 'Aspirin' },
];
const words = { nothing: 'Nothing found', searching: 'Searching', count: (n: number) => `${n} found` };

function Drugs({ onTaken }: { onTaken: (value: string) => void }) {
  const [text, setText] = useState('');
  const found = text ? all.filter(({ label }) => label.toLowerCase().startsWith(text)) : [];
  return (
    <Combobox
      label="Drug"
      text={text}
      onText={setText}
      found={found}
      searching={false}
      words={words}
      onChoose={onTaken}
    />
  );
}
function searched() {
  const taken: string[] = [];
  const view = show(<Drugs onTaken={(value) => taken.push(value)} />);
  return { taken, box: screen.getByRole('combobox', { name: 'Drug' }), ...view };
}
const active = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('the number of results is announced, arrow keys move through them, Enter chooses', async () => {
  const { taken, box, user } = searched();
  await user.type(box, 'a');
  expect(screen.getByRole('status')).toHaveTextContent('3 found');
  expect(active(box)).toBe('Amoxicillin0.25 g');
  await user.keyboard('{ArrowUp}');
  expect(active(box)).toBe('Aspirin');
  await user.keyboard('{Enter}');
  expect(taken).toEqual(['c']);
  expect(box).toHaveAttribute('aria-expanded', 'false');
});

test('a drug that is out of stock says so and cannot be chosen', async () => {
  const { taken, box, user } = searched();
  await user.type(box, 'amb');
  const option = screen.getByRole('option', { name: /Ambroxol.*Out of stock/ });
  expect(option).toHaveAttribute('aria-disabled', 'true');
  await user.click(option);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(taken).toEqual([]);
});

test('Enter that ends an input method composition chooses nothing', async () => {
  const { taken, box, user } = searched();
  await user.type(box, 'a');
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
  expect(taken).toEqual([]);
});

test('Escape closes the list and keeps the typed text', async () => {
  const { box, user } = searched();
  await user.type(box, 'zz');
  expect(screen.getByText('Nothing found')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(box).toHaveAttribute('aria-expanded', 'false'));
  expect(box).toHaveValue('zz');
});
