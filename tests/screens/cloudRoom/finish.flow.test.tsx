import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { limits } from '../../../contract/limits.ts';
import { emptyRecord } from '../../../src/domain/record.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { fillIn } from '../../support/render.tsx';
import { enter } from './room.tsx';

const wang = order('1', 'Wang Min');
const signed = {
  ...emptyRecord,
  id: '5',
  orderId: '1',
  patientId: 'p1',
  status: 1,
  version: 2,
  updateTime: startOfTest,
};

async function asked(getCase: () => unknown, more: object = {}) {
  const room = enter({ running: [wang], answers: { getCase, ...more } });
  await room.user.click(room.chats().getByRole('button', { name: /^Wang Min/ }));
  const pane = await room.inPane('Wang Min');
  await room.user.click(pane.getByRole('button', { name: 'Finish consultation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Finish consultation' }));
  return { ...room, view: pane, dialog };
}

test('the confirmation names the patient', async () => {
  const { dialog } = await asked(() => signed);
  expect(dialog.getByText('Wang Min')).toBeVisible();
  expect(dialog.getByText('Female, 34 years')).toBeVisible();
});

test('with nothing left open, finishing is final after eight seconds, with its summary', async () => {
  const { user, dialog, view, now$, calls } = await asked(() => signed);
  await fillIn(user, dialog.getByRole('textbox', { name: /Summary for the patient/ }), 'Rest for three days');
  await user.click(dialog.getByRole('button', { name: 'Finish' }));
  expect(await view.findByText('The consultation ends in 8 s.')).toBeVisible();
  expect(view.queryByRole('textbox', { name: 'Message Wang Min' })).toBeNull();
  now$.next(startOfTest + limits.undoMs);
  expect(await view.findByText('This consultation has ended.')).toBeVisible();
  expect(calls.find(({ name }) => name === 'finishOrder')?.input).toEqual({ id: '1', summary: 'Rest for three days' });
});

test('the length of a summary counts characters as readers see them; one that is too long is not sent', async () => {
  const { user, dialog, view } = await asked(() => signed);
  const box = dialog.getByRole('textbox', { name: /Summary for the patient/ });
  fireEvent.change(box, { target: { value: '😀'.repeat(limits.textLength + 1) } });
  expect(box).toHaveAccessibleDescription(/Use at most 2000 characters; there are 2001 now\./);
  await user.click(dialog.getByRole('button', { name: 'Finish' }));
  expect(box).toHaveFocus();
  fireEvent.change(box, { target: { value: '😀'.repeat(limits.textLength) } });
  expect(box).toHaveAccessibleDescription('0 characters left');
  await user.click(dialog.getByRole('button', { name: 'Finish' }));
  expect(await view.findByText('The consultation ends in 8 s.')).toBeVisible();
});

test('finishing can be undone, and the typed text is still there', async () => {
  const { user, dialog, view, calls, now$ } = await asked(() => signed);
  await user.click(dialog.getByRole('button', { name: 'Finish' }));
  await user.click(await view.findByRole('button', { name: 'Undo' }));
  expect(await view.findByRole('textbox', { name: 'Message Wang Min' })).toBeVisible();
  now$.next(startOfTest + limits.undoMs);
  expect(calls.some(({ name }) => name === 'finishOrder')).toBe(false);
});

test('finishing can be undone below the side panel that covers the chat', async () => {
  const room = enter({ running: [wang, order('2', 'Li Qiang')], answers: { getCase: () => signed } });
  for (const name of ['Li Qiang', 'Wang Min'])
    await room.user.click(room.chats().getByRole('button', { name: new RegExp(`^${name}`) }));
  const pane = await room.inPane('Wang Min');
  await room.user.click(pane.getByRole('tab', { name: 'Record' }));
  await room.user.click(pane.getByRole('button', { name: 'Finish consultation' }));
  await room.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Finish' }));
  const undo = await pane.findByRole('button', { name: 'Undo' });
  expect(undo.closest('[inert]')).toBeNull();
  expect(undo.closest('[data-ending]')).not.toBeNull();
  await room.user.click(undo);
  const box = await pane.findByRole('textbox', { name: 'Message Wang Min', hidden: true });
  expect(box.closest('[inert]')).not.toBeNull();
});

test('finishing in another window is shown here and does not take the focus from another patient', async () => {
  const room = enter({ running: [wang, order('2', 'Li Qiang')] });
  for (const name of ['Wang Min', 'Li Qiang'])
    await room.user.click(room.chats().getByRole('button', { name: new RegExp(`^${name}`) }));
  const box = await room.replyBox('Li Qiang');
  await room.user.type(box, 'Half a');
  const finishing = { at: startOfTest + limits.undoMs, summary: '' };
  act(() => room.workspace.getSnapshot().context.consultations['1']?.send({ type: 'finish.announced', finishing }));
  const pane = await room.inPane('Wang Min');
  expect(await pane.findByRole('button', { name: 'Undo' })).toBeVisible();
  expect(box).toHaveFocus();
  await room.user.click(pane.getByRole('button', { name: 'Undo' }));
  expect(await room.replyBox('Wang Min')).toBeVisible();
});

test('the dialog names what is still open and leads to it', async () => {
  const list = [
    { id: '9', prescriptionNo: 'RX77', status: PrescriptionStatus.pending },
    { id: '8', prescriptionNo: 'RX76', status: PrescriptionStatus.rejected },
    { id: '7', prescriptionNo: 'RX75', status: PrescriptionStatus.approved },
  ];
  const { user, dialog, view } = await asked(() => null, { listPrescriptions: () => ({ list, total: 3 }) });
  await user.click(dialog.getByRole('button', { name: 'Finish' }));
  expect(await dialog.findByText('There is no medical record yet.')).toBeVisible();
  expect(dialog.getByText('Prescription RX77 is still being reviewed.')).toBeVisible();
  expect(dialog.getByText('Prescription RX76 was rejected and is neither changed nor cancelled.')).toBeVisible();
  expect(dialog.queryByText(/RX75/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Open record' }));
  await waitFor(() => expect(view.getByRole('tab', { name: 'Record' })).toHaveAttribute('aria-selected', 'true'));
  expect(await view.findByRole('textbox', { name: 'Message Wang Min' })).toBeVisible();
});

test('optional open points can be skipped explicitly', async () => {
  const { user, dialog, view } = await asked(() => null);
  await user.click(dialog.getByRole('button', { name: 'Finish' }));
  await user.click(await dialog.findByRole('button', { name: 'Finish anyway' }));
  expect(await view.findByText('The consultation ends in 8 s.')).toBeVisible();
});
