import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { AccountId } from '../../../contract/ids.ts';
import { PrescriptionTask } from '../../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { item, me } from '../../support/fakeReviewer.ts';
import { reviewScreen } from '../../support/reviewScreen.tsx';

const minute = 60_000;
const names = ['Wang Min', 'Li Qiang', 'Zhao Lei'];
const leased = (n: number, id = me, name = 'Sun Wei') =>
  item(String(n), names[n - 1] ?? `Patient ${n}`, {
    holder: { id: AccountId.parse(id), name, leaseUntil: startOfTest + 3 * minute },
    waited: 20 - n,
  });
const free = (n: number) => item(String(n), names[n - 1] ?? `Patient ${n}`, { waited: 20 - n });
const open = (given: Parameters<typeof reviewScreen>[1] = {}) => reviewScreen(<PrescriptionTask />, given);
const select = (n: number) => screen.getByRole('checkbox', { name: `Select RX${n}` });

test('several prescriptions are claimed together; one that a colleague took is named with the colleague', async () => {
  const { user, sent, said, becomes } = open({ items: [free(1), free(2), free(3)], leasedBy: { '3': 'Gao Lei' } });
  for (const n of [1, 2, 3]) await user.click(select(n));
  expect(screen.getByText('3 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Claim 3' }));
  await waitFor(() => expect(said).toEqual(['RX3: Gao Lei is reviewing it.']));
  expect(sent('claimAudit')).toEqual([1, 2, 3].map((n) => ({ id: String(n), version: 3 })));
  await act(async () => becomes([leased(1), leased(2), leased(3, AccountId.parse('99'), 'Gao Lei')]));
  const mine = within(screen.getByRole('region', { name: 'Claimed by you' }));
  expect(mine.getByText('You hold 2 of at most 10:')).toBeVisible();
  expect(mine.getByRole('button', { name: 'Review Wang Min, RX1' })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'Select RX1' })).toBeNull();
});

test('rows are selected by keyboard', async () => {
  const { user } = open({ items: [free(1), free(2)] });
  screen.getByRole('button', { name: 'Review RX1' }).focus();
  await user.keyboard('x');
  expect(select(1)).toBeChecked();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Review RX2' })).toHaveFocus());
  await user.keyboard('x');
  expect(screen.getByText('2 selected')).toBeVisible();
  await user.keyboard('x');
  expect(screen.getByText('1 selected')).toBeVisible();
});

test('after claiming by keyboard the focus is on the row that was active', async () => {
  const { user } = open({ items: [free(1), free(2)] });
  screen.getByRole('button', { name: 'Review RX2' }).focus();
  await user.keyboard('x');
  screen.getByRole('button', { name: 'Claim it' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Review RX2' })).toHaveFocus());
});

test('more than ten cannot be held: the selection says how many are left', async () => {
  const nine = Array.from({ length: 9 }, (_, n) => leased(n + 1));
  const { user, sent } = open({ items: [...nine, free(10), free(11)] });
  await user.click(select(10));
  await user.click(select(11));
  expect(screen.getByText('You hold 9 of 10: select at most 1 more.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Claim 2' })).toBeDisabled();
  await user.click(select(11));
  expect(screen.getByRole('button', { name: 'Claim it' })).toBeEnabled();
  expect(sent('claimAudit')).toEqual([]);
});

/** A reviewer who has claimed the first two prescriptions. */
async function claiming(answers: object = {}) {
  const opened = open({ items: [free(1), free(2)], answers });
  await opened.user.click(select(1));
  await opened.user.click(select(2));
  await opened.user.click(screen.getByRole('button', { name: 'Claim 2' }));
  await waitFor(() => expect(opened.sent('claimAudit')).toHaveLength(2));
  await act(async () => opened.becomes([leased(1), leased(2)]));
  return opened;
}

test('closing the review of a claimed prescription keeps the claim; the cross releases it', async () => {
  const { user, sent } = await claiming();
  await user.click(screen.getByRole('button', { name: 'Review Wang Min, RX1' }));
  await screen.findByRole('group', { name: 'Four checks, ten verifications' });
  await user.click(screen.getByRole('button', { name: 'Stop reviewing' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Review of RX1' })).toBeNull());
  expect(sent('releaseAudit')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Release RX1' }));
  expect(sent('releaseAudit')).toEqual([{ id: '1', leaseId: 'lease-1' }]);
});

test('the next prescription is one that the reviewer has claimed', async () => {
  const { user, reviewQueue, becomes } = await claiming();
  await act(async () => becomes([free(3), item('4', 'Urgent', { rxType: 1 }), leased(2)]));
  act(() => reviewQueue.send({ type: 'next.requested' }));
  expect(await screen.findByRole('region', { name: 'Review of RX2' })).toBeVisible();
  await user.keyboard('{Escape}');
});

test('a claim that a colleague took over says so, with the name; one that ran out says what to do', async () => {
  const { said, becomes, now$ } = await claiming({
    renewAudit: ({ id }: { id: string }) => {
      if (id === '2') throw new Refused(Code.leaseLost, 'lost', { holder: { id: '99', name: 'Gao Lei' } });
      throw new Refused(Code.leaseLost, '');
    },
  });
  await act(async () => becomes([leased(1), leased(2, AccountId.parse('99'), 'Gao Lei')]));
  await waitFor(() => expect(said).toEqual(['RX2: Gao Lei is reviewing it.']));
  act(() => now$.next(startOfTest + 3 * minute));
  await waitFor(() => expect(said.at(-1)).toBe('RX1: your hold has ended. Claim it again.'));
});

test('after a reload the claims of this machine are taken up again', async () => {
  const { sent } = open({ items: [leased(1), leased(2)], claimed: ['2'] });
  await waitFor(() => expect(sent('claimAudit')).toEqual([{ id: '2', version: 3 }]));
});
