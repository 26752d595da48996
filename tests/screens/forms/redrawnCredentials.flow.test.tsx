import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { Login } from '../../../src/screens/login/Login.tsx';
import { FirstPassword } from '../../../src/screens/personalData/FirstPassword.tsx';
import { SigningDialog } from '../../../src/screens/prescription/SigningDialog.tsx';
import { RequireSession, SessionPage } from '../../../src/screens/session/SessionPage.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { fakeApp } from '../../support/fakeApp.tsx';
import { fakeEntrance } from '../../support/fakeEntrance.ts';
import { show } from '../../support/render.tsx';
import { showOver } from '../../support/sessionScreen.tsx';
import { sessionWorld } from '../../support/sessionWorld.ts';
import { setSilently } from '../../support/silentFill.ts';
import { open as openPersonalData } from '../personalData/personalScreen.tsx';

const fieldOf = (label: string) => screen.getByLabelText(new RegExp(`^${label}\\*?$`), { selector: 'input' });

/** The button that can be pressed; a locked screen is a dialog that this DOM takes for hidden. */
const press = (name: string) =>
  screen.getAllByRole('button', { name, hidden: true }).find((button) => button.closest('[hidden]') === null) ??
  document.body;

/** Draws the whole page twice without any event of the browser. */
async function redraw() {
  await act(() => setLanguage('zh-CN'));
  await act(() => setLanguage('en'));
}

async function atSignIn() {
  const world = sessionWorld();
  const { user } = showOver(
    await world.openTab({ path: '/login' }),
    <Routes>
      <Route path="*" element={<Login />} />
    </Routes>,
    '/login',
  );
  await screen.findByRole('textbox', { name: 'Account' });
  return { user, ...world, sent: (path: string) => world.platform.calls(path).at(-1)?.body };
}

const guarded = (
  <SessionPage>
    <Routes>
      <Route
        path="*"
        element={
          <RequireSession>
            <p>The room</p>
          </RequireSession>
        }
      />
    </Routes>
  </SessionPage>
);

async function signedIn(account: string | null = null) {
  const world = sessionWorld();
  const tab = await world.signedInTab();
  if (account !== null) tab.window.localStorage.setItem('LOGIN_NAME', account);
  const { user } = showOver(tab, guarded, '/cloudRoom');
  return { user, tab, ...world, sent: (path: string) => world.platform.calls(path).at(-1)?.body };
}

async function atLock(account: string | null = null) {
  const at = await signedIn(account);
  await act(async () => at.tab.session.send({ type: 'lock.requested' }));
  await screen.findByText('Screen locked');
  return at;
}

async function atRelogin() {
  const at = await signedIn();
  at.platform.expireAccess();
  at.platform.on('/doctor/auth/refresh-token', () => ({ code: 401, msg: '', data: null }));
  await act(async () => void (await at.tab.api.getQualification({})));
  await at.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  const bar = await screen.findByRole('region', { name: 'Session expired' });
  await at.user.click(within(bar).getByRole('button', { name: 'Log in again' }));
  await screen.findByRole('textbox', { name: 'Account' });
  return at;
}

const mobile = '13900000002';
const account = { Account: 'doctor03', Password: 'Cloudroom2026' };
const sentAccount = { username: 'doctor03', password: 'Cloudroom2026' };
const login = '/doctor/auth/login';
const smsLogin = '/doctor/auth/sms-login';

type Row = {
  readonly form: string;
  readonly fill: Readonly<Record<string, string>>;
  /** Opens the form, and returns how it is sent and what the platform was sent. */
  readonly open: () => Promise<{ submit: () => Promise<void>; sent: () => unknown }>;
  readonly expected: unknown;
};

