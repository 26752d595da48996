import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { Security } from '../../../src/screens/personalData/Security.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';
import { fakeEntrance } from '../../support/fakeEntrance.ts';
import { fillIn } from '../../support/render.tsx';

function open(answers: object = {}) {
  const { sent, forgotten, entrance } = fakeEntrance();
  return { ...openScreen(<Security />, { answers, given: { entrance } }), sent, forgotten };
}

const refusing =
  (code: number, message: string, data: unknown = null) =>
  () => {
    throw new Refused(code, message, data);
  };

const passwords = () => screen.getByRole('form', { name: 'Change password' });
const field = (name: RegExp) => within(passwords()).getByLabelText(name);

async function fillPasswords(user: ReturnType<typeof open>['user'], old: string, next: string, again = next) {
  await fillIn(user, field(/^Current/), old);
  await fillIn(user, field(/^New/), next);
  await fillIn(user, field(/^Repeat/), again);
  await user.click(within(passwords()).getByRole('button', { name: 'Change password' }));
}

test('changing the password clears the form and the password stored on this device', async () => {
  const { user, asked, said, forgotten } = open({ updatePassword: () => true });
  await fillPasswords(user, 'old one', 'correct horse battery');
  await waitFor(() => expect(said).toEqual(['Your password was changed.']));
  expect(asked('updatePassword')).toEqual([
    { oldPassword: 'old one', newPassword: 'correct horse battery', device: 'device' },
  ]);
  expect([(field(/^Current/) as HTMLInputElement).value, forgotten]).toEqual(['', ['form']]);
});

test.each([
  [Code.wrongPassword, /^Current/, 'The current password is not correct'],
  [Code.weakPassword, /^New/, 'This password is too common'],
])('refusal %i is shown under its field, and no input is lost', async (code, name, message) => {
  const { user } = open({ updatePassword: refusing(code, message) });
  await fillPasswords(user, 'old one', 'correct horse battery');
  await waitFor(() => expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(field(/^New/)).toHaveValue('correct horse battery');
});

test.each([
  ['short', 'short', /^New/, 'Use at least 8 characters.'],
  ['long enough', 'long but other', /^Repeat/, 'The two passwords are not the same.'],
  ['', '', /^New/, 'Fill in this field.'],
])('a new password %j repeated as %j is not sent', async (next, again, name, message) => {
  const { user, asked } = open();
  await user.type(field(/^Current/), 'old one');
  if (next) await fillIn(user, field(/^New/), next);
  if (again) await fillIn(user, field(/^Repeat/), again);
  await user.click(within(passwords()).getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(asked('updatePassword')).toEqual([]);
});

const mobiles = () => screen.getByRole('region', { name: 'Change mobile number' });
const box = (name: string) => within(mobiles()).getByRole('textbox', { name });

async function prove(user: ReturnType<typeof open>['user'], mobile: string, code: string, submit: string) {
  await fillIn(user, box('Mobile number'), mobile);
  await user.click(within(mobiles()).getByRole('button', { name: 'Send code' }));
  await within(mobiles()).findByText(`The code has been sent to ${mobile}.`);
  await user.type(box('Code'), code);
  await user.click(within(mobiles()).getByRole('button', { name: submit }));
}

test('the old number is verified, then the new one, linked by the platform’s token', async () => {
  const { user, asked, sent } = open({
    checkMobileCode: () => ({ changeToken: 'word' }),
    resetMobile: () => true,
  });
  await prove(user, '13800000001', '1234', 'Next');
  await waitFor(() => expect(box('Mobile number')).toHaveValue(''));
  await prove(user, '13900000002', '567890', 'Change number');
  expect(await screen.findByText('Codes now go to 13900000002.')).toBeVisible();
  expect(asked('checkMobileCode')).toEqual([{ mobile: '13800000001', code: '1234' }]);
  expect(asked('resetMobile')).toEqual([{ mobile: '13900000002', code: '567890', changeToken: 'word' }]);
  expect(sent.map(({ mobile, scene }) => [mobile, scene])).toEqual([
    ['13800000001', 2],
    ['13900000002', 2],
  ]);
});

test('another code is sent only after a minute', async () => {
  const { user } = open();
  await fillIn(user, box('Mobile number'), '13800000001');
  await user.click(within(mobiles()).getByRole('button', { name: 'Send code' }));
  expect(await within(mobiles()).findByRole('button', { name: 'Send again in 60\u00a0s' })).toBeDisabled();
});

test('a wrong code is shown under its field', async () => {
  const { user } = open({ checkMobileCode: refusing(Code.smsCodeUnknown, 'The code is not correct') });
  await prove(user, '13800000001', '1234', 'Next');
  await waitFor(() => expect(box('Code')).toHaveAccessibleDescription('The code is not correct'));
  expect(box('Mobile number')).toHaveValue('13800000001');
});

test('a number already in use is reported, and another one can be tried', async () => {
  const { user } = open({
    checkMobileCode: () => true,
    resetMobile: refusing(Code.badRequest, 'This mobile number is already in use', { field: 'mobile' }),
  });
  await prove(user, '13800000001', '1234', 'Next');
  await waitFor(() => expect(box('Mobile number')).toHaveValue(''));
  await prove(user, '13900000002', '5678', 'Change number');
  expect(await within(mobiles()).findByRole('alert')).toHaveTextContent('This mobile number is already in use');
  expect(box('Mobile number')).toHaveValue('13900000002');
});

test('when the verification of the old number has expired, the change restarts and says so', async () => {
  const { user } = open({
    checkMobileCode: () => ({ changeToken: 'word' }),
    resetMobile: refusing(Code.changeTokenUnknown, 'Verify the current mobile number first'),
  });
  await prove(user, '13800000001', '1234', 'Next');
  await waitFor(() => expect(box('Mobile number')).toHaveValue(''));
  await prove(user, '13900000002', '5678', 'Change number');
  expect(await within(mobiles()).findByRole('alert')).toHaveTextContent('Verify the current mobile number first');
  expect(within(mobiles()).getByRole('button', { name: 'Next' })).toBeVisible();
});

test('an invalid number or code is not sent', async () => {
  const { user, asked, sent } = open();
  await user.type(box('Mobile number'), '123');
  await user.click(within(mobiles()).getByRole('button', { name: 'Send code' }));
  await user.click(within(mobiles()).getByRole('button', { name: 'Next' }));
  expect(box('Mobile number')).toHaveAccessibleDescription('Enter an 11-digit mobile number.');
  expect([sent, asked('checkMobileCode')]).toEqual([[], []]);
});
