import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SigningDialog } from '../../../src/screens/prescription/SigningDialog.tsx';
import { fakeApp } from '../../support/fakeApp.tsx';
import { giveBoxes } from '../../support/laidOut.ts';
import { show } from '../../support/render.tsx';

function dialog(answer: string | null) {
  const sent: string[] = [];
  const state = { cancelled: 0 };
  const submit = async (password: string) => {
    sent.push(password);
    return answer;
  };
  const cancel = () => {
    state.cancelled += 1;
  };
  const shown = show(fakeApp().within(<SigningDialog request={{ submit, cancel }} />));
  return { ...shown, sent, state };
}

const password = () => screen.findByLabelText(/Password/);
const sign = () => screen.getByRole('button', { name: 'Sign' });

test('Enter in the password signs', async () => {
  const { user, sent } = dialog(null);
  await user.type(await password(), 'Cloudroom2026{Enter}');
  expect(sent).toEqual(['Cloudroom2026']);
});

test('whoever does not type begins in the password', async () => {
  giveBoxes();
  dialog(null);
  await waitFor(async () => expect(await password()).toHaveFocus());
});

test('an empty password is refused at its field', async () => {
  const { user, sent } = dialog(null);
  await password();
  await user.click(sign());
  expect(screen.getByLabelText(/Password/)).toHaveAccessibleDescription('Enter your password.');
  expect(sent).toEqual([]);
});

test('a refused password is explained at its field and can be typed again', async () => {
  const { user, sent } = dialog('The password is wrong.');
  await user.type(await password(), 'first{Enter}');
  expect(await password()).toHaveAccessibleDescription('The password is wrong.');
  await user.clear(await password());
  await user.type(await password(), 'second{Enter}');
  expect(sent).toEqual(['first', 'second']);
});

test('cancel leaves the prescription unsigned', async () => {
  const { user, state } = dialog(null);
  await password();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(state.cancelled).toBe(1);
});

test('keys of somebody who types elsewhere when the platform asks neither reach the password nor send it', async () => {
  giveBoxes();
  const sent: string[] = [];
  const submit = async (password: string) => {
    sent.push(password);
    return null;
  };
  const request = { submit, cancel: () => {} };
  const { user, rerender } = show(fakeApp().within(<textarea aria-label="Reply" />));
  await user.type(screen.getByLabelText('Reply'), 'Take two');
  rerender(
    fakeApp().within(
      <>
        <textarea aria-label="Reply" />
        <SigningDialog request={request} />
      </>,
    ),
  );
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  await user.keyboard(' tablets{Enter}');
  expect(await password()).toHaveValue('');
  expect(sent).toEqual([]);
});
