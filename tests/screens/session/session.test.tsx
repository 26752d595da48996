import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RequireRole } from '../../../src/screens/session/RequireRole.tsx';
import { RequireSession, SessionPage } from '../../../src/screens/session/SessionPage.tsx';
import type { RememberedForm } from '../../../src/services/rememberedForm.ts';
import { giveBoxes } from '../../support/laidOut.ts';
import { fillIn } from '../../support/render.tsx';
import { showOver } from '../../support/sessionScreen.tsx';
import { sessionWorld } from '../../support/sessionWorld.ts';

const refresh = '/doctor/auth/refresh-token';

const forReviewer = { role: 'reviewer' } as const;
const forDoctor = { role: 'doctor' } as const;

function Address() {
  const { pathname, search } = useLocation();
  return <p>{`sign in at ${pathname}${search}`}</p>;
}

const pages = (
  <SessionPage>
    <Routes>
      <Route path="/login" element={<Address />} />
      <Route
        path="/prescriptionTask"
        element={
          <RequireSession>
            <RequireRole {...forReviewer}>
              <p>reviews</p>
            </RequireRole>
          </RequireSession>
        }
      />
      <Route
        path="*"
        element={
          <RequireSession>
            <RequireRole {...forDoctor}>
              <label>
                <span>Note</span> <input />
              </label>
            </RequireRole>
          </RequireSession>
        }
      />
    </Routes>
  </SessionPage>
);

async function signedIn(path = '/cloudRoom?tab=1') {
  const world = sessionWorld();
  const tab = await world.signedInTab();
  return { ...world, tab, ...showOver(tab, pages, path) };
}

async function expired() {
  const at = await signedIn();
  await fillIn(at.user, screen.getByRole('textbox', { name: 'Note' }), 'half a sentence');
  at.platform.expireAccess();
  at.platform.on(refresh, () => ({ code: 401, msg: '刷新令牌已过期', data: null }));
  await act(async () => void (await at.tab.api.getQualification({})));
  await screen.findByRole('alertdialog', { name: 'Session expired' });
  return at;
}

test('a visitor without a session is sent to sign in and then back', async () => {
  const world = sessionWorld();
  showOver(await world.openTab(), pages, '/cloudRoom?tab=1#x');
  expect(await screen.findByText('sign in at /login?redirect=%2FcloudRoom%3Ftab%3D1%23x')).toBeVisible();
});

test('after signing out the next user does not open the previous user’s page', async () => {
  const { tab } = await signedIn();
  act(() => tab.session.send({ type: 'logout.requested' }));
  expect(await screen.findByText('sign in at /login')).toBeVisible();
});

