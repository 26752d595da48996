import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Administration } from '../../../src/screens/administration/Administration.tsx';
import { Departments } from '../../../src/screens/administration/Departments.tsx';
import { Hospital } from '../../../src/screens/administration/Hospital.tsx';
import { People } from '../../../src/screens/administration/People.tsx';
import { Login } from '../../../src/screens/login/Login.tsx';
import { FirstPassword } from '../../../src/screens/personalData/FirstPassword.tsx';
import { SigningDialog } from '../../../src/screens/prescription/SigningDialog.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { fakeApp } from '../../support/fakeApp.tsx';
import { fakeEntrance } from '../../support/fakeEntrance.ts';
import { hospitalProfile } from '../../support/hospitalProfile.ts';
import { show } from '../../support/render.tsx';
import { showOver } from '../../support/sessionScreen.tsx';
import { sessionWorld } from '../../support/sessionWorld.ts';
import { setSilently } from '../../support/silentFill.ts';
import { info, open as openPersonalData } from '../personalData/personalScreen.tsx';

/** Sets fields by their labels, as a password manager does that sends no event. */
function fillSilently(values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values))
    setSilently(screen.getByLabelText(new RegExp(`^${label}\\*?$`), { selector: 'input' }), value);
}

const press = (name: string, inside: HTMLElement = document.body) => within(inside).getByRole('button', { name });

async function atSignIn(other: string | null, role = 'button') {
  const world = sessionWorld();
  const { user } = showOver(
    await world.openTab({ path: '/login' }),
    <Routes>
      <Route path="*" element={<Login />} />
    </Routes>,
    '/login',
  );
  await screen.findByRole('textbox', { name: 'Account' });
  if (other) await user.click(screen.getByRole(role, { name: other }));
  return { user, sent: (path: string) => world.platform.calls(path).at(-1)?.body };
}

const identity = { name: 'Lin Yue', nameEn: '', titleCode: 1, deptId: 3, waiting: null, rejected: null };
const riverside = {
  ...{
    id: '2',
    name: '河畔医院',
    nameEn: 'Riverside',
    state: 'open',
    expireTime: null,
    hosts: ['r.example'],
    own: false,
  },
  ...{ staff: { doctors: 0, auditors: 0, administrators: 0 }, version: 3 },
  ...{ sameNames: [], currentHost: null, administered: false, administrators: [] },
};
const operator = {
  getInfo: () => ({ operatesPlatform: true }),
  pageHospitals: () => ({ list: [riverside], total: 1 }),
  getPlatformHospital: () => riverside,
};

async function atHospitals(button: string, answers: object) {
  const opened = openScreen(<Administration />, {
    path: '/administration/hospitals',
    route: '/administration/*',
    answers: { ...operator, ...answers },
  });
  if (button === 'Add an administrator')
    await opened.user.click(await screen.findByRole('button', { name: 'Riverside' }));
  await opened.user.click(await screen.findByRole('button', { name: button }));
  await screen.findByRole('button', { name: /^Create/ });
  return opened;
}

type Row = {
  /** The form's file below `src/screens`. */
  readonly file: string;
  readonly fill: Readonly<Record<string, string>>;
  /** Fills in and submits the form, and returns what the platform was sent. */
  readonly submit: (fill: () => void) => Promise<() => unknown>;
  readonly expected: unknown;
};

const mobile = '13900000002';
const passwords = {
  fill: { 'Current password': 'Kx7-mn2-pq4', 'New password': 'vier Pferde', 'Repeat the new password': 'vier Pferde' },
  expected: { oldPassword: 'Kx7-mn2-pq4', newPassword: 'vier Pferde' },
};