const rows: readonly Row[] = [
  {
    form: 'sign-in with a password',
    fill: account,
    async open() {
      const { user, sent } = await atSignIn();
      return { submit: () => user.click(press('Log in')), sent: () => sent(login) };
    },
    expected: sentAccount,
  },
  {
    form: 'sign-in with a code',
    fill: { 'Mobile number': mobile, Code: '1234' },
    async open() {
      const { user, sent } = await atSignIn();
      await user.click(screen.getByRole('tab', { name: 'SMS code' }));
      return { submit: () => user.click(press('Log in')), sent: () => sent(smsLogin) };
    },
    expected: { mobile, code: '1234' },
  },
  {
    form: 'sign-in in place after the session has expired',
    fill: account,
    async open() {
      const { user, sent } = await atRelogin();
      return { submit: () => user.click(press('Log in')), sent: () => sent(login) };
    },
    expected: sentAccount,
  },
  {
    form: 'unlocking',
    fill: account,
    async open() {
      const { user, sent } = await atLock();
      return { submit: () => user.click(press('Unlock')), sent: () => sent(login) };
    },
    expected: sentAccount,
  },
  {
    form: 'a forgotten password',
    fill: {
      ...{ 'Mobile number': mobile, Code: '1234' },
      ...{ 'New password': 'vier Pferde', 'Repeat the new password': 'vier Pferde' },
    },
    async open() {
      const { user, sent } = await atSignIn();
      await user.click(press('Forgot your password?'));
      return { submit: () => user.click(press('Save')), sent: () => sent('/doctor/auth/validate-sms-code') };
    },
    expected: { mobile, code: '1234' },
  },
  {
    form: 'a change of the password',
    fill: {
      'Current password': 'Kx7-mn2-pq4',
      'New password': 'vier Pferde',
      'Repeat the new password': 'vier Pferde',
    },
    async open() {
      const { user, asked } = openScreen(<FirstPassword />, {
        answers: { updatePassword: () => true },
        given: { entrance: fakeEntrance().entrance },
      });
      return { submit: () => user.click(press('Change password')), sent: () => asked('updatePassword').at(-1) };
    },
    expected: { oldPassword: 'Kx7-mn2-pq4', newPassword: 'vier Pferde' },
  },
  {
    form: 'a change of the mobile number',
    fill: { 'Mobile number': mobile, Code: '1234' },
    async open() {
      const { user, asked } = openPersonalData('?tab=security', { checkMobileCode: () => true });
      await screen.findByRole('button', { name: 'Next' });
      return { submit: () => user.click(press('Next')), sent: () => asked('checkMobileCode').at(-1) };
    },
    expected: { mobile, code: '1234' },
  },
  {
    form: 'the password of a signature',
    fill: { Password: 'Cloudroom2026' },
    async open() {
      const given: string[] = [];
      const submit = async (password: string) => {
        given.push(password);
        return null;
      };
      const { user } = show(fakeApp().within(<SigningDialog request={{ submit, cancel: () => {} }} />));
      await screen.findByLabelText(/Password/);
      return { submit: () => user.click(press('Sign')), sent: () => ({ given }) };
    },
    expected: { given: ['Cloudroom2026'] },
  },
];

beforeEach(() => localStorage.clear());

test.each(rows)(
  'values set without an event survive a redraw, and are sent: $form',
  async ({ fill, open, expected }) => {
    const { submit, sent } = await open();
    for (const [label, value] of Object.entries(fill)) setSilently(fieldOf(label), value);
    await redraw();
    for (const [label, value] of Object.entries(fill)) expect(fieldOf(label)).toHaveValue(value);
    await submit();
    await waitFor(() => expect(sent()).toMatchObject(expected as object));
  },
);

test('each second of a countdown leaves a password that was set without an event', async () => {
  const { user, platform, sent } = await atSignIn();
  platform.on(login, () => ({ code: 429, msg: 'Too many', data: { retryAfterMs: 2_000 } }));
  for (const [label, value] of Object.entries({ Account: '7', Password: 'wrong' })) {
    await user.click(fieldOf(label));
    await user.paste(value);
  }
  await user.click(press('Log in'));
  await screen.findByRole('button', { name: 'Try again in 0:02' });
  platform.usually(login);
  setSilently(fieldOf('Password'), 'Cloudroom2026');
  await screen.findByRole('button', { name: 'Log in' }, { timeout: 5_000 });
  expect(fieldOf('Password')).toHaveValue('Cloudroom2026');
  await user.click(press('Log in'));
  await waitFor(() => expect(sent(login)).toMatchObject({ password: 'Cloudroom2026' }));
});

