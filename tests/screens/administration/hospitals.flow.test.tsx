import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import type { ListedHospital, PlatformHospital } from '../../../contract/extension/operator.ts';
import type { DoctorId } from '../../../contract/ids.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { Administration } from '../../../src/screens/administration/Administration.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

const riverside: ListedHospital = {
  id: '2',
  name: '河畔医院',
  nameEn: 'Riverside',
  state: 'open',
  expireTime: null,
  hosts: ['riverside.example', 'b.example', 'c.example'],
  staff: { doctors: 4, auditors: 2, administrators: 1 },
  own: false,
  version: 3,
};
const qin = {
  ...{ id: '9' as DoctorId, username: 'admin21', name: '秦浩', nameEn: 'Qin Hao' },
  ...{ disabled: false, mustChangePassword: true, operatesPlatform: false },
};

/** The section over a platform that keeps one hospital; `answers` replaces some of its calls. */
function open(answers: object = {}, first: Partial<PlatformHospital> = {}, operatesPlatform = true) {
  const world: { hospital: PlatformHospital } = {
    hospital: { ...riverside, sameNames: [], currentHost: null, administered: false, administrators: [qin], ...first },
  };
  const change = (to: Partial<PlatformHospital>) => {
    world.hospital = { ...world.hospital, ...to, version: world.hospital.version + 1 };
    return { version: world.hospital.version };
  };
  const opened = openScreen(<Administration />, {
    path: '/administration/hospitals',
    route: '/administration/*',
    answers: {
      getInfo: () => ({ operatesPlatform }),
      pageHospitals: ({ keyword }: { keyword?: string }) =>
        keyword === 'nowhere' ? { list: [], total: 0 } : { list: [world.hospital], total: 1 },
      getPlatformHospital: () => world.hospital,
      setHospitalDisabled: ({ disabled }: { disabled: boolean }) => change({ state: disabled ? 'disabled' : 'open' }),
      setHospitalLicence: ({ lastDay }: { lastDay: string | null }) =>
        change({ expireTime: lastDay === null ? null : Date.parse(`${lastDay}T23:59:59+08:00`) }),
      addHostOfHospital({ host }: { host: string }) {
        change({ hosts: [...world.hospital.hosts, host] });
        return { host, added: true, sameNames: [] };
      },
      removeHostOfHospital({ host }: { host: string }) {
        change({ hosts: world.hospital.hosts.filter((one) => one !== host) });
        return { host, removed: true };
      },
      ...answers,
    },
  });
  return { ...opened, world };
}
type User = ReturnType<typeof open>['user'];

const box = (name: string) => screen.getByRole('textbox', { name });
async function openHospital(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Riverside' }));
  const drawer = await screen.findByRole('dialog', { name: 'Riverside' });
  await within(drawer).findByRole('region', { name: 'Administrators' });
  return within(drawer);
}

test('only operators are offered the section, and others do not find it', async () => {
  open({}, {}, false);
  expect(await screen.findByRole('heading', { name: /not found|no such page|does not exist/i })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'All hospitals' })).toBeNull();
  expect(screen.getByRole('link', { name: 'People' })).toBeVisible();
});

