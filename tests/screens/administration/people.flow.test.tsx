import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import type { StaffMember } from '../../../contract/extension/administration.ts';
import type { StaffSession } from '../../../contract/extension/operations.ts';
import type { DoctorId } from '../../../contract/ids.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { People } from '../../../src/screens/administration/People.tsx';
import { createKeptInput, KeptInputOf } from '../../../src/screens/forms/useKept.ts';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

const lin: StaffMember = {
  id: '3' as DoctorId,
  username: 'doctor03',
  name: '林悦',
  nameEn: 'Lin Yue',
  mobile: '13800000003',
  role: 'doctor',
  deptId: 7,
  titleCode: 1,
  headsDept: false,
  reviewsCertificates: false,
  operatesPlatform: false,
  deptName: 'Cardiology',
  disabled: false,
  mustChangePassword: false,
  openSessions: 1,
  runningConsultations: 0,
  lastSignIn: startOfTest,
  version: 4,
};

const departments = [{ id: 7, name: '心血管内科', nameEn: 'Cardiology', retired: false, people: 1, version: 1 }];

function open(answers: object = {}, person: Partial<StaffMember> = {}) {
  const page = (
    <KeptInputOf value={createKeptInput()}>
      <People />
    </KeptInputOf>
  );
  return openScreen(page, {
    path: '/administration/people',
    answers: {
      pageStaff: ({ keyword }: { keyword?: string }) =>
        keyword === 'nobody' ? { list: [], total: 0 } : { list: [{ ...lin, ...person }], total: 1 },
      listDepartments: () => departments,
      staffSessions: () => [],
      ...answers,
    },
  });
}
type User = ReturnType<typeof open>['user'];

const refusing =
  (code: number, message: string, data: unknown = null) =>
  () => {
    throw new Refused(code, message, data);
  };

const box = (name: string) => screen.getByRole('textbox', { name });

async function openPerson(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Lin Yue' }));
  return screen.findByRole('dialog', { name: 'Lin Yue' });
}

async function fillNewPerson(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  await screen.findByRole('dialog', { name: 'Add a person' });
  await fillIn(user, box('Account'), 'doctor09');
  await fillIn(user, box('Name'), '李新');
  await fillIn(user, box('Mobile number'), '13712345678');
  await user.selectOptions(
    within(screen.getByRole('dialog')).getByRole('combobox', { name: 'Department' }),
    'Cardiology',
  );
  await user.click(screen.getByRole('button', { name: 'Create account' }));
}

test('people are found by name, role, department and state, and the filters stay in the address', async () => {
  const { user, asked, address } = open();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Role' }), 'Reviewer');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Disabled');
  await user.type(screen.getByRole('searchbox', { name: 'Name, account or mobile' }), 'nobody{Enter}');
  expect(await screen.findByText('Nobody matches these filters')).toBeVisible();
  expect(asked('pageStaff').at(-1)).toMatchObject({ keyword: 'nobody', role: 'auditor', state: 'disabled', pageNo: 1 });
  expect(address()).toContain('keyword=nobody');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('button', { name: 'Lin Yue' })).toBeVisible();
});

test('a list that cannot be loaded says why and can be loaded again', async () => {
  let isDown = true;
  const { user } = open({
    pageStaff: () => {
      if (isDown) throw new Refused(500, 'Server error');
      return { list: [lin], total: 1 };
    },
  });
  await screen.findByText(/Server error/);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Lin Yue' })).toBeVisible();
});

test('an incomplete person is not sent; the errors are at their fields in the language of the reader', async () => {
  await setLanguage('zh-CN');
  const { user, asked } = open();
  await user.click(await screen.findByRole('button', { name: '新增人员' }));
  await screen.findByRole('dialog', { name: '新增人员' });
  await fillIn(user, box('账号'), '医生');
  await fillIn(user, box('手机号'), '1371234');
  await user.click(screen.getByRole('button', { name: '创建账号' }));
  await waitFor(() => expect(box('账号')).toHaveFocus());
  expect(box('账号')).toHaveAccessibleDescription(/并以字母或数字开头/);
  expect(box('姓名')).toBeInvalid();
  expect(box('手机号')).toHaveAccessibleDescription('请输入 11 位手机号。');
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByRole('combobox', { name: '科室' })).toHaveAccessibleDescription('请选择医生所在的科室。');
  expect(asked('createStaff')).toEqual([]);
});