test('a doctor on a reviewer’s page reads which role it needs, and may go home or log in as somebody else', async () => {
  const { user } = await signedIn('/prescriptionTask');
  expect(await screen.findByRole('heading', { name: 'No permission' })).toBeVisible();
  expect(screen.getByText(/^This page is for reviewers\. .+ is logged in with the role of a doctor\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  await user.click(screen.getByRole('button', { name: 'Log in with another account' }));
  expect(await screen.findByText('sign in at /login')).toBeVisible();
});

test('an expired session asks once, and the page behind it is unchanged', async () => {
  const { user } = await expired();
  expect(screen.getByRole('button', { name: 'Log in again' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('half a sentence');
  expect(screen.getByRole('region', { name: 'Session expired' })).toHaveTextContent('You are logged out.');
});

test('the notice of an expired session starts on no button and ignores the keys of the first second', async () => {
  giveBoxes();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { user, tab } = await expired();
  const dialog = screen.getByRole('alertdialog', { name: 'Session expired' });
  await waitFor(() => expect(dialog).toHaveFocus());
  await user.keyboard('{Tab}{Enter} {Escape}');
  expect(dialog).toBeVisible();
  expect(tab.visited).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  within(dialog).getByRole('button', { name: 'Log in again' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(tab.visited).toContain('reload'));
});

test('"log in again" opens the sign-in page with the reason', async () => {
  const { user, tab } = await expired();
  await user.click(screen.getByRole('button', { name: 'Log in again' }));
  await waitFor(() => expect(tab.visited).toEqual(['/login?why=expired', 'reload']));
});

test('after "cancel" the same doctor signs in in place and loses no text', async () => {
  const { user, platform } = await expired();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const bar = await screen.findByRole('region', { name: 'Session expired' });
  await user.click(within(bar).getByRole('button', { name: 'Log in again' }));
  platform.usually(refresh);
  await user.type(await screen.findByRole('textbox', { name: 'Account' }), '7');
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('half a sentence');
  expect(screen.queryByRole('region', { name: 'Session expired' })).toBeNull();
});

test('an unreachable platform does not end the session, and "try again" continues', async () => {
  const at = await signedIn();
  at.platform.expireAccess();
  at.platform.on(refresh, () => '<html>');
  at.platform.on(refresh, () => ({ code: 503, msg: '', data: null }));
  await act(async () => void (await at.tab.api.getQualification({})));
  await at.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  at.platform.usually(refresh);
  await at.user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Session expired' })).toBeNull());
});

/** The button of the form that the locked screen shows; this DOM takes its dialog for hidden. */
const unlock = () =>
  screen
    .getAllByRole('button', { name: 'Unlock', hidden: true })
    .find((button) => button.closest('[hidden]') === null) ?? document.body;

test('a locked screen shows nothing of the page, and unlocking loses no text', async () => {
  const { user, tab } = await signedIn();
  await fillIn(user, screen.getByRole('textbox', { name: 'Note' }), 'half a sentence');
  await user.click(document.body);
  await act(async () => tab.session.send({ type: 'lock.requested' }));
  expect(await screen.findByRole('heading', { name: 'Screen locked', hidden: true })).toBeInTheDocument();
  expect(document.documentElement.dataset.locked).toBe('');
  await user.type(screen.getByLabelText(/^Account/), '7');
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'x');
  await user.click(unlock());
  await waitFor(() => expect(screen.queryByText('Screen locked')).toBeNull());
  expect(document.documentElement.dataset.locked).toBeUndefined();
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('half a sentence');
});

test('a screen that locks while a person types ignores the keys of the first second', async () => {
  const { user, tab, platform } = await signedIn();
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'half');
  await act(async () => tab.session.send({ type: 'lock.requested' }));
  await waitFor(() => expect(screen.getByLabelText(/^Account/)).toHaveFocus());
  await user.keyboard(' a sentence{Enter}');
  expect(screen.getByLabelText(/^Account/)).toHaveValue('');
  expect(platform.calls('/doctor/auth/login')).toEqual([]);
});

test('a locked screen uses no remembered password, and unlocking does not change it', async () => {
  const { user, tab } = await signedIn();
  const form = tab.entrance.remembered as RememberedForm;
  await form.remember('1', { username: '7', password: 'kept' });
  tab.window.localStorage.setItem('LOGIN_NAME', '7');
  const decrypted = vi.spyOn(crypto.subtle, 'decrypt');
  await act(async () => tab.session.send({ type: 'lock.requested' }));
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'x');
  await user.click(unlock());
  await waitFor(() => expect(screen.queryByText('Screen locked')).toBeNull());
  expect(decrypted.mock.calls).toEqual([]);
  decrypted.mockRestore();
  expect(await form.recall('1')).toEqual({ username: '7', password: 'kept' });
});

test('a locked screen that accepts no password is unlocked by a code and loses no text', async () => {
  const { user, tab, platform } = await signedIn();
  await fillIn(user, screen.getByRole('textbox', { name: 'Note' }), 'half a sentence');
  platform.on('/doctor/auth/login', () => ({ code: 1_002_016_002, msg: 'A code is needed', data: null }));
  platform.on('/doctor/auth/sms-login', () => ({ code: 200, data: platform.tokensOf('7') }));
  await user.click(document.body);
  await act(async () => tab.session.send({ type: 'lock.requested' }));
  await user.type(screen.getByLabelText(/^Account/), '7');
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'x');
  await user.click(unlock());
  const mobile = await screen.findByLabelText(/^Mobile number/);
  expect(mobile).toHaveFocus();
  await fillIn(user, mobile, '13800138000');
  await user.type(screen.getByLabelText(/^Code/), '123456');
  await user.click(unlock());
  await waitFor(() => expect(screen.queryByText('Screen locked')).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('half a sentence');
});

test('a locked screen that accepts no password offers a code and a way back', async () => {
  const { user, tab, platform } = await signedIn();
  const later = { code: 429, msg: 'Later', data: { retryAfterMs: 600_000, seconds: 600 } };
  platform.on('/doctor/auth/login', () => later);
  await act(async () => tab.session.send({ type: 'lock.requested' }));
  await user.type(screen.getByLabelText(/^Account/), '7');
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'x');
  await user.click(unlock());
  expect(await screen.findByRole('button', { name: 'Try again in 10:00', hidden: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.click(screen.getByRole('button', { name: 'SMS code', hidden: true }));
  expect(screen.getByLabelText(/^Mobile number/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Password', hidden: true }));
  expect(screen.getByLabelText(/^Password/, { selector: 'input' })).toBeInTheDocument();
});

test('a warning precedes the lock', async () => {
  const { tab } = await signedIn();
  await act(async () => tab.session.send({ type: 'idle.near' }));
  expect(screen.getByRole('alert')).toHaveTextContent('The screen locks in 2 minutes.');
  await act(async () => tab.session.send({ type: 'idle.resumed' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('when another doctor signs in in another tab, this page closes first', async () => {
  const { user, tab, openTab, signIn } = await signedIn();
  const other = await openTab({ path: '/login' });
  await act(() => signIn(other, '8'));
  expect(await screen.findByText('Another person has logged in')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(tab.visited).toEqual(['/']));
});

test.each([
  ['No hospital at this address', () => ({ code: 200, msg: '', data: null })],
  ['This hospital is closed here', () => ({ code: 1_002_015_001, msg: '', data: null })],
  ['The licence of this hospital has ended', () => ({ code: 1_002_015_002, msg: '', data: null })],
  ['The hospital cannot be reached', () => ({ code: 500, msg: '', data: null })],
])('%s: a page of its own, without a sign-in form', async (title, answer) => {
  const world = sessionWorld();
  world.platform.on('/system/tenant/get-by-website', answer);
  const { user } = showOver(await world.openTab(), pages, '/login');
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.queryByText(/sign in at/)).toBeNull();
  world.platform.usually('/system/tenant/get-by-website');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('sign in at /login')).toBeVisible();
});
