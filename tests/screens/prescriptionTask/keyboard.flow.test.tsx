import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { PrescriptionReview } from '../../../src/screens/prescriptionTask/PrescriptionReview.tsx';
import { PrescriptionTask } from '../../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import { Refused } from '../../support/fakeApp.tsx';
import { item } from '../../support/fakeReviewer.ts';
import { removal, reviewScreen } from '../../support/reviewScreen.tsx';

const queue = ['Wang Min', 'Li Qiang', 'Zhao Lei'].map((name, at) => item(`${at + 1}`, name, { waited: 9 - at }));
const without = (...ids: string[]) => queue.filter(({ id }) => !ids.includes(id));

const rowButton = (n: number) => screen.getByRole('button', { name: `Review RX${n}` });
const focusIsOn = (n: number) => waitFor(() => expect(rowButton(n)).toHaveFocus());

/** Changes the queue and renders the next frame. */
const inFrame = (change: () => void) =>
  act(async () => {
    change();
    await new Promise(requestAnimationFrame);
  });

/** A reviewer who has opened the first prescription with the keyboard. */
async function reviewing(given: Parameters<typeof reviewScreen>[1] = {}) {
  const opened = reviewScreen(<PrescriptionTask />, { items: queue, ...given });
  rowButton(1).focus();
  await opened.user.keyboard('{Enter}');
  const checks = await screen.findByRole('group', { name: 'Four checks, ten verifications' });
  /** Ticks every open check by keyboard and approves. */
  const approves = async () => {
    while (within(checks).queryAllByRole('checkbox', { checked: false }).length > 0) await opened.user.keyboard('a ');
    await opened.user.keyboard('a');
  };
  return { ...opened, approves };
}
const closed = () => waitFor(() => expect(screen.queryByRole('region', { name: /^Review of/ })).toBeNull());

test('after an approval the focus is on the next prescription, whose review Enter opens', async () => {
  const { user, approves, becomes } = await reviewing();
  await approves();
  await closed();
  await focusIsOn(2);
  await inFrame(() => becomes(without('1'), [removal('1', 'approved', 'Sun Wei')]));
  await focusIsOn(2);
  await user.keyboard('j');
  await focusIsOn(3);
  await user.keyboard('k');
  await focusIsOn(2);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('region', { name: 'Review of RX2' })).toBeVisible();
});

test('the focus moves on also if a prescription leaves the queue before its decision is confirmed', async () => {
  const opened: Awaited<ReturnType<typeof reviewing>> = await reviewing({
    answers: {
      approveAudit: () => {
        opened.becomes(without('1'), [removal('1', 'approved', 'Sun Wei')]);
        return { status: 20, auditStatus: 2, version: 4 };
      },
    },
  });
  await opened.approves();
  await closed();
  await focusIsOn(2);
});

test('after a rejection the focus is on the next prescription', async () => {
  const { user } = await reviewing();
  await user.keyboard('r ');
  await user.click(screen.getByRole('textbox', { name: 'Comment' }));
  await user.keyboard('Half of it is enough{Tab}{Enter}');
  await closed();
  await focusIsOn(2);
});

test('Escape releases a prescription, and the focus returns to its row', async () => {
  const { user, sent } = await reviewing();
  await user.keyboard('{Escape}');
  await closed();
  await focusIsOn(1);
  expect(sent('releaseAudit')).toHaveLength(1);
  await user.keyboard('j');
  await focusIsOn(2);
});

test('Escape leaves a text field for the shortcuts, and closes the review only when pressed again', async () => {
  const { user } = await reviewing();
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Take with food');
  await user.keyboard('{Escape}');
  const pane = within(screen.getByRole('region', { name: /^Review of RX/ }));
  expect(pane.getByRole('heading', { level: 2 })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Take with food');
  await user.keyboard('{Escape}');
  await closed();
});

test('a late decision keeps the focus in the review, and Escape returns to the queue', async () => {
  const { user, approves } = await reviewing({
    answers: {
      approveAudit: () => {
        throw new Refused(Code.leaseLost, 'Your hold has run out');
      },
    },
  });
  await approves();
  const pane = screen.getByRole('region', { name: 'Review of RX1' });
  expect(await within(pane).findByRole('alert')).toHaveTextContent('Your hold has run out');
  expect(pane).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard('{Escape}');
  await closed();
  await focusIsOn(1);
});

test('after the last decision the heading has the focus, and J moves to the next prescription that arrives', async () => {
  const { user, approves, becomes } = await reviewing({ items: queue.slice(0, 1) });
  await approves();
  await closed();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Review queue' })).toHaveFocus());
  await inFrame(() => becomes([queue[1] ?? item('2', 'Li Qiang')], [removal('1', 'approved', 'Sun Wei')]));
  await user.keyboard('j');
  await focusIsOn(2);
});

test('when a colleague decides the focused prescription, the focus moves to the next one', async () => {
  const { becomes } = reviewScreen(<PrescriptionTask />, { items: queue });
  await act(async () => rowButton(2).focus());
  await inFrame(() => becomes(without('2'), [removal('2', 'approved', 'Gao Lei')]));
  await focusIsOn(3);
  await inFrame(() =>
    becomes(without('2', '3'), [removal('2', 'approved', 'Gao Lei'), removal('3', 'approved', 'Gao Lei')]),
  );
  await focusIsOn(1);
});

test('J skips prescriptions that have left', async () => {
  const { user, becomes } = reviewScreen(<PrescriptionTask />, { items: queue });
  await act(async () => rowButton(1).focus());
  await inFrame(() => becomes(without('2'), [removal('2', 'approved', 'Gao Lei')]));
  await user.keyboard('j');
  await focusIsOn(3);
});

test('J and K work without focus, and not in text fields', async () => {
  const { user } = reviewScreen(<PrescriptionTask />, { items: queue });
  expect(document.body).toHaveFocus();
  await user.keyboard('j');
  await focusIsOn(1);
  await user.keyboard('{Enter}');
  const comment = await screen.findByRole('textbox', { name: 'Comment' });
  await user.type(comment, 'jk');
  expect(comment).toHaveValue('jk');
  expect(comment).toHaveFocus();
});

test('the arrow keys scroll the open prescription and move only in the queue', async () => {
  const { user } = await reviewing();
  const contents = screen.getByRole('region', { name: 'Prescription and patient' });
  contents.focus();
  await user.keyboard('{ArrowDown}');
  expect(contents).toHaveFocus();
  rowButton(1).focus();
  await user.keyboard('{ArrowDown}');
  await focusIsOn(2);
});

test('a review at its own URL ends with the focus on the link back to the queue', async () => {
  const { user } = reviewScreen(<PrescriptionReview />, { items: queue, path: '/prescriptionReview?id=1' });
  await screen.findByRole('group', { name: 'Four checks, ten verifications' });
  await user.keyboard('{Escape}');
  await closed();
  expect(screen.getByRole('link', { name: 'To the review queue' })).toHaveFocus();
});
