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

function Medicines({ onTaken }: { onTaken: (value: string) => void }) {
  const [text, setText] = useState('');
  const found = text ? all.filter(({ label }) => label.toLowerCase().startsWith(text)) : [];
  return (
    <Combobox
      label="Medicine"
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
  const view = show(<Medicines onTaken={(value) => taken.push(value)} />);
  return { taken, box: screen.getByRole('combobox', { name: 'Medicine' }), ...view };
}
/** Waits until this option is the active one; the combobox marks it a frame after a key. */
const becomesActive = (box: HTMLElement, text: string) =>
  waitFor(() =>
    expect(document.getElementById(box.getAttribute('aria-activedescendant') ?? '')).toHaveTextContent(text),
  );

test('the number of results is announced, arrow keys move through them, Enter chooses', async () => {
  const { taken, box, user } = searched();
  await user.type(box, 'a');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('3 found'));
  await becomesActive(box, 'Amoxicillin0.25 g');
  await user.keyboard('{ArrowUp}');
  await becomesActive(box, 'Aspirin');
  await user.keyboard('{Enter}');
  expect(taken).toEqual(['c']);
  await waitFor(() => expect(box).toHaveAttribute('aria-expanded', 'false'));
});

test('a medicine that is out of stock says so and cannot be chosen', async () => {
  const { taken, box, user } = searched();
  await user.type(box, 'amb');
  const option = await screen.findByRole('option', { name: /Ambroxol.*Out of stock/ });
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
  expect(await screen.findByText('Nothing found')).toBeInTheDocument();
  // The list listens to the key one frame after it is shown.
  await waitFor(async () => {
    await user.keyboard('{Escape}');
    expect(box).toHaveAttribute('aria-expanded', 'false');
  });
  expect(box).toHaveValue('zz');
});