test('a password that was set while the last one was being refused stays, and is sent next', async () => {
  const { user, platform, sent } = await atSignIn();
  platform.on(login, () => ({ code: 1_002_000_000, msg: 'Wrong account or password', data: null }));
  const answer = platform.hold(login);
  for (const [label, value] of Object.entries({ Account: '7', Password: 'wrong' })) {
    await user.click(fieldOf(label));
    await user.paste(value);
  }
  await user.click(press('Log in'));
  setSilently(fieldOf('Password'), 'Cloudroom2026');
  answer();
  await screen.findByText('Wrong account or password');
  expect(fieldOf('Password')).toHaveValue('Cloudroom2026');
  await user.click(press('Log in'));
  await waitFor(() => expect(sent(login)).toMatchObject({ password: 'Cloudroom2026' }));
});

test('a puzzle that comes and goes leaves what was set without an event', async () => {
  const { user, platform } = await atSignIn();
  const piece = { originalImageBase64: '', jigsawImageBase64: '', token: 't', secretKey: '' };
  platform.on('/system/captcha/get', () => ({ repCode: '0000', repData: piece }));
  const answer = platform.hold('/system/captcha/get');
  await user.click(screen.getByRole('tab', { name: 'SMS code' }));
  await user.click(fieldOf('Mobile number'));
  await user.paste(mobile);
  await user.click(press('Send code'));
  setSilently(fieldOf('Code'), '1234');
  answer();
  const slider = await screen.findByRole('slider', { name: 'Slide to complete the puzzle' });
  await waitFor(() => expect(slider).toBeEnabled());
  await user.click(press('Cancel'));
  expect(fieldOf('Mobile number')).toHaveValue(mobile);
  expect(fieldOf('Code')).toHaveValue('1234');
  expect(fieldOf('Code')).toHaveFocus();
});

test('a locked screen is unlocked by its own account, whichever a password manager sets', async () => {
  const { user, sent } = await atLock('doctor03');
  setSilently(fieldOf('Account'), 'doctor99');
  setSilently(fieldOf('Password'), 'Cloudroom2026');
  await user.click(press('Unlock'));
  await waitFor(() => expect(sent(login)).toMatchObject({ username: 'doctor03', password: 'Cloudroom2026' }));
});

test('a locked screen keeps a password while its person looks at the form for a code', async () => {
  const { user, platform } = await atLock();
  platform.on(login, () => ({ code: 429, msg: 'Later', data: { retryAfterMs: 600_000 } }));
  for (const [label, value] of Object.entries(account)) setSilently(fieldOf(label), value);
  await user.click(press('Unlock'));
  await user.click(await screen.findByRole('button', { name: 'SMS code', hidden: true }));
  await user.click(press('Password'));
  expect(fieldOf('Password')).toHaveValue('Cloudroom2026');
});

test('mobile numbers and codes are taken in full-width digits', async () => {
  const { user, sent } = await atSignIn();
  await user.click(screen.getByRole('tab', { name: 'SMS code' }));
  setSilently(fieldOf('Mobile number'), '１３９ ００００ ０００２');
  setSilently(fieldOf('Code'), '１２３４');
  await user.click(press('Log in'));
  await waitFor(() => expect(sent(smsLogin)).toMatchObject({ mobile, code: '1234' }));
});

test('no form holds the value of a field that a password manager fills in', () => {
  const kinds = /autoComplete="(username|current-password|new-password|one-time-code|tel-national)"/;
  const folder = 'src/screens';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const fields = files.flatMap((file) =>
    (readFileSync(join(folder, file), 'utf8').match(/<(TextField|Input)\b[\s\S]*?\/>\n/g) ?? [])
      .filter((field) => kinds.test(field) && /\svalue=/.test(field))
      .map((field) => [file, field]),
  );
  expect(fields).toEqual([]);
});
