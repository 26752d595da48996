import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { AccountId } from '../../../contract/ids.ts';
import { PrescriptionTask } from '../../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { item, me } from '../../support/fakeReviewer.ts';
import { fillIn } from '../../support/render.tsx';
import { removal, reviewScreen } from '../../support/reviewScreen.tsx';

const minute = 60_000;
const gaoLei = { id: AccountId.parse('99'), name: 'Gao Lei' };
const free = item('1', 'Wang Min');
const leasedBy = (holder: { id: AccountId; name: string }, updateTime: number) =>
  item('1', 'Wang Min', { holder: { ...holder, leaseUntil: startOfTest + 9 * minute }, updateTime });

/** A reviewer with a half-written comment; `loses` gives the lease to somebody else. */
async function commenting(answers: object = {}) {
  let other: object | null | undefined;
  const opened = reviewScreen(<PrescriptionTask />, {
    items: [free],
    answers: {
      renewAudit: () => {
        if (other !== undefined) throw new Refused(Code.leaseLost, 'Your hold has ended', { holder: other });
        return { leaseId: 'lease-1', leaseUntil: startOfTest + 4 * minute };
      },
      ...answers,
    },
  });
  await opened.user.click(screen.getByRole('button', { name: 'Review RX1' }));
  const pane = await screen.findByRole('region', { name: 'Review of RX1' });
  await act(async () => opened.becomes([leasedBy({ id: me, name: 'Sun Wei' }, startOfTest)]));
  const comment = await within(pane).findByRole('textbox', { name: 'Comment' });
  await fillIn(opened.user, comment, 'Half of it');
  return {
    ...opened,
    pane: within(pane),
    comment,
    loses: (to: object | null) => {
      other = to;
    },
  };
}

/** Asserts that the lease is gone, no decision is offered and the comment is still there. */
function expectNotLeased() {
  expect(screen.queryByText(/^Held by you until/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half of it');
}

test('a prescription taken over by a colleague says so at once, with the name', async () => {
  const { pane, becomes, loses } = await commenting();
  loses(gaoLei);
  await act(async () => becomes([leasedBy(gaoLei, startOfTest + 1)]));
  expect(await pane.findByRole('alert')).toHaveTextContent('Gao Lei is reviewing this prescription now');
  expectNotLeased();
});

test('a lease released elsewhere is shown at once as free', async () => {
  const { user, pane, becomes, loses } = await commenting();
  loses(null);
  await act(async () => becomes([free]));
  expect(await pane.findByRole('alert')).toHaveTextContent('Your hold on this prescription has ended');
  expectNotLeased();
  loses(gaoLei);
  await act(async () => becomes([leasedBy(gaoLei, startOfTest + 2)]));
  await waitFor(() => expect(pane.getByRole('alert')).toHaveTextContent('Gao Lei is reviewing this prescription now'));
  await act(async () => becomes([item('1', 'Wang Min', { updateTime: startOfTest + 3 })]));
  await user.click(await pane.findByRole('button', { name: 'Take it again' }));
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeEnabled();
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half of it');
});

test('an outdated queue does not end a lease that the platform confirms', async () => {
  const { becomes, sent } = await commenting();
  await act(async () => becomes([free]));
  await waitFor(() => expect(sent('renewAudit')).toHaveLength(1));
  expect(screen.getByText('Held by you until 09:34, renewed by itself')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled();
});

test('a lease that cannot be renewed ends at its expiry', async () => {
  const renewAudit = () => {
    throw new Refused(500, 'Server error');
  };
  const { now$, pane } = await commenting({ renewAudit });
  act(() => now$.next(startOfTest + 3 * minute));
  expect(await pane.findByRole('alert')).toHaveTextContent('Your hold on this prescription has ended');
  expectNotLeased();
});

test('a prescription decided by a colleague says who decided and how', async () => {
  const { pane, becomes } = await commenting();
  await act(async () => becomes([], [removal('1', 'rejected', 'Gao Lei')]));
  expect(await pane.findByRole('alert')).toHaveTextContent('Rejected by Gao Lei, 09:30');
  expectNotLeased();
});