test('the list shows state, addresses and numbers, and answers while typing', async () => {
  const { user, asked, address } = open();
  expect(await screen.findByRole('link', { name: 'All hospitals' })).toHaveAttribute('aria-current', 'page');
  const row = within(await screen.findByRole('row', { name: /Riverside/ }));
  expect(row.getByText('Doctors 4, reviewers 2, administrators 1')).toBeVisible();
  expect(row.getByText('and 1 more')).toBeVisible();
  expect([row.getByText('Open'), row.getByText('Unlimited')].length).toBe(2);
  await user.type(screen.getByRole('searchbox', { name: 'Name, address or id' }), 'nowhere');
  expect(await screen.findByText('No hospital matches these filters')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Licence ended');
  await waitFor(() => expect(asked('pageHospitals').at(-1)).toMatchObject({ keyword: 'nowhere', state: 'expired' }));
  expect(address()).toContain('keyword=nowhere');
});

test('a list that cannot be loaded says why and can be loaded again', async () => {
  let isDown = true;
  const { user } = open({
    pageHospitals: () => {
      if (isDown) throw new Refused(500, 'Server error');
      return { list: [riverside], total: 1 };
    },
  });
  await screen.findByText(/Server error/);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Riverside' })).toBeVisible();
});

test('disabling names the hospital, needs a reason, and keeps it through a conflict', async () => {
  let isOutdated = true;
  const { user, asked, said, world } = open({
    setHospitalDisabled({ version }: { version: number }) {
      if (isOutdated) {
        isOutdated = false;
        world.hospital = { ...world.hospital, version: 7 };
        throw new Refused(409, 'Somebody else has changed this. Check and save again');
      }
      world.hospital = { ...world.hospital, state: 'disabled', version: version + 1 };
      return { version: version + 1 };
    },
  });
  const drawer = await openHospital(user);
  await user.click(drawer.getByRole('button', { name: 'Disable hospital' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Disable Riverside?' }));
  expect(question.getByText(/7 accounts and all patients/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Disable hospital' }));
  await waitFor(() => expect(box('Reason')).toHaveFocus());
  expect(asked('setHospitalDisabled')).toEqual([]);
  await fillIn(user, box('Reason'), 'Unpaid since May');
  await user.click(question.getByRole('button', { name: 'Disable hospital' }));
  expect(await question.findByRole('alert')).toHaveTextContent('Somebody else has changed this');
  expect(box('Reason')).toHaveValue('Unpaid since May');
  await waitFor(() => expect(asked('getPlatformHospital').length).toBeGreaterThan(1));
  await user.click(question.getByRole('button', { name: 'Disable hospital' }));
  await waitFor(() => expect(said).toEqual(['Riverside is disabled.']));
  expect(asked('setHospitalDisabled')).toMatchObject([
    { version: 3 },
    { id: '2', version: 7, disabled: true, reason: 'Unpaid since May' },
  ]);
  expect(await drawer.findByRole('button', { name: 'Enable hospital' })).toBeVisible();
});

test('a question stays the same when another operator was faster, and closes with what happened', async () => {
  const { user, asked, said, world } = open({
    setHospitalDisabled() {
      world.hospital = { ...world.hospital, state: 'disabled', version: 4 };
      throw new Refused(409, 'Somebody else has changed this. Check and save again');
    },
  });
  const drawer = await openHospital(user);
  await user.click(drawer.getByRole('button', { name: 'Disable hospital' }));
  await fillIn(user, box('Reason'), 'Unpaid');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disable hospital' }));
  await waitFor(() =>
    expect(said).toEqual(['Riverside is disabled already; somebody else has done it. Your reason was not stored.']),
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(asked('setHospitalDisabled')).toHaveLength(1);
  await user.click(await drawer.findByRole('button', { name: 'Enable hospital' }));
  expect(await screen.findByRole('alertdialog', { name: 'Enable Riverside?' })).toBeVisible();
  expect(box('Reason')).toHaveValue('');
});

test('the own hospital has no button that disables it, and says why', async () => {
  const { user } = open({}, { own: true });
  const drawer = await openHospital(user);
  expect(drawer.getByText('You are signed in at this hospital, so you cannot disable it here.')).toBeVisible();
  expect(drawer.queryByRole('button', { name: 'Disable hospital' })).toBeNull();
});

test('a licence is set by its last day, and one that has passed is confirmed with the name of the hospital', async () => {
  const { user, asked } = open();
  const drawer = await openHospital(user);
  const form = within(drawer.getByRole('form', { name: 'Licence' }));
  await fillIn(user, form.getByLabelText('Last day of the licence'), '2030-12-31');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked('setHospitalLicence')).toEqual([{ id: '2', version: 3, lastDay: '2030-12-31' }]));
  await waitFor(() => expect(form.getByRole('status')).toHaveTextContent('Saved'));
  await user.clear(form.getByLabelText('Last day of the licence'));
  await fillIn(user, form.getByLabelText('Last day of the licence'), '2020-01-01');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'End the licence of Riverside now?' }));
  await user.click(question.getByRole('button', { name: 'Close hospital' }));
  await waitFor(() =>
    expect(asked('setHospitalLicence').at(-1)).toEqual({ id: '2', version: 4, lastDay: '2020-01-01' }),
  );
});

test('a part of a date is no licence without an end, and removing the end is confirmed', async () => {
  const { user, asked } = open({}, { expireTime: Date.parse('2030-12-31T23:59:59+08:00') });
  const drawer = await openHospital(user);
  const form = within(drawer.getByRole('form', { name: 'Licence' }));
  const field = form.getByLabelText<HTMLInputElement>('Last day of the licence');
  await user.clear(field);
  const complete = field.validity;
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: true } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Complete the date, or clear all of it/));
  expect(field).toHaveFocus();
  Object.defineProperty(field, 'validity', { configurable: true, value: complete });
  await user.click(form.getByRole('button', { name: 'Save' }));
  const title = 'Remove the end of the licence of Riverside?';
  await user.click(
    within(await screen.findByRole('alertdialog', { name: title })).getByRole('button', { name: 'Cancel' }),
  );
  expect(asked('setHospitalLicence')).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('alertdialog', { name: title }));
  await user.click(question.getByRole('button', { name: 'Remove the end' }));
  await waitFor(() => expect(asked('setHospitalLicence')).toEqual([{ id: '2', version: 3, lastDay: null }]));
});

