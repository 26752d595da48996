import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { FirstPassword } from '../../../src/screens/personalData/FirstPassword.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';
import { fakeEntrance } from '../../support/fakeEntrance.ts';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

const open = (answers: object = {}) =>
  openScreen(<FirstPassword />, { answers, given: { entrance: fakeEntrance().entrance } });

async function choose(user: ReturnType<typeof open>['user'], next: string) {
  await fillIn(user, screen.getByLabelText(/^Current/), 'Kx7-mn2-pq4');
  await fillIn(user, screen.getByLabelText(/^New/), next);
  await fillIn(user, screen.getByLabelText(/^Repeat/), next);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

test('a password of one’s own lets the account be read again, which opens the screens', async () => {
  const { user, asked, sessionEvents } = open({ updatePassword: () => true });
  expect(screen.getByRole('heading', { level: 1, name: 'Choose your own password' })).toBeVisible();
  await choose(user, 'vier Pferde im Regen');
  await waitFor(() => expect(sessionEvents).toEqual([{ type: 'account.changed' }]));
  expect(asked('updatePassword')).toMatchObject([{ oldPassword: 'Kx7-mn2-pq4', newPassword: 'vier Pferde im Regen' }]);
});

test('a refused password keeps the person here, with the reason at the field', async () => {
  const { user, sessionEvents } = open({
    updatePassword: () => {
      throw new Refused(Code.weakPassword, 'This password is too common');
    },
  });
  await choose(user, 'password1');
  await waitFor(() => expect(screen.getByLabelText(/^New/)).toHaveAccessibleDescription(/too common/));
  expect(sessionEvents).toEqual([]);
});

test('a person can log out instead, in either language', async () => {
  await setLanguage('zh-CN');
  const { user, sessionEvents } = open();
  expect(screen.getByRole('heading', { level: 1, name: '请设置您自己的密码' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '退出登录' }));
  expect(sessionEvents).toEqual([{ type: 'logout.requested' }]);
});