test('a new person gets a password that is shown once', async () => {
  const { user, asked } = open({ createStaff: () => ({ id: '9', password: 'Kx7-mn2-pq4' }) });
  await fillNewPerson(user);
  const shown = await screen.findByRole('dialog', { name: 'Password for 李新' });
  expect(within(shown).getByRole('status', { name: 'Password for one login' })).toHaveTextContent('Kx7-mn2-pq4');
  expect(asked('createStaff')).toMatchObject([
    { username: 'doctor09', name: '李新', mobile: '13712345678', role: 'doctor', deptId: '7', titleCode: null },
  ]);
  await user.click(within(shown).getByRole('button', { name: 'I have noted it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body).not.toHaveTextContent('Kx7-mn2-pq4');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add a person' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Add a person' }));
  await screen.findByRole('dialog', { name: 'Add a person' });
  expect(box('Account')).toHaveValue('');
});

test('a taken account name is refused at its field; the next attempt is the same request', async () => {
  let isTaken = true;
  const { user, asked } = open({
    createStaff: () => {
      if (isTaken) throw new Refused(400, 'The account name “doctor09” is taken', { field: 'username' });
      return { id: '9', password: 'Kx7-mn2-pq4' };
    },
  });
  await fillNewPerson(user);
  await waitFor(() => expect(box('Account')).toHaveAccessibleDescription(/“doctor09” is taken/));
  expect(box('Account')).toHaveFocus();
  expect(box('Name')).toHaveValue('李新');
  isTaken = false;
  await user.type(box('Account'), '0');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByRole('dialog', { name: 'Password for 李新' });
  const [first, second] = asked('createStaff') as { clientRequestId: string; username: string }[];
  expect([first?.username, second?.username]).toEqual(['doctor09', 'doctor090']);
  expect(second?.clientRequestId).toBe(first?.clientRequestId);
});

test('what is sent after an attempt that had created an account unseen is a request of its own', async () => {
  let isStored = true;
  const { user, asked } = open({
    createStaff: () => {
      if (isStored) throw new Refused(Code.duplicateRequest, 'An earlier attempt was stored', { id: '8' });
      return { id: '9', password: 'Kx7-mn2-pq4' };
    },
  });
  await fillNewPerson(user);
  await screen.findByText('An earlier attempt was stored');
  expect(box('Name')).toHaveValue('李新');
  isStored = false;
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByRole('dialog', { name: 'Password for 李新' });
  const [first, second] = asked('createStaff') as { clientRequestId: string }[];
  expect(second?.clientRequestId).not.toBe(first?.clientRequestId);
});

test('after a conflict the typed values stay, and the next attempt has the new version', async () => {
  let version = 4;
  const { user, asked, said } = open({
    pageStaff: () => ({ list: [{ ...lin, version }], total: 1 }),
    updateStaff: ({ version: seen }: { version: number }) => {
      if (seen === 5) return { version: 6 };
      version = 5;
      throw new Refused(409, 'Somebody else has changed this person. Check and save again');
    },
  });
  await openPerson(user);
  await user.clear(box('Mobile number'));
  await fillIn(user, box('Mobile number'), '13900000003');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has changed this person');
  expect(box('Mobile number')).toHaveValue('13900000003');
  await waitFor(() => expect(asked('pageStaff')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(said).toEqual(['Saved']));
  expect(asked('updateStaff')).toMatchObject([{ version: 4 }, { id: '3', version: 5, mobile: '13900000003' }]);
});

test('what is typed is there again after the form was closed', async () => {
  const { user } = open();
  const dialog = await openPerson(user);
  await user.type(box('Name in English'), ' Jr');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openPerson(user);
  expect(box('Name in English')).toHaveValue('Lin Yue Jr');
});

test('disabling a doctor names the running consultations before and after', async () => {
  const { user, asked, said } = open(
    { setStaffDisabled: () => ({ version: 5, running: 2, offered: 3, refunded: 1 }) },
    { runningConsultations: 2 },
  );
  await openPerson(user);
  await user.click(screen.getByRole('button', { name: 'Disable account' }));
  const question = await screen.findByRole('alertdialog', { name: 'Disable the account of Lin Yue?' });
  expect(question).toHaveTextContent('2 running consultations stay with this doctor');
  expect(asked('setStaffDisabled')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Disable account' }));
  await waitFor(() =>
    expect(said).toEqual([
      'Lin Yue is disabled. 2 running consultations are left unanswered; the patients were told. Of those who waited, 3 now wait for colleagues and 1 get the payment back.',
    ]),
  );
  expect(asked('setStaffDisabled')).toEqual([{ id: '3', version: 4, disabled: true }]);
});

test('an act that is refused says why, beside its button', async () => {
  const { user } = open({ setStaffDisabled: refusing(900, 'This is the only administrator of the hospital') });
  await openPerson(user);
  await user.click(screen.getByRole('button', { name: 'Disable account' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Disable account' }));
  const access = await screen.findByRole('region', { name: 'Access' });
  expect(await within(access).findByRole('alert')).toHaveTextContent('only administrator');
});

test('a reset password is shown once', async () => {
  const { user, asked } = open({ resetStaffPassword: () => ({ id: '3', password: 'Tr5-vb8-wz1' }) });
  await openPerson(user);
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Reset password' }));
  const shown = await screen.findByRole('dialog', { name: 'Password for Lin Yue' });
  expect(within(shown).getByRole('status', { name: 'Password for one login' })).toHaveTextContent('Tr5-vb8-wz1');
  expect(asked('resetStaffPassword')).toMatchObject([{ id: '3' }]);
});

const session = (id: string, browser: string, current = false): StaffSession => ({
  id,
  staff: { id: '3', username: 'doctor03', name: '林悦', nameEn: 'Lin Yue', role: 'doctor' },
  device: { browser, system: 'Windows', kind: 'desktop' },
  network: '10.0.0.7',
  signInTime: startOfTest - 3_600_000,
  lastTime: startOfTest - 60_000,
  current,
});

test('one session of a person is ended, after a question, and the others stay', async () => {
  let shown = [session('1', 'Chrome 141'), session('2', 'Firefox 140')];
  const { user, asked, said } = open({
    staffSessions: () => shown,
    endStaffSession: ({ id }: { id: string }) => {
      shown = shown.filter((one) => one.id !== id);
      return true;
    },
  });
  await openPerson(user);
  const access = screen.getByRole('region', { name: 'Access' });
  const list = within(await within(access).findByRole('list', { name: 'Logged-in devices' }));
  expect(asked('staffSessions')).toEqual([{ staffId: '3' }]);
  expect(list.getAllByRole('listitem')[0]).toHaveTextContent(
    /Chrome 141 on Windows.*10\.0\.0\.7, logged in .*last used 1\smin ago/,
  );
  await user.click(list.getByRole('button', { name: /^End the session on Firefox 140 on Windows/ }));
  const question = await screen.findByRole('alertdialog', { name: 'End the session of Lin Yue?' });
  await user.click(within(question).getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(said).toEqual(['The session of Lin Yue is ended.']));
  expect(asked('endStaffSession')).toEqual([{ id: '2' }]);
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
  expect(within(access).getByText('Logged in on 1 device.')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Lin Yue' })).toContainElement(document.activeElement as HTMLElement),
  );
});

test('a session that was not ended says why; the own one has no button', async () => {
  const { user } = open({
    staffSessions: () => [session('1', 'Chrome 141', true), session('2', 'Firefox 140')],
    endStaffSession: refusing(404, 'There is no such session'),
  });
  await openPerson(user);
  const list = within(await screen.findByRole('list', { name: 'Logged-in devices' }));
  expect(list.getAllByRole('listitem')[0]).toHaveTextContent('This session');
  await user.click(list.getByRole('button'));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'End session' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('was not ended. There is no such session');
});

test('a disabled person can only be enabled', async () => {
  const { user } = open({}, { disabled: true });
  await openPerson(user);
  const access = screen.getByRole('region', { name: 'Access' });
  expect(
    within(access)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Enable account']);
});
