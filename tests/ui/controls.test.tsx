import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { createAnnouncer } from '../../src/ui/Announcer.tsx';
import { CountBadge } from '../../src/ui/Badge.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { ConfirmDialog } from '../../src/ui/ConfirmDialog.tsx';
import { PaneBoundary } from '../../src/ui/ErrorPane.tsx';
import { Splitter } from '../../src/ui/Splitter.tsx';
import { Tabs } from '../../src/ui/Tabs.tsx';
import { TextField } from '../../src/ui/TextField.tsx';
import { show } from '../support/render.tsx';

test('screen readers read the error and the hint with their field', () => {
  show(<TextField label="Account" hint="As on your card" error="Enter your account." required />);
  const field = screen.getByRole('textbox', { name: 'Account' });
  expect(field).toHaveAccessibleDescription('As on your card Enter your account.');
  expect(field).toBeInvalid();
  expect(field).toBeRequired();
});

test('a busy button keeps the focus and ignores a second click', async () => {
  let times = 0;
  const { user, rerender } = show(<Button onClick={() => times++}>Send</Button>);
  await user.click(screen.getByRole('button'));
  rerender(
    <Button busy onClick={() => times++}>
      Send
    </Button>,
  );
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(times).toBe(1);
  expect(screen.getByRole('button')).toHaveFocus();
});

function Pair() {
  const [current, setCurrent] = useState<'one' | 'two'>('one');
  return (
    <Tabs
      label="Ways"
      current={current}
      onChange={setCurrent}
      tabs={[
        { name: 'one', label: 'One', panel: <p>first</p> },
        { name: 'two', label: 'Two', panel: <p>second</p> },
      ]}
    />
  );
}
test('a tab shows its panel; arrow keys wrap around the tabs', async () => {
  const { user } = show(<Pair />);
  expect(screen.getByRole('tablist', { name: 'Ways' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Two' }));
  expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('Two');
  expect(screen.getByRole('tabpanel', { name: 'Two' })).toHaveTextContent('second');
  expect(screen.queryByText('first')).toBeNull();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(screen.getByRole('tab', { name: 'One' })).toHaveFocus());
});

function Pane({ pane }: { pane: 'before' | 'after' }) {
  const [size, setSize] = useState(280);
  return (
    <Splitter
      label="Resize list"
      controls="list"
      size={size}
      min={200}
      max={400}
      usual={280}
      pane={pane}
      onSize={setSize}
    />
  );
}
test.each([
  ['before', '296'],
  ['after', '264'],
] as const)('the arrow keys move the line beside a pane that stands %s it', async (pane, afterRight) => {
  const { user } = show(<Pane pane={pane} />);
  const line = screen.getByRole('separator', { name: 'Resize list' });
  await user.tab();
  expect(line).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(line).toHaveAttribute('aria-valuenow', afterRight);
  await user.keyboard('{End}');
  expect(line).toHaveAttribute('aria-valuenow', '400');
  await user.dblClick(line);
  expect(line).toHaveAttribute('aria-valuenow', '280');
});
test('the splitter follows the pointer and stops at its limits', () => {
  show(<Pane pane="before" />);
  const line = screen.getByRole('separator');
  fireEvent.pointerDown(line, { clientX: 100, pointerId: 1, button: 0 });
  fireEvent.pointerMove(line, { clientX: 150 });
  expect(line).toHaveAttribute('aria-valuenow', '330');
  fireEvent.pointerMove(line, { clientX: 900 });
  fireEvent.pointerUp(line);
  fireEvent.pointerMove(line, { clientX: 0 });
  expect(line).toHaveAttribute('aria-valuenow', '400');
});

function Part({ part }: { part: { broken: boolean } }) {
  if (part.broken) throw new Error('no');
  return <p>works</p>;
}
test('a crash stays in its pane, is reported once and can be retried', async () => {
  const part = { broken: true };
  const told: unknown[] = [];
  const { user } = show(
    <PaneBoundary title="Stopped" text="The rest goes on" retryLabel="Try again" onError={(error) => told.push(error)}>
      <Part part={part} />
    </PaneBoundary>,
    { quiet: true },
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Stopped');
  expect(told).toEqual([new Error('no')]);
  part.broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('works')).toBeVisible();
});

test('a count above 99 is shown as "99+"; zero is not shown', () => {
  const { container, rerender } = show(<CountBadge count={100} label="100 unread" />);
  expect(container).toHaveTextContent('99+100 unread');
  rerender(<CountBadge count={0} label="none" />);
  expect(container).toBeEmptyDOMElement();
});

test('the same announcement twice changes the page twice, so that screen readers read it twice', () => {
  const store = createAnnouncer();
  const heard: string[] = [];
  store.subscribe(() => heard.push(store.current().join('|')));
  store.say('Li: hello');
  store.say('Li: hello');
  expect(heard).toEqual(['|Li: hello', 'Li: hello|']);
});

function Asked({ onAnswer }: { onAnswer: (answer: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Finish</Button>
      <ConfirmDialog
        open={open}
        title="Finish now?"
        confirmLabel="Finish it"
        cancelLabel="Cancel"
        closeLabel="Close"
        onConfirm={() => onAnswer('yes')}
        onCancel={() => {
          onAnswer('no');
          setOpen(false);
        }}
      >
        It cannot be taken back.
      </ConfirmDialog>
    </>
  );
}
test('a confirmation focuses the harmless answer; Escape declines', async () => {
  const answers: string[] = [];
  const { user } = show(<Asked onAnswer={(answer) => answers.push(answer)} />);
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Finish now?' });
  expect(dialog).toHaveTextContent('It cannot be taken back.');
  await screen.findByRole('button', { name: 'Cancel' });
  await user.click(screen.getByRole('button', { name: 'Finish it' }));
  await user.keyboard('{Escape}');
  expect(answers).toEqual(['yes', 'no']);
});
