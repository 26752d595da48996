import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OwnIdentity } from '../../../contract/extension/identity.ts';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { fillIn } from '../../support/render.tsx';
import { form, info, open } from './personalScreen.tsx';

const is: OwnIdentity = { name: 'Lin Yue', nameEn: '', titleCode: 1, deptId: 3, waiting: null, rejected: null };

/** A platform on which an administrator decides about names. */
const openWith = (identity: Partial<OwnIdentity> = {}, answers: object = {}) =>
  open('', {
    getInfo: () => ({ ...info, identity: { ...is, ...identity } }),
    requestIdentity: () => ({ state: 'requested' }),
    ...answers,
  });
const title = 'Name, title and department';
const box = (inside: HTMLElement, name: string) => within(inside).getByRole('textbox', { name });
const ask = (inside: HTMLElement) => within(inside).getByRole('button', { name: 'Ask for this change' });

test('where an administrator decides about names, the profile itself has no name to change', async () => {
  openWith();
  expect(box(await form(title), 'Name')).toHaveValue('Lin Yue');
  expect(within(await form('Profile')).queryByRole('textbox', { name: 'Name' })).toBeNull();
});

test('a request is sent whole, and the answer says that an administrator decides', async () => {
  const { user, asked, said } = openWith();
  const identity = await form(title);
  await waitFor(() => expect(within(identity).getByRole('combobox', { name: 'Department' })).toHaveValue('3'));
  await fillIn(user, box(identity, 'Name'), 'yue');
  await user.selectOptions(within(identity).getByRole('combobox', { name: 'Department' }), 'Cardiology');
  await user.click(ask(identity));
  await waitFor(() => expect(said).toEqual(['Handed in. An administrator decides.']));
  expect(asked('requestIdentity')).toEqual([{ name: 'Lin Yueyue', nameEn: '', titleCode: 1, deptId: 5 }]);
  expect(asked('updateInfo')).toEqual([]);
});

test('a waiting request is shown with what was asked for', async () => {
  const wanted = { name: 'Lin Yueyue', nameEn: null, titleCode: null, deptId: null };
  openWith({ waiting: { ...wanted, createTime: startOfTest } });
  const identity = await form(title);
  expect(identity).toHaveTextContent('Your request waits for an administrator');
  expect(box(identity, 'Name')).toHaveValue('Lin Yueyue');
});

test('a rejected request shows the reason, and the present values', async () => {
  const wanted = { name: 'Lin Yueyue', nameEn: null, titleCode: null, deptId: null };
  openWith({ rejected: { ...wanted, reason: 'The certificate says otherwise', time: startOfTest } });
  const identity = await form(title);
  expect(identity).toHaveTextContent(/Your request was rejected.*The certificate says otherwise/);
  expect(box(identity, 'Name')).toHaveValue('Lin Yue');
});

test('a request without a name is not sent, and a refused one keeps its input', async () => {
  const { user, asked } = openWith(
    {},
    {
      requestIdentity: () => {
        throw new Refused(400, 'Not this name');
      },
    },
  );
  const identity = await form(title);
  await user.clear(box(identity, 'Name'));
  await user.click(ask(identity));
  await waitFor(() => expect(box(identity, 'Name')).toHaveAccessibleDescription('Fill in this field.'));
  expect(asked('requestIdentity')).toEqual([]);
  await fillIn(user, box(identity, 'Name'), 'Lin');
  await user.click(ask(identity));
  expect(await within(identity).findByText('Not this name')).toBeVisible();
  expect(box(identity, 'Name')).toHaveValue('Lin');
  expect(screen.queryByText('Handed in. An administrator decides.')).toBeNull();
});
