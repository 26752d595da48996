import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { Login } from '../../../src/screens/login/Login.tsx';
import { fillIn } from '../../support/render.tsx';
import { showOver } from '../../support/sessionScreen.tsx';
import { sessionWorld } from '../../support/sessionWorld.ts';
import { setSilently } from '../../support/silentFill.ts';

const loginPath = '/doctor/auth/login';

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

async function atLogin(path = '/login', world = sessionWorld()) {
  const tab = await world.openTab({ path });
  const shown = showOver(
    tab,
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    path,
  );
  await screen.findByRole('textbox', { name: 'Account' });
  return { ...world, ...shown, tab };
}
const account = () => screen.getByRole('textbox', { name: 'Account' });
const password = () => screen.getByLabelText(/^Password/, { selector: 'input' });
const device = expect.stringMatching(/^[\da-f]{32}$/);
const logIn = () => screen.getByRole('button', { name: 'Log in' });

async function enters({ user }: Awaited<ReturnType<typeof atLogin>>, name = '7', secret = 'Cloudroom2026') {
  await user.clear(account());
  await user.paste(name);
  await user.clear(password());
  await user.paste(secret);
  await user.click(logIn());
}

beforeEach(() => localStorage.clear());

test('signing in with a password opens the home page', async () => {
  const at = await atLogin();
  await enters(at);
  expect(await screen.findByText('at /')).toBeVisible();
  expect(at.platform.calls(loginPath)[0]?.body).toEqual({ username: '7', password: 'Cloudroom2026', device });
});

test('what a password manager set without an event is sent, and the account is where the page begins', async () => {
  const at = await atLogin();
  await waitFor(() => expect(account()).toHaveFocus());
  setSilently(account(), 'doctor03');
  setSilently(password(), 'Cloudroom2026');
  await at.user.click(logIn());
  await waitFor(() =>
    expect(at.platform.calls(loginPath)[0]?.body).toMatchObject({ username: 'doctor03', password: 'Cloudroom2026' }),
  );
});

test.each([
  ['/login?why=expired&redirect=%2FcloudRoom', 'Your session has expired. Log in to go on.'],
  ['/login?redirect=%2FcloudRoom', 'Log in to open the page that you asked for.'],
])('the sign-in page says why it was opened: %s', async (path, text) => {
  await atLogin(path);
  expect(screen.getByText(text)).toBeVisible();
});

test('this browser sends the same device secret at every sign-in', async () => {
  const world = sessionWorld();
  const first = await atLogin('/login', world);
  await enters(first);
  await screen.findByText('at /');
  first.tab.session.send({ type: 'logout.requested' });
  first.unmount();
  await enters(await atLogin('/login', world));
  await screen.findByText('at /');
  const named = world.platform.calls(loginPath).map(({ body }) => (body as { device: string }).device);
  expect(named).toEqual([named[0], named[0]]);
});

test.each([true, 1, '1'])('a reviewer (isAuditor %j) lands on the review queue', async (isAuditor) => {
  const at = await atLogin();
  at.platform.on('/doctor/auth/get-doctor-info', () =>
    at.platform.ok({ memberAccountId: '7', doctorId: '7', name: 'Sun Wei', isAuditor }),
  );
  await enters(at);
  expect(await screen.findByText('at /prescriptionTask')).toBeVisible();
});

test('a page of the product requested before sign-in replaces the first screen', async () => {
  await enters(await atLogin('/login?redirect=%2FcloudRoom%3Ftab%3D1'));
  expect(await screen.findByText('at /cloudRoom?tab=1')).toBeVisible();
});

test('a URL on another site never does', async () => {
  await enters(await atLogin('/login?redirect=%2F%2Fevil.example'));
  expect(await screen.findByText('at /')).toBeVisible();
});

test.each([
  ['/files/a.png/logo.png?expires=0', 'https://files.example/files/a.png/logo.png?expires=0'],
  ['https://other.example/logo.png', 'https://other.example/logo.png'],
])('the logo %s of the hospital is shown, and that of the product where it cannot be loaded', async (sent, address) => {
  const world = sessionWorld();
  const name = 'Demo General Hospital';
  world.platform.on('/system/tenant/get-by-website', () =>
    world.platform.ok({ name, systemTenantId: '1', logo: sent }),
  );
  const { container } = await atLogin('/login', world);
  const header = within(container.querySelector('header') ?? container);
  const logo = header.getByRole('presentation');
  expect(logo).toHaveAttribute('src', address);
  fireEvent.error(logo);
  expect(header.queryByRole('presentation')).toBeNull();
  expect(container.querySelector('header > svg')).not.toBeNull();
});

test('an account that fails to load does not prevent sign-in', async () => {
  const at = await atLogin();
  at.platform.on('/doctor/auth/get-doctor-info', () => ({ code: 500, msg: '', data: null }));
  await enters(at);
  expect(await screen.findByText('at /')).toBeVisible();
  await waitFor(() => expect(at.platform.calls('/system/dict-data/get-by-dict-type')).toHaveLength(12));
  expect(at.tab.toasts).toEqual([]);
});

