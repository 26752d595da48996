import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { form, open } from './personalScreen.tsx';

test('a tab loads when opened and keeps its input while another one is open', async () => {
  const { user, asked } = open();
  const profile = await form('Profile');
  await user.type(within(profile).getByRole('textbox', { name: 'Name' }), '!');
  expect(asked('getQualification')).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Qualification' }));
  await form('Qualification');
  await user.click(screen.getByRole('tab', { name: 'Profile' }));
  expect(await within(profile).findByRole('textbox', { name: 'Name' })).toHaveValue('Lin Yue!');
});

test('a new appearance applies at once', async () => {
  const { user, appearance$ } = open('?tab=appearance');
  await user.click(screen.getByRole('radio', { name: 'Compact' }));
  await user.click(screen.getByRole('radio', { name: 'Large' }));
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(appearance$.value).toMatchObject({ density: 'compact', fontSize: 'l', theme: 'dark' });
});

test('a reviewer has a profile without certificates and without what patients read', async () => {
  open('?tab=qualification', {}, true);
  const profile = await form('Profile');
  expect(within(profile).getByRole('textbox', { name: 'Name' })).toHaveValue('Lin Yue');
  expect(within(profile).queryByRole('textbox', { name: 'Special skills' })).toBeNull();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).not.toContain('Qualification');
});