const rows: readonly Row[] = [
  {
    file: 'signIn/PasswordForm.tsx',
    fill: { Account: 'doctor03', Password: 'Cloudroom2026' },
    async submit(fill) {
      const { user, sent } = await atSignIn(null);
      fill();
      await user.click(press('Log in'));
      return () => sent('/doctor/auth/login');
    },
    expected: { username: 'doctor03', password: 'Cloudroom2026' },
  },
  {
    file: 'signIn/SignInForm.tsx',
    fill: { 'Mobile number': mobile, Code: '1234' },
    async submit(fill) {
      const { user, sent } = await atSignIn('SMS code', 'tab');
      fill();
      await user.click(press('Log in'));
      return () => sent('/doctor/auth/sms-login');
    },
    expected: { mobile, code: '1234' },
  },
  {
    file: 'passwordReset/ResetPassword.tsx',
    fill: {
      'Mobile number': mobile,
      Code: '1234',
      'New password': 'vier Pferde',
      'Repeat the new password': 'vier Pferde',
    },
    async submit(fill) {
      const { user, sent } = await atSignIn('Forgot your password?');
      fill();
      await user.click(press('Save'));
      return () => sent('/doctor/auth/validate-sms-code');
    },
    expected: { mobile, code: '1234' },
  },
  {
    file: 'personalData/ChangePassword.tsx',
    ...passwords,
    async submit(fill) {
      const { user, asked } = openScreen(<FirstPassword />, {
        answers: { updatePassword: () => true },
        given: { entrance: fakeEntrance().entrance },
      });
      fill();
      await user.click(press('Change password'));
      return () => asked('updatePassword').at(-1);
    },
  },
  {
    file: 'personalData/ChangeMobile.tsx',
    fill: { 'Mobile number': mobile, Code: '1234' },
    async submit(fill) {
      const { user, asked } = openPersonalData('?tab=security', { checkMobileCode: () => true });
      await screen.findByRole('button', { name: 'Next' });
      fill();
      await user.click(press('Next'));
      return () => asked('checkMobileCode').at(-1);
    },
    expected: { mobile, code: '1234' },
  },
  {
    file: 'personalData/ProfileForm.tsx',
    fill: { Name: 'Lin Yueyue' },
    async submit(fill) {
      const { user, asked } = openPersonalData();
      const form = await screen.findByRole('form', { name: 'Profile' });
      fill();
      await user.click(press('Save', form));
      return () => asked('updateInfo').at(-1);
    },
    expected: { name: 'Lin Yueyue' },
  },
  {
    file: 'personalData/IdentityForm.tsx',
    fill: { Name: 'Lin Yueyue' },
    async submit(fill) {
      const { user, asked } = openPersonalData('', {
        getInfo: () => ({ ...info, identity }),
        requestIdentity: () => ({ state: 'requested' }),
      });
      await screen.findByRole('form', { name: 'Name, title and department' });
      fill();
      await user.click(press('Ask for this change'));
      return () => asked('requestIdentity').at(-1);
    },
    expected: { name: 'Lin Yueyue' },
  },
  {
    file: 'prescription/SigningDialog.tsx',
    fill: { Password: 'Cloudroom2026' },
    async submit(fill) {
      const sent: string[] = [];
      const submit = async (password: string) => {
        sent.push(password);
        return null;
      };
      const { user } = show(fakeApp().within(<SigningDialog request={{ submit, cancel: () => {} }} />));
      await screen.findByLabelText(/Password/);
      fill();
      await user.click(press('Sign'));
      return () => ({ sent });
    },
    expected: { sent: ['Cloudroom2026'] },
  },
  {
    file: 'administration/PersonDialog.tsx',
    fill: { Account: 'auditor09', Name: '李新', 'Mobile number': mobile },
    async submit(fill) {
      const { user, asked } = openScreen(<People />, {
        path: '/administration/people',
        answers: {
          ...{ pageStaff: () => ({ list: [], total: 0 }), listDepartments: () => [], staffSessions: () => [] },
          createStaff: () => ({ id: '9', password: 'Kx7-mn2-pq4' }),
        },
      });
      await user.click(await screen.findByRole('button', { name: 'Add a person' }));
      const dialog = await screen.findByRole('dialog', { name: 'Add a person' });
      await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Role' }), 'Reviewer');
      fill();
      await user.click(press('Create account'));
      return () => asked('createStaff').at(-1);
    },
    expected: { username: 'auditor09', name: '李新', mobile, role: 'auditor' },
  },
  {
    file: 'administration/hospitals/NewHospital.tsx',
    fill: { Name: '新医院', Addresses: 'new.example' },
    async submit(fill) {
      const { user, asked } = await atHospitals('Add a hospital', { createHospital: () => ({ id: '2' }) });
      fill();
      await user.click(press('Create hospital'));
      return () => asked('createHospital').at(-1);
    },
    expected: { name: '新医院', hosts: ['new.example'] },
  },
  {
    file: 'administration/hospitals/Administrators.tsx',
    fill: { Account: 'boss', Name: '罗敏', 'Mobile number': mobile },
    async submit(fill) {
      const { user, asked } = await atHospitals('Add an administrator', {
        createHospitalAdministrator: () => ({ id: '9', password: 'Kx7-mn2-pq4' }),
      });
      fill();
      await user.click(press('Create account'));
      return () => asked('createHospitalAdministrator').at(-1);
    },
    expected: { username: 'boss', name: '罗敏', mobile },
  },
  {
    file: 'administration/Hospital.tsx',
    fill: { Name: '新名医院' },
    async submit(fill) {
      const { user, asked } = openScreen(<Hospital />, {
        path: '/administration/hospital',
        answers: { getHospital: () => hospitalProfile, updateHospital: () => ({ version: 9 }) },
      });
      const form = (await screen.findByLabelText(/^Name\*?$/)).closest('form');
      fill();
      await user.click(press('Save', form ?? document.body));
      return () => asked('updateHospital').at(-1);
    },
    expected: { name: '新名医院' },
  },
  {
    file: 'administration/DepartmentDialog.tsx',
    fill: { Name: '康复医学科' },
    async submit(fill) {
      const { user, asked } = openScreen(<Departments />, {
        path: '/administration/departments',
        answers: { listDepartments: () => [], createDepartment: () => ({ id: 4 }) },
      });
      await user.click(await screen.findByRole('button', { name: 'Add a department' }));
      const dialog = await screen.findByRole('dialog', { name: 'Add a department' });
      fill();
      await user.click(press('Save', dialog));
      return () => asked('createDepartment').at(-1);
    },
    expected: { name: '康复医学科' },
  },
];