test('a wrong password is reported at the field, without a toast, and the account is kept', async () => {
  const at = await atLogin();
  at.platform.on(loginPath, () => ({ code: 1_002_000_000, msg: 'Wrong account or password', data: null }));
  await enters(at);
  expect(await screen.findByText('Wrong account or password')).toBeVisible();
  expect(password()).toHaveAccessibleDescription('Wrong account or password');
  expect(account()).toHaveValue('7');
  expect(at.tab.toasts).toEqual([]);
});

test('an empty form is not sent and says what is missing', async () => {
  const { user, platform } = await atLogin();
  await user.click(logIn());
  expect(account()).toHaveAccessibleDescription('Enter your account.');
  expect(password()).toHaveAccessibleDescription('Enter your password.');
  expect(platform.calls(loginPath)).toEqual([]);
});

test('a second click while signing in sends nothing', async () => {
  const at = await atLogin();
  const answer = at.platform.hold(loginPath);
  await enters(at);
  await at.user.click(logIn());
  answer();
  await screen.findByText('at /');
  expect(at.platform.calls(loginPath)).toHaveLength(1);
});

test('password managers recognise the form, and the password can be revealed', async () => {
  const { user } = await atLogin();
  expect([account().getAttribute('autocomplete'), password().getAttribute('autocomplete')]).toEqual([
    'username',
    'current-password',
  ]);
  await user.type(password(), 'secret');
  expect(password()).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password()).toHaveAttribute('type', 'text');
});

test('a password is remembered only on request and then fills the form the next time', async () => {
  const world = sessionWorld();
  const first = await atLogin('/login', world);
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked();
  await first.user.click(screen.getByRole('checkbox', { name: 'Remember me' }));
  await enters(first);
  await screen.findByText('at /');
  first.tab.session.send({ type: 'logout.requested' });
  first.unmount();
  await atLogin('/login', world);
  expect(account()).toHaveValue('7');
  expect(password()).toHaveValue('Cloudroom2026');
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
});

test('a remembered password is filled in but cannot be revealed', async () => {
  const world = sessionWorld();
  const first = await atLogin('/login', world);
  await first.user.click(screen.getByRole('checkbox', { name: 'Remember me' }));
  await enters(first);
  await screen.findByText('at /');
  first.tab.session.send({ type: 'logout.requested' });
  first.unmount();
  const { user } = await atLogin('/login', world);
  expect(screen.queryByRole('button', { name: 'Show password' })).toBeNull();
  await user.clear(password());
  await user.type(password(), 'my own');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password()).toHaveAttribute('type', 'text');
  await user.clear(password());
  await user.type(password(), 'Cloudroom2026');
  expect(password()).toHaveAttribute('type', 'password');
});

test('clearing the checkbox forgets the password at once', async () => {
  const world = sessionWorld();
  const first = await atLogin('/login', world);
  await first.user.click(screen.getByRole('checkbox', { name: 'Remember me' }));
  await enters(first);
  await screen.findByText('at /');
  first.tab.session.send({ type: 'logout.requested' });
  first.unmount();
  const second = await atLogin('/login', world);
  await second.user.click(screen.getByRole('checkbox', { name: 'Remember me' }));
  await waitFor(async () => expect(await second.tab.entrance.remembered.unavailable).toBeNull());
  second.unmount();
  await atLogin('/login', world);
  await waitFor(() => expect(account()).toHaveValue(''));
});

test('sign-in by code: a puzzle solved by keyboard, the code, and a minute before the next one', async () => {
  const { user, platform } = await atLogin();
  const piece = { originalImageBase64: '', jigsawImageBase64: '', token: 't', secretKey: '' };
  platform.on('/system/captcha/get', () => ({ repCode: '0000', repData: piece }));
  platform.on('/system/captcha/check', () => ({ repCode: '0000', repData: { result: true } }));
  platform.on('/doctor/auth/send-sms-code', () => platform.ok(true));
  platform.on('/doctor/auth/sms-login', () => ({ code: 200, data: platform.tokensOf('7') }));
  await user.click(screen.getByRole('tab', { name: 'SMS code' }));
  const panel = within(await screen.findByRole('tabpanel', { name: 'SMS code' }));
  await user.click(panel.getByRole('button', { name: 'Send code' }));
  expect(panel.getByRole('textbox', { name: 'Mobile number' })).toHaveAccessibleDescription(
    'Enter your mobile number.',
  );
  await user.type(panel.getByRole('textbox', { name: 'Mobile number' }), '138 0013 8000');
  await user.click(panel.getByRole('button', { name: 'Send code' }));
  const slider = await screen.findByRole('slider', { name: 'Slide to complete the puzzle' });
  await waitFor(() => expect(slider).toBeEnabled());
  slider.focus();
  fireEvent.change(slider, { target: { value: '84' } });
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The code has been sent to 13800138000.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send again in 60\u00a0s' })).toBeDisabled();
  expect(await screen.findByRole('button', { name: 'Send again in 59\u00a0s' }, { timeout: 3_000 })).toBeDisabled();
  expect(platform.calls('/doctor/auth/send-sms-code')[0]?.body).toEqual({
    mobile: '13800138000',
    scene: 1,
    captchaVerification: 't---{"x":84,"y":5}',
    device,
  });
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '1234');
  await user.click(logIn());
  expect(await screen.findByText('at /')).toBeVisible();
});

