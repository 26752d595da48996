import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PrescriptionTask } from '../../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import { startOfTest } from '../../support/fakeApp.tsx';
import { createMemoryDrafts, item } from '../../support/fakeReviewer.ts';
import { fillIn } from '../../support/render.tsx';
import { removal, reviewScreen } from '../../support/reviewScreen.tsx';

const wang = item('1', 'Wang Min', { waited: 9 });
const li = item('2', 'Li Qiang');

async function opens(user: UserEvent, number: string) {
  await user.click(screen.getByRole('button', { name: `Review ${number}` }));
  const pane = within(await screen.findByRole('region', { name: `Review of ${number}` }));
  return pane.findByRole('textbox', { name: 'Comment' });
}

/** A reviewer who has written a comment without deciding. */
async function writing() {
  const kept = createMemoryDrafts();
  const opened = reviewScreen(<PrescriptionTask />, { items: [wang, li], kept });
  await fillIn(opened.user, await opens(opened.user, 'RX1'), 'Half of it is enough');
  await opened.user.click(screen.getByRole('checkbox', { name: 'Dose not right' }));
  return { ...opened, kept };
}

test('a comment is there when its review is opened again, and not in another review', async () => {
  const { user } = await writing();
  expect(await opens(user, 'RX2')).toHaveValue('');
  expect(await opens(user, 'RX1')).toHaveValue('Half of it is enough');
  expect(screen.getByRole('checkbox', { name: 'Dose not right' })).toBeChecked();
});

test('a comment survives a reload', async () => {
  const { kept, unmount } = await writing();
  unmount();
  const { user } = reviewScreen(<PrescriptionTask />, { items: [wang, li], kept });
  expect(await opens(user, 'RX1')).toHaveValue('Half of it is enough');
});

test('a decision deletes the stored comment', async () => {
  const { user, kept, said } = await writing();
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(said).toEqual(['RX1 was rejected.']));
  expect(kept.size()).toBe(0);
});

test('a comment that the reviewer clears is not stored', async () => {
  const { user, kept } = await writing();
  await user.clear(screen.getByRole('textbox', { name: 'Comment' }));
  await user.click(screen.getByRole('checkbox', { name: 'Dose not right' }));
  expect(kept.size()).toBe(0);
});

test('a comment survives the withdrawal of the prescription, which may be submitted again', async () => {
  const { user, becomes, kept } = await writing();
  await act(async () => becomes([li], [removal('1', 'withdrawn', 'Lin Yue')]));
  expect(await screen.findByRole('alert')).toHaveTextContent('Cancelled by Lin Yue, 09:30');
  await user.click(screen.getByRole('button', { name: 'Back to the queue' }));
  expect(kept.size()).toBe(1);
});

/** What the queue says about a comment whose prescription has left it. */
const left = () => screen.queryByText('RX1 has left the queue. You had written:');

test('a comment on a prescription that a colleague decided stays after a reload, until it is discarded', async () => {
  const { user, becomes, kept, unmount } = await writing();
  await act(async () => becomes([li], [removal('1', 'rejected', 'Gao Lei')]));
  await user.click(screen.getByRole('button', { name: 'Back to the queue' }));
  expect(await screen.findByText('RX1 has left the queue. You had written:')).toBeVisible();
  expect(screen.getByText('Half of it is enough')).toBeVisible();
  unmount();
  const again = reviewScreen(<PrescriptionTask />, { items: [li], kept });
  await screen.findByText('Half of it is enough');
  await again.user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(left()).toBeNull());
  expect(kept.size()).toBe(0);
});

test('a comment of another window is shown when its prescription was decided while none was open', async () => {
  const { kept, unmount } = await writing();
  unmount();
  const { becomes } = reviewScreen(<PrescriptionTask />, { items: [wang, li], kept });
  expect(left()).toBeNull();
  await act(async () => becomes([li], [removal('1', 'approved', 'Gao Lei')]));
  expect(await screen.findByText('Half of it is enough')).toBeVisible();
});

test("the comment of one's own decision is not shown as left over", async () => {
  const { user, becomes, said } = await writing();
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(said).toEqual(['RX1 was rejected.']));
  await act(async () => becomes([li], [removal('1', 'rejected', 'Sun Wei')]));
  expect(left()).toBeNull();
});

test('a comment stays to be seen when its decision was taken back and the prescription then left the queue', async () => {
  const kept = createMemoryDrafts();
  const { user, becomes } = reviewScreen(<PrescriptionTask />, {
    items: [wang, li],
    kept,
    answers: {
      rejectAudit: () => ({ status: 10, auditStatus: 1, version: 1, effectiveAt: startOfTest + 8_000 }),
      undoDecision: () => ({ leaseId: 'lease-1', leaseUntil: startOfTest + 180_000, version: 1 }),
    },
  });
  await fillIn(user, await opens(user, 'RX1'), 'Half of it is enough');
  await user.click(screen.getByRole('checkbox', { name: 'Dose not right' }));
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('region', { name: 'Review of RX1' });
  await act(async () => becomes([li], [removal('1', 'approved', 'Gao Lei')]));
  await user.click(await screen.findByRole('button', { name: 'Back to the queue' }));
  expect(await screen.findByText('RX1 has left the queue. You had written:')).toBeVisible();
});