/** Forms without an account, a password, a name of a person or place, a number or an address of a person. */
const neverFilled = [
  'administration/CheckSettingsForm.tsx',
  'administration/DiagnosisPage.tsx',
  'administration/EntryForm.tsx',
  'administration/HospitalSettingsForm.tsx',
  'administration/MedicineEditor.tsx',
  'administration/NewHost.tsx',
  'administration/StockTable.tsx',
  'administration/hospitals/HospitalAccess.tsx',
  'administration/hospitals/Licence.tsx',
  'alerts/DutySwitch.tsx',
  'chat/SearchBar.tsx',
  'cloudRoom/DeclineDialog.tsx',
  'lists/filterFields.tsx',
  'patientFacts/AddAllergy.tsx',
  'patientFacts/AddMeasure.tsx',
  'patientFacts/AddMedicine.tsx',
  'patientFacts/FactList.tsx',
  'personalData/QualificationForm.tsx',
  'record/Addenda.tsx',
  'serviceSetup/AwayMessage.tsx',
  'serviceSetup/ReplyForm.tsx',
  'serviceSetup/ServiceForm.tsx',
  'templates/TemplateForm.tsx',
  'workforceManagement/PlanDialog.tsx',
  'workforceManagement/WeeklyPlan.tsx',
];

test('each form is one that something else may fill in, or says that it is not', () => {
  const folder = 'src/screens';
  const forms = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    // The frame of the forms with a code is none by itself.
    (name) =>
      name.endsWith('.tsx') &&
      name !== 'signIn/CodeFields.tsx' &&
      /<(form|CoveredForm)[\s>]/.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(forms.sort()).toEqual([...rows.map(({ file }) => file), ...neverFilled].sort());
});

test.each(rows)('what a password manager set without an event is sent: $file', async ({ fill, submit, expected }) => {
  const sent = await submit(() => fillSilently(fill));
  await waitFor(() => expect(sent()).toMatchObject(expected as object));
});
