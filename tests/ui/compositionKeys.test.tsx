import { fireEvent } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { show } from '../support/render.tsx';

/** Keys with which an input method moves in its candidates, takes one or ends. */
const keys = [
  ...['Escape', 'Enter', 'Tab', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
];

const composing = [
  ['while it composes', { isComposing: true }],
  ['that a browser sends after composing', { keyCode: 229 }],
] as const;

const rows = keys.flatMap((key) => composing.map(([when, marks]) => ({ key, when, marks })));

test.each(rows)('a $key of an input method $when reaches no handler and keeps its effect in the field', (row) => {
  const heard: string[] = [];
  const hear = (where: string) => () => void heard.push(where);
  const { getByRole } = show(
    <fieldset onKeyDownCapture={hear('above, early')} onKeyDown={hear('above')} onKeyUp={hear('above')}>
      <input onKeyDown={hear('field')} onKeyUp={hear('field')} />
    </fieldset>,
  );
  const [early, late] = [hear('document, early'), hear('document')];
  const types = ['keydown', 'keyup'] as const;
  for (const type of types) {
    document.addEventListener(type, early, { capture: true });
    document.addEventListener(type, late);
  }
  onTestFinished(() => {
    for (const type of types) {
      document.removeEventListener(type, early, { capture: true });
      document.removeEventListener(type, late);
    }
  });
  const field = getByRole('textbox');
  const isUnprevented = [fireEvent.keyDown, fireEvent.keyUp].map((fire) => fire(field, { key: row.key, ...row.marks }));
  expect([heard, isUnprevented]).toEqual([[], [true, true]]);
});

test.each(composing)('an Escape %s does not empty a search field', (_, marks) => {
  const { getByRole } = show(<input type="search" />);
  const field = getByRole('searchbox');
  expect(fireEvent.keyDown(field, { key: 'Escape', ...marks })).toBe(false);
  expect(fireEvent.keyDown(field, { key: 'Enter', ...marks })).toBe(true);
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(true);
});
