import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { HospitalProfile } from '../../../contract/extension/hospital.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { Hospital } from '../../../src/screens/administration/Hospital.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';
import { draftVault } from '../../support/formDrafts.ts';
import { hospitalProfile } from '../../support/hospitalProfile.ts';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

const { version, name, nameEn, contact, logo, settings } = hospitalProfile;
const profile = { name, nameEn, contact, logo };

async function open(answers: object = {}, stored: Partial<HospitalProfile> = {}, vault = draftVault()) {
  const opened = openScreen(<Hospital />, {
    path: '/administration/hospital',
    answers: {
      getHospital: () => ({ ...hospitalProfile, ...stored }),
      updateHospital: () => ({ version: 4 }),
      ...answers,
    },
    vault,
  });
  await screen.findByRole('form', { name: 'Settings of the hospital' });
  const write = async (label: string, text: string) => {
    await opened.user.clear(box(label));
    await fillIn(opened.user, box(label), text);
  };
  const save = () => opened.user.click(screen.getByRole('button', { name: 'Save settings' }));
  return { ...opened, write, save };
}
const box = (label: string) => screen.getByRole('textbox', { name: label });
const lock = 'Lock after minutes without use';

test('only the settings that were changed are sent, with the version that was seen', async () => {
  const { user, asked, write, save } = await open();
  await write(lock, '15');
  await write('Price: Text and pictures', '25.5');
  await user.click(screen.getByRole('checkbox', { name: /^Reviewers read the messages/ }));
  await save();
  await waitFor(() =>
    expect(asked('updateHospital')).toEqual([
      {
        version,
        ...profile,
        settings: { idleLockMin: 15, prices: { 1: 2_550 }, auditorsReadMessages: true },
      },
    ]),
  );
});

test('a kind of the hospital without a price has an empty field, which is sent once it has a price', async () => {
  const { user, asked, write, save } = await open();
  expect(box('Price: Phone')).toHaveValue('');
  await write(lock, '15');
  await write('Price: Phone', '5');
  await user.clear(box('Price: Phone'));
  await save();
  await waitFor(() => expect(asked('updateHospital')).toMatchObject([{ settings: { idleLockMin: 15 } }]));
  expect(asked('updateHospital')).not.toMatchObject([{ settings: { prices: {} } }]);
  await write('Price: Phone', '50');
  await save();
  await waitFor(() => expect(asked('updateHospital').at(-1)).toMatchObject({ settings: { prices: { 2: 5_000 } } }));
});

test('numbers in full-width digits are understood', async () => {
  const { asked, write, save } = await open();
  await write(lock, '　１５');
  await save();
  await waitFor(() => expect(asked('updateHospital')).toMatchObject([{ settings: { idleLockMin: 15 } }]));
});

test('what is typed while a save runs is unsaved after it', async () => {
  let answer: (value: object) => void = () => {};
  const { asked, write, save } = await open({
    updateHospital: () => new Promise<object>((resolve) => (answer = resolve)),
  });
  await write(lock, '15');
  await save();
  await waitFor(() => expect(asked('updateHospital')).toHaveLength(1));
  await write('Open orders of a patient', '5');
  answer({ version: 4 });
  const form = screen.getByRole('form', { name: 'Settings of the hospital' });
  await waitFor(() => expect(within(form).getByRole('status')).toHaveTextContent('Not saved'));
  expect(box('Open orders of a patient')).toHaveValue('5');
});

test('typed settings are there again after a reload, beside what a colleague changed meanwhile', async () => {
  const vault = draftVault();
  const { write, unmount } = await open({}, {}, vault);
  await write(lock, '15');
  unmount();
  await open({}, { name: '新名称' }, vault);
  await waitFor(() => expect(box(lock)).toHaveValue('15'));
  expect(box('Name')).toHaveValue('新名称');
});

test('parts of the day are written as times, and sent together', async () => {
  const { asked, write, save } = await open();
  await write('Morning from', '8：30');
  await write('Evening to', '24:00');
  await save();
  await waitFor(() =>
    expect(asked('updateHospital')).toMatchObject([
      {
        settings: {
          scheduleHours: {
            ...settings.scheduleHours,
            morning: { from: 510, to: 720 },
            evening: { from: 1080, to: 1440 },
          },
        },
      },
    ]),
  );
});

test('a price is shown as it was understood once its field is left', async () => {
  const { write } = await open();
  await write('Price: Text and pictures', '￥１２，５');
  box('Price: Text and pictures').blur();
  await waitFor(() => expect(box('Price: Text and pictures')).toHaveValue('12.5'));
});

