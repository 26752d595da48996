import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { Departments } from '../../../src/screens/administration/Departments.tsx';
import { Hospital } from '../../../src/screens/administration/Hospital.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';
import { hospitalProfile } from '../../support/hospitalProfile.ts';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

const list = [
  { id: 1, name: '内科', nameEn: 'Internal medicine', retired: false, people: 2, version: 10 },
  { id: 2, name: '康复科', nameEn: '', retired: false, people: 0, version: 20 },
  { id: 3, name: '中医科', nameEn: 'Chinese medicine', retired: true, people: 0, version: 30 },
];

const hospital = hospitalProfile;

const openDepartments = (answers: object = {}) =>
  openScreen(<Departments />, {
    path: '/administration/departments',
    answers: { listDepartments: () => list, ...answers },
  });

const openHospital = (answers: object = {}) =>
  openScreen(<Hospital />, { path: '/administration/hospital', answers: { getHospital: () => hospital, ...answers } });

const box = (name: string) => screen.getByRole('textbox', { name });

test('departments are named in the language of the reader, with the other name beside', async () => {
  openDepartments();
  const rows = within(await screen.findByRole('list', { name: 'Departments' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Internal medicine内科2 people/),
    expect.stringMatching(/^康复科0 people/),
    expect.stringMatching(/^Chinese medicine中医科Retired0 people/),
  ]);
  await setLanguage('zh-CN');
  expect(await screen.findByRole('button', { name: '内科' })).toBeVisible();
});

test('a department without a name is not sent; a complete one is', async () => {
  const { user, asked } = openDepartments({ createDepartment: () => ({ id: 4 }) });
  await user.click(await screen.findByRole('button', { name: 'Add a department' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a department' });
  await fillIn(user, box('Name in English'), 'Rehabilitation');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(box('Name')).toHaveFocus());
  expect(box('Name')).toHaveAccessibleDescription('Fill in this field.');
  await fillIn(user, box('Name'), '康复医学科');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('createDepartment')).toMatchObject([{ name: '康复医学科', nameEn: 'Rehabilitation' }]);
});

test('a name that exists is refused at its field, and the input stays', async () => {
  const { user } = openDepartments({
    updateDepartment: () => {
      throw new Refused(400, 'There is a department “内科” already', { field: 'name' });
    },
  });
  await user.click(await screen.findByRole('button', { name: '康复科' }));
  await screen.findByRole('dialog', { name: '康复科' });
  await user.clear(box('Name'));
  await fillIn(user, box('Name'), '内科');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(box('Name')).toHaveAccessibleDescription(/“内科” already/));
  expect(box('Name')).toHaveValue('内科');
});

test('departments are moved, retired and used again', async () => {
  const { user, asked } = openDepartments({
    arrangeDepartments: () => true,
    retireDepartment: () => ({ version: 11 }),
  });
  expect(await screen.findByRole('button', { name: 'Move Internal medicine up' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Move Internal medicine down' }));
  await waitFor(() => expect(asked('arrangeDepartments')).toEqual([{ ids: [2, 1, 3] }]));
  await user.click(screen.getByRole('button', { name: 'Retire 康复科' }));
  await user.click(screen.getByRole('button', { name: 'Use Chinese medicine again' }));
  await waitFor(() =>
    expect(asked('retireDepartment')).toEqual([
      { id: 2, version: 20, retired: true },
      { id: 3, version: 30, retired: false },
    ]),
  );
});

test('a department in which people work is not retired, and the reason is shown', async () => {
  const { user } = openDepartments({
    retireDepartment: () => {
      throw new Refused(900, 'Active staff in this department: 2. Move them first');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Retire Internal medicine' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Active staff in this department: 2');
});

test('the hospital shows its licence, which the operator sets, as the opening and closing of hospitals', async () => {
  openHospital();
  const operator = await screen.findByRole('region', { name: 'Set by the operator of the platform' });
  expect(operator).toHaveTextContent('Only the operator opens or closes a hospital and sets its licence');
  expect(operator).toHaveTextContent(/Licence until.*2027/);
  expect(within(operator).queryByRole('textbox')).toBeNull();
});

test('name and contact are saved with the version that was seen', async () => {
  const { user, asked } = openHospital({ updateHospital: () => ({ version: 4 }) });
  await screen.findByRole('form', { name: 'Name, contact and logo' });
  await user.clear(box('Name'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(box('Name')).toHaveAccessibleDescription('Fill in this field.'));
  await fillIn(user, box('Name'), '演示医院');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked('updateHospital')).toEqual([
      { version: 3, name: '演示医院', nameEn: 'Demo General Hospital', contact: '8001', logo: hospital.logo },
    ]),
  );
});

test('the logo is replaced by an uploaded picture, and removed', async () => {
  const { user, asked } = openHospital({
    uploadFile: () => ({ url: '/files/new.png/new.png?signature=1', name: 'new.png', size: 9, type: 'image/png' }),
    updateHospital: () => ({ version: 4 }),
  });
  const field = within(await screen.findByRole('group', { name: 'Logo' }));
  expect(field.getByRole('img')).toHaveAttribute('src', expect.stringContaining('/files/logo.png/'));
  await user.upload(
    field.getByLabelText('Logo: picture file', { selector: 'input' }),
    new File(['x'], 'new.png', { type: 'image/png' }),
  );
  await waitFor(() =>
    expect(field.getByRole('img')).toHaveAttribute('src', expect.stringContaining('/files/new.png/')),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked('updateHospital')).toMatchObject([{ logo: '/files/new.png/new.png?signature=1' }]));
  await user.click(field.getByRole('button', { name: /Remove/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked('updateHospital').at(-1)).toMatchObject({ logo: null }));
});

test('a logo that is refused says why at its field', async () => {
  const { user } = openHospital({
    updateHospital: () => {
      throw new Refused(900, 'A logo has at most 1024 × 1024 pixels and 512 KiB', { field: 'logo' });
    },
  });
  const field = await screen.findByRole('group', { name: 'Logo' });
  await user.click(within(field).getByRole('button', { name: /Remove/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await within(field).findByRole('alert')).toHaveTextContent('A logo has at most 1024 × 1024 pixels');
});

test('after a conflict what was typed about the hospital stays', async () => {
  let version = 3;
  const { user, asked } = openHospital({
    getHospital: () => ({ ...hospital, version }),
    updateHospital: ({ version: seen }: { version: number }) => {
      if (seen === 4) return { version: 5 };
      version = 4;
      throw new Refused(409, 'Somebody else has changed the hospital');
    },
  });
  await screen.findByRole('form', { name: 'Name, contact and logo' });
  await user.type(box('Contact of the administration'), '2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has changed the hospital');
  expect(box('Contact of the administration')).toHaveValue('80012');
  await waitFor(() => expect(asked('getHospital')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked('updateHospital').at(-1)).toMatchObject({ version: 4, contact: '80012' }));
});

test('departments are loaded again after a change without an answer, which may have been made', async () => {
  const { user, asked } = openDepartments();
  await user.click(await screen.findByRole('button', { name: 'Retire 康复科' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(asked('listDepartments')).toHaveLength(2));
});