test('an address is added and the last one removed after a question that says what it means', async () => {
  const sameNames = [{ host: 'riverside.example:8443', hospitalId: '1', name: 'General' }];
  const { user, asked, said } = open({}, { hosts: ['riverside.example'], sameNames });
  const drawer = await openHospital(user);
  const list = () => within(drawer.getByRole('list', { name: 'Addresses' }));
  expect(list().getByText('riverside.example:8443 leads to General (id 1).')).toBeVisible();
  await user.click(list().getByRole('button', { name: 'Remove riverside.example' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove the address riverside.example?' }));
  expect(question.getByText(/nobody can open the hospital any more/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(asked('removeHostOfHospital')).toMatchObject([{ id: '2', host: 'riverside.example' }]));
  await fillIn(user, box('New address'), 'new.example');
  await user.click(drawer.getByRole('button', { name: 'Add address' }));
  await waitFor(() => expect(said.at(-1)).toBe('new.example leads to the hospital now.'));
  expect(asked('addHostOfHospital')).toEqual([{ id: '2', host: 'new.example', website: window.location.host }]);
});

test('a new hospital is created once, opens, and gets its administrator with a password that is shown once', async () => {
  let isTaken = true;
  const { user, asked } = open({
    createHospital: () => {
      if (isTaken) throw new Refused(900, 'b.example leads to hospital 2', { field: 'hosts' });
      return { id: '2', sameNames: [] };
    },
    createHospitalAdministrator: () => ({ id: '12', password: 'kx7m-n2pq-4abc' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add a hospital' }));
  await screen.findByRole('dialog', { name: 'Add a hospital' });
  await user.click(screen.getByRole('button', { name: 'Create hospital' }));
  await waitFor(() => expect(box('Name')).toHaveFocus());
  await fillIn(user, box('Name'), '河畔医院');
  await fillIn(user, box('Addresses'), 'a.example, b.example');
  await user.click(screen.getByRole('button', { name: 'Create hospital' }));
  await waitFor(() => expect(box('Addresses')).toHaveAccessibleDescription(/leads to hospital 2/));
  isTaken = false;
  await user.click(screen.getByRole('button', { name: 'Create hospital' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Riverside' }));
  const [first, second] = asked('createHospital') as { clientRequestId: string; hosts: string[] }[];
  expect(second).toEqual(first);
  expect(first?.hosts).toEqual(['a.example', 'b.example']);

  await user.click(await drawer.findByRole('button', { name: 'Add an administrator' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Administrator of Riverside' }));
  await fillIn(user, dialog.getByRole('textbox', { name: 'Account' }), 'boss');
  await fillIn(user, dialog.getByRole('textbox', { name: 'Name' }), '罗敏');
  await fillIn(user, dialog.getByRole('textbox', { name: 'Mobile number' }), '13700000001');
  await user.click(dialog.getByRole('button', { name: 'Create account' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Password for 罗敏' }));
  expect(shown.getByRole('status', { name: 'Password for one login' })).toHaveTextContent('kx7m-n2pq-4abc');
  expect(asked('createHospitalAdministrator')).toMatchObject([{ id: '2', username: 'boss', mobile: '13700000001' }]);
  await user.click(shown.getByRole('button', { name: 'I have noted it' }));
  await waitFor(() => expect(document.body).not.toHaveTextContent('kx7m-n2pq-4abc'));
});

test('a hospital whose answer was lost opens, and what was typed since can create another one', async () => {
  const ids: string[] = [];
  const { user, said, asked } = open({
    createHospital({ clientRequestId }: { clientRequestId: string }) {
      ids.push(clientRequestId);
      if (ids.length === 1) return undefined;
      if (ids.length === 2) throw new Refused(Code.duplicateRequest, 'An earlier attempt was stored', { id: '2' });
      return { id: '2', sameNames: [] };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add a hospital' }));
  await fillIn(user, box('Name'), '河畔医院');
  await fillIn(user, box('Addresses'), 'a.example');
  await user.click(screen.getByRole('button', { name: 'Create hospital' }));
  await screen.findByRole('alert');
  await user.clear(box('Name'));
  await fillIn(user, box('Name'), '另一家');
  const listed = asked('pageHospitals').length;
  await user.click(screen.getByRole('button', { name: 'Create hospital' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Riverside' }));
  expect(said).toEqual([expect.stringMatching(/^An earlier attempt had created this hospital/)]);
  expect(asked('pageHospitals').length).toBeGreaterThan(listed);
  await user.click(drawer.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Add a hospital' }));
  await waitFor(() => expect(box('Name')).toHaveValue('另一家'));
  await user.click(screen.getByRole('button', { name: 'Create hospital' }));
  await screen.findByRole('dialog', { name: 'Riverside' });
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
});

test('an administrator whose answer was lost is shown, and what was typed since can create another one', async () => {
  const ids: string[] = [];
  const { user, world } = open(
    {
      createHospitalAdministrator({ clientRequestId }: { clientRequestId: string }) {
        ids.push(clientRequestId);
        if (ids.length === 1) return undefined;
        world.hospital = { ...world.hospital, administrators: [qin] };
        if (ids.length === 2) throw new Refused(Code.duplicateRequest, 'An earlier attempt was stored', { id: '9' });
        return { id: '12', password: 'kx7m-n2pq-4abc' };
      },
    },
    { administrators: [] },
  );
  const drawer = await openHospital(user);
  await user.click(drawer.getByRole('button', { name: 'Add an administrator' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Administrator of Riverside' }));
  await fillIn(user, dialog.getByRole('textbox', { name: 'Account' }), 'admin21');
  await fillIn(user, dialog.getByRole('textbox', { name: 'Name' }), '秦浩');
  await fillIn(user, dialog.getByRole('textbox', { name: 'Mobile number' }), '13700000001');
  const create = () => user.click(dialog.getByRole('button', { name: 'Create account' }));
  await create();
  await dialog.findByRole('alert');
  await user.clear(dialog.getByRole('textbox', { name: 'Account' }));
  await fillIn(user, dialog.getByRole('textbox', { name: 'Account' }), 'admin22');
  await create();
  await waitFor(() =>
    expect(dialog.getByRole('alert')).toHaveTextContent(/now in the list; its password was not shown/),
  );
  await waitFor(() => expect(document.body).toHaveTextContent('Qin Hao'));
  expect(dialog.getByRole('textbox', { name: 'Account' })).toHaveValue('admin22');
  await create();
  expect(await screen.findByRole('dialog', { name: 'Password for 秦浩' })).toBeVisible();
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
});

test('a hospital that was ever administered gets no other administrator here', async () => {
  const { user } = open({}, { administered: true, administrators: [qin] });
  const drawer = await openHospital(user);
  expect(drawer.getByText('They add further administrators themselves.')).toBeVisible();
  expect(drawer.queryByRole('button', { name: 'Add an administrator' })).toBeNull();
});

test('the page is Chinese for a Chinese reader', async () => {
  await setLanguage('zh-CN');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '河畔医院' }));
  const drawer = within(await screen.findByRole('dialog', { name: '河畔医院' }));
  await user.click(await drawer.findByRole('button', { name: '停用医院' }));
  expect(await screen.findByRole('alertdialog', { name: '停用河畔医院？' })).toBeVisible();
});
