import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refused } from '../../support/fakeApp.tsx';
import { form, open, save } from './personalScreen.tsx';

test('the profile shows the stored data beside the hospital’s data', async () => {
  open();
  const profile = await form('Profile');
  expect(within(profile).getByRole('textbox', { name: 'Name' })).toHaveValue('Lin Yue');
  expect(within(profile).getByRole('img', { name: 'Photo, picture 1' })).toHaveAttribute('src', '/files/old.png');
  await waitFor(() =>
    expect(within(profile).getByRole('combobox', { name: 'District' })).toHaveDisplayValue('Dongcheng'),
  );
  const facts = screen.getByRole('region', { name: 'Kept by the hospital' });
  expect(facts).toHaveTextContent(/Chief physician.*Unknown \(9\).*138\*\*\*\*0001/);
});

test('only changed fields are sent', async () => {
  const { user, asked, said } = open();
  const profile = await form('Profile');
  await user.type(within(profile).getByRole('textbox', { name: 'Introduction' }), 'Hello');
  await waitFor(() => expect(within(profile).getByRole('combobox', { name: 'District' })).toBeEnabled());
  await user.selectOptions(within(profile).getByRole('combobox', { name: 'Province' }), 'Tianjin');
  await user.selectOptions(within(profile).getByRole('combobox', { name: 'City' }), 'Tianjin City');
  await user.click(save(profile));
  await waitFor(() => expect(said).toEqual(['Your profile was saved.']));
  expect(asked('updateInfo')).toEqual([{ introduction: 'Hello', areaId: 120100 }]);
});

test('a profile without a name is not saved, and a refused one keeps its input', async () => {
  const { user, asked } = open('', {
    updateInfo: () => {
      throw new Refused(400, 'This name is not possible');
    },
  });
  const profile = await form('Profile');
  const name = within(profile).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(save(profile));
  await waitFor(() => expect(name).toHaveAccessibleDescription('Fill in this field.'));
  expect(asked('updateInfo')).toEqual([]);
  await user.type(name, 'Dr Who');
  await user.click(save(profile));
  expect(await within(profile).findByRole('alert')).toHaveTextContent('This name is not possible');
  expect(name).toHaveValue('Dr Who');
});

test('a region that was chosen by mistake can be emptied again', async () => {
  const { user, asked } = open();
  const profile = await form('Profile');
  const province = await within(profile).findByRole('combobox', { name: 'Province' });
  await waitFor(() => expect(province).toHaveValue('110000'));
  await user.selectOptions(province, '');
  await user.click(save(profile));
  await waitFor(() => expect(asked('updateInfo')).toEqual([{ areaId: null }]));
});