test.each([
  [lock, '0', 'Enter a whole number from 1 to 120.'],
  [lock, 'ten', 'Enter a whole number from 1 to 120.'],
  [lock, '1,000', '“1,000” can mean 1 or 1000. Write 1 or 1000.'],
  [lock, '10 min', 'Write only the number, without a unit.'],
  ['Price: Text and pictures', '¥1,000', 'can mean 1 or 1000. Write 1 or 1000.'],
  ['Morning from', '8', 'Enter a time such as 08:30, at most 24:00.'],
  ['Evening to', '24:01', 'Enter a time such as 08:30, at most 24:00.'],
  ['Morning to', '08:00', 'Must be later than the beginning of this part.'],
  ['Afternoon from', '11:59', 'Must not be before 12:00, when the part before it ends.'],
  ['Wait is overdue after minutes', '1440', null],
  ['Refund without a doctor after minutes', '9', 'Enter a whole number from 10 to 10080.'],
  [
    'Price: Text and pictures',
    'free',
    'Enter an amount up to 100000 yuan with at most two decimals, such as 20 or 20.50.',
  ],
])('%s “%s” says what is wrong at its field', async (label, text, problem) => {
  const { asked, write, save } = await open();
  await write(label, text);
  await save();
  if (problem === null) return waitFor(() => expect(asked('updateHospital')).toHaveLength(1));
  await waitFor(() => expect(box(label)).toHaveAccessibleDescription(expect.stringContaining(problem)));
  expect(box(label)).toHaveFocus();
  expect(asked('updateHospital')).toEqual([]);
});

test('a wait that is overdue after the refund says so in the language of the reader', async () => {
  const { write, save } = await open();
  await write('Refund without a doctor after minutes', '10');
  await write('Wait is overdue after minutes', '11');
  await save();
  const overdue = box('Wait is overdue after minutes');
  await waitFor(() => expect(overdue).toHaveAccessibleDescription(/Must not be later than the refund/));
  await setLanguage('zh-CN');
  await waitFor(() => expect(overdue).toHaveAccessibleDescription(/不能晚于退款时间。/));
});

test('after a conflict what was typed stays, and the change of the colleague is kept', async () => {
  let now: HospitalProfile = hospitalProfile;
  const { asked, write, save } = await open({
    getHospital: () => now,
    updateHospital: ({ version: seen }: { version: number }) => {
      if (seen === 4) return { version: 5 };
      now = { ...hospitalProfile, version: 4, settings: { ...settings, maxActive: 7 } };
      throw new Refused(409, 'Somebody else has changed the hospital');
    },
  });
  await write(lock, '15');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has changed the hospital');
  await waitFor(() => expect(box('Consultations of a doctor at once')).toHaveValue('7'));
  expect(box(lock)).toHaveValue('15');
  await save();
  await waitFor(() =>
    expect(asked('updateHospital').at(-1)).toEqual({ version: 4, ...profile, settings: { idleLockMin: 15 } }),
  );
});

test('a setting outside the bounds, which only the operator can store, stops no other change', async () => {
  const { asked, write, save } = await open({}, { settings: { ...settings, idleLockMin: 0 } });
  await write('Open orders of a patient', '5');
  await save();
  await waitFor(() => expect(asked('updateHospital')).toMatchObject([{ settings: { maxOpenOrders: 5 } }]));
});

test('the page says what new hours do to plans', async () => {
  await open();
  const hours = screen.getByRole('group', { name: 'Parts of the day' });
  expect(hours).toHaveTextContent('Existing plans stay and follow the new times at once');
});

test('the history says who changed which setting from what to what', async () => {
  const changes = [
    { setting: 'idleLockMin', before: 30, after: 15 },
    { setting: 'scheduleHours.morning.from', before: 480, after: 510 },
    { setting: 'prices.1', before: 2_000, after: 2_550 },
    { setting: 'prescribesDuringReview', before: true, after: false },
  ];
  await open({}, { settingHistory: [{ version: 3, time: Date.UTC(2026, 4, 6, 1), by: 'Ann', changes }] });
  const history = screen.getByRole('region', { name: 'Changes of the settings' });
  expect(history).toHaveTextContent(/Ann · .*2026/);
  const [shown] = within(history).getAllByRole('listitem');
  const lines = within(shown as HTMLElement).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Lock after minutes without use.*30\smin.*15\smin/),
    expect.stringMatching(/^Morning from.*08:00.*08:30/),
    expect.stringMatching(/^Price: Text and pictures.*20\.00.*25\.50/),
    expect.stringMatching(/^Doctors with approved certificates.*Yes.*No/i),
  ]);
});
