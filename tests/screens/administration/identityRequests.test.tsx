import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { IdentityRequest } from '../../../contract/extension/identity.ts';
import { AccountId, RowId } from '../../../contract/ids.ts';
import { IdentityRequests } from '../../../src/screens/administration/IdentityRequests.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { fillIn } from '../../support/render.tsx';

const request = (id: string, name: string, wanted: Partial<IdentityRequest['wanted']>): IdentityRequest => ({
  id: RowId.parse(id),
  staffId: AccountId.parse(`1${id}`),
  username: `doctor0${id}`,
  present: { name, nameEn: '', titleCode: 1, deptName: 'Paediatrics' },
  wanted: { name: null, nameEn: null, titleCode: null, deptId: null, deptName: null, ...wanted },
  createTime: startOfTest - 60_000,
});

/** A hospital in which two people wait, until an administrator decides. */
function open(answers: object = {}) {
  let waiting = [
    request('1', 'Lin Yue', { name: 'Lin Yueyue', titleCode: 2 }),
    request('2', 'Chen Jing', { nameEn: 'Chen Jing', deptId: 5, deptName: 'Cardiology' }),
  ];
  return openScreen(<IdentityRequests />, {
    path: '/administration/identityRequests',
    answers: {
      listIdentityRequests: () => waiting,
      decideIdentity: ({ id }: { id: string }) => {
        waiting = waiting.filter((one) => one.id !== id);
        return true;
      },
      ...answers,
    },
  });
}

const card = (name: string) => screen.findByRole('region', { name });

test('a request shows each wish beside what is, and nothing that stays', async () => {
  open();
  const lin = await card('Lin Yue');
  expect(lin).toHaveTextContent(/doctor01.*Lin Yue → Lin Yueyue.*Chief physician → /);
  expect(lin).not.toHaveTextContent('Paediatrics');
  const chen = await card('Chen Jing');
  expect(chen).toHaveTextContent(/— → Chen Jing.*Paediatrics → Cardiology/);
  expect(chen).not.toHaveTextContent('Chief physician');
});

test('an approval is confirmed first and takes the request from the list', async () => {
  const { user, asked, said } = open();
  await user.click(within(await card('Lin Yue')).getByRole('button', { name: 'Approve' }));
  const sure = within(await screen.findByRole('alertdialog', { name: 'Approve the change for Lin Yue?' }));
  expect(sure.getByText(/takes effect at once/)).toBeVisible();
  expect(asked('decideIdentity')).toEqual([]);
  await user.click(sure.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Lin Yue' })).toBeNull());
  expect(asked('decideIdentity')).toEqual([{ id: '1', approve: true }]);
  expect(said).toEqual(['The change for Lin Yue is approved.']);
  expect(await card('Chen Jing')).toBeVisible();
});

test('a rejection needs a reason, which is sent without blanks around it', async () => {
  const { user, asked, said } = open();
  const chen = within(await card('Chen Jing'));
  await user.click(chen.getByRole('button', { name: 'Reject' }));
  const reason = chen.getByRole('textbox', { name: 'Reason for a rejection' });
  expect(reason).toBeInvalid();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await fillIn(user, reason, ' The certificate says otherwise ');
  await user.click(chen.getByRole('button', { name: 'Reject' }));
  const sure = within(await screen.findByRole('alertdialog', { name: 'Reject the change for Chen Jing?' }));
  await user.click(sure.getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(asked('decideIdentity')).toEqual([{ id: '2', approve: false, reason: 'The certificate says otherwise' }]),
  );
  expect(said).toEqual(['The change for Chen Jing is rejected.']);
});

test('a refused decision says why and keeps the request and the reason', async () => {
  const { user } = open({
    decideIdentity: () => {
      throw new Refused(400, 'You cannot decide on your own name');
    },
  });
  const lin = within(await card('Lin Yue'));
  await fillIn(user, lin.getByRole('textbox', { name: 'Reason for a rejection' }), 'Unclear');
  await user.click(lin.getByRole('button', { name: 'Approve' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }));
  expect(await lin.findByRole('alert')).toHaveTextContent('You cannot decide on your own name');
  expect(lin.getByRole('textbox', { name: 'Reason for a rejection' })).toHaveValue('Unclear');
});

test('without requests the page says where they come from', async () => {
  open({ listIdentityRequests: () => [] });
  expect(await screen.findByText('No request waits')).toBeVisible();
});