const tooMany = (retryAfterMs: number) => ({
  code: 429,
  msg: 'Too many wrong passwords',
  data: { retryAfterMs },
});

test('after too many wrong passwords the form says so, counts down and sends nothing until then', async () => {
  const at = await atLogin();
  at.platform.on(loginPath, () => tooMany(40_000));
  await enters(at);
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many wrong passwords');
  expect(screen.getByRole('button', { name: 'Try again in 0:40' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Try again in 0:40' })).toHaveFocus();
  expect(await screen.findByRole('button', { name: 'Try again in 0:39' }, { timeout: 3_000 })).toBeVisible();
  await at.user.type(password(), '{Enter}');
  expect(at.platform.calls(loginPath)).toHaveLength(1);
  expect(at.tab.toasts).toEqual([]);
});

test('after the countdown the same password can be sent again', async () => {
  const at = await atLogin();
  at.platform.on(loginPath, () => tooMany(1_000));
  await enters(at);
  await screen.findByRole('button', { name: 'Try again in 0:01' });
  at.platform.usually(loginPath);
  await at.user.click(await screen.findByRole('button', { name: 'Log in' }, { timeout: 3_000 }));
  expect(await screen.findByText('at /')).toBeVisible();
});

test('during the countdown an SMS code that is pasted with a space signs in', async () => {
  const at = await atLogin();
  at.platform.on(loginPath, () => tooMany(40_000));
  at.platform.on('/doctor/auth/sms-login', () => ({ code: 200, data: at.platform.tokensOf('7') }));
  await enters(at);
  await screen.findByRole('alert');
  await at.user.click(screen.getByRole('tab', { name: 'SMS code' }));
  await fillIn(at.user, screen.getByRole('textbox', { name: 'Mobile number' }), '13800138000');
  await at.user.click(screen.getByRole('textbox', { name: 'Code' }));
  await at.user.paste('123 456');
  await at.user.click(logIn());
  expect(await screen.findByText('at /')).toBeVisible();
  expect(at.platform.calls('/doctor/auth/sms-login')[0]?.body).toEqual({
    mobile: '13800138000',
    code: '123456',
    device,
  });
});

test('an account that accepts no password opens the form for a code, which is focused and says why', async () => {
  const at = await atLogin();
  at.platform.on(loginPath, () => ({ code: 1_002_016_002, msg: 'A code is needed', data: null }));
  await enters(at);
  expect(await screen.findByRole('alert')).toHaveTextContent('A code is needed');
  expect(screen.getByRole('tab', { name: 'SMS code' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('textbox', { name: 'Mobile number' })).toHaveFocus();
  await fillIn(at.user, screen.getByRole('textbox', { name: 'Mobile number' }), '13800138000');
  await at.user.type(screen.getByRole('textbox', { name: 'Code' }), '123456');
  at.platform.on('/doctor/auth/sms-login', () => ({ code: 1_002_014_000, msg: 'The code is not correct', data: null }));
  await at.user.click(logIn());
  expect(await screen.findByText('The code is not correct')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Mobile number' })).toHaveValue('13800138000');
});

test('a sign-in in another tab signs in this one too', async () => {
  const world = sessionWorld();
  await atLogin('/login', world);
  const other = await world.openTab({ path: '/login' });
  await world.signIn(other, '7');
  expect(await screen.findByText('at /')).toBeVisible();
});

test('a forgotten password: number, code, a new password twice, and back to the form', async () => {
  const { user, platform } = await atLogin();
  platform.on('/doctor/auth/validate-sms-code', () => platform.ok(true));
  platform.on('/doctor/info/updatePassword', () => platform.ok(true));
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await fillIn(user, screen.getByRole('textbox', { name: 'Mobile number' }), '13800138000');
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '1234');
  await fillIn(user, screen.getByLabelText(/^New password/), 'Cloudroom2027');
  await fillIn(user, screen.getByLabelText(/^Repeat/), 'Cloudroom2028');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText(/^Repeat/)).toHaveAccessibleDescription('The two passwords are not the same.');
  await user.clear(screen.getByLabelText(/^Repeat/));
  await fillIn(user, screen.getByLabelText(/^Repeat/), 'Cloudroom2027');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your password has been changed. Log in with the new one.')).toBeVisible();
  expect(platform.calls('/doctor/info/updatePassword')[0]?.body).toEqual({
    mobile: '13800138000',
    code: '1234',
    password: 'Cloudroom2027',
    device,
  });
});
