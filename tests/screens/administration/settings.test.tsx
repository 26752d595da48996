import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { defaultFactDays } from '../../../clinical/facts/ageing.ts';
import { CheckSettings } from '../../../src/screens/administration/CheckSettings.tsx';
import { Dictionaries } from '../../../src/screens/administration/Dictionaries.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';

const settings = {
  maxDrugs: 5,
  supplyDays: { ordinary: 7, emergency: 3, paediatric: 7, chronic: 30, longest: 84 },
  supplyCountsRest: true,
  sparePacks: 1,
  validityDays: 1,
  guardianBelowMonths: 72,
  childBelowMonths: 216,
  elderFromMonths: 780,
  pendingMayBeEdited: true,
  alsoBanned: ['aspirin'],
  factDays: defaultFactDays,
  antibacterialLevels: { 1: 3, 4: 1 },
  indications: {},
  childbearingYears: { from: 12, to: 55 },
  rules: { elder: 'warn' },
};
const checks = [
  { code: 'allergy', levels: ['block'], protected: true },
  { code: 'elder', levels: ['off', 'info', 'warn', 'block'], protected: false },
];
const ingredients = [
  { code: 'aspirin', name: 'Aspirin' },
  { code: 'metformin', name: 'Metformin' },
];
const titles = [
  { code: '1', name: 'Chief', most: 3 },
  { code: '4', name: 'Resident', most: 1 },
];
const medicines = [
  { code: 'ibuprofen', name: 'Ibuprofen', groups: ['M00-M25'], any: false },
  { code: 'paracetamol', name: 'Paracetamol', groups: [], any: true },
];
const nationalBans = ['Digoxin alone may not be sold online.'];
const dictionaries = [
  {
    dictType: 'prescription_status',
    name: 'Prescription status',
    fixed: 'lifeCycle',
    entries: [{ id: '1', value: '0', label: '草稿', labelEn: 'Draft', retired: false }],
  },
  {
    dictType: 'member_doctor_title',
    name: 'Titles',
    fixed: null,
    entries: [
      { id: '2', value: '1', label: '主任医师', labelEn: 'Chief', retired: false },
      { id: '3', value: '2', label: '医师', labelEn: 'Resident', retired: true },
    ],
  },
];

function open(path: string, answers: object = {}) {
  return openScreen(path === 'checks' ? <CheckSettings /> : <Dictionaries />, {
    path: `/administration/${path}`,
    route: '/administration/*',
    answers: {
      getRuleSettings: () => ({
        version: 4,
        settings,
        checks,
        ingredients,
        nationalBans,
        titles,
        medicines,
        fixed: { leaseMs: 180_000, undoMs: 8_000 },
      }),
      ruleSettingHistory: () => [
        {
          version: 4,
          time: 0,
          by: 'Luo Min',
          reason: 'Committee',
          changes: [{ setting: 'rules.elder', before: null, after: 'warn' }],
        },
      ],
      putRuleSettings: () => ({ version: 5 }),
      listDictionaries: () => dictionaries,
      saveDictEntry: () => ({ id: '2' }),
      arrangeDictionary: () => true,
      retireDictEntry: () => true,
      ...answers,
    },
  });
}

const form = () => screen.findByRole('form', { name: 'Rules of prescribing' });

test('the check of allergies can only be made stricter, and the screen says why', async () => {
  open('checks');
  const fields = await form();
  const allergy = within(fields).getByRole('combobox', { name: /allerg/i });
  expect(
    within(allergy)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['By the tables', 'Always refuses']);
  expect(allergy).toHaveAccessibleDescription(/only stricter/);
  expect(within(fields).getByText(/held for 3 min/)).toBeVisible();
});

test('changed rules are sent with their version and reason', async () => {
  const { user, asked, said } = open('checks');
  const fields = await form();
  const medicines = within(fields).getByRole('textbox', { name: /Medicines on a prescription/ });
  await user.clear(medicines);
  await user.type(medicines, '4');
  await user.click(within(fields).getByRole('button', { name: 'Save the rules' }));
  const reason = within(fields).getByRole('textbox', { name: /Reason of the change/ });
  await waitFor(() => expect(reason).toHaveAccessibleDescription(/Fill in this field/));
  await user.type(reason, 'Decision 12');
  await user.click(within(fields).getByRole('button', { name: 'Save the rules' }));
  await waitFor(() => expect(said).toEqual(['The rules are saved as version 5.']));
  expect(asked('putRuleSettings')).toEqual([
    { version: 4, settings: { ...settings, maxDrugs: 4 }, reason: 'Decision 12' },
  ]);
});

test('more medicines than the law allows are refused at the field', async () => {
  const { user, asked } = open('checks');
  const fields = await form();
  const medicines = within(fields).getByRole('textbox', { name: /Medicines on a prescription/ });
  await user.clear(medicines);
  await user.type(medicines, '9');
  await user.click(within(fields).getByRole('button', { name: 'Save the rules' }));
  await waitFor(() => expect(medicines).toHaveAccessibleDescription(/whole number from 1 to 5/));
  expect(asked('putRuleSettings')).toEqual([]);
});

test('every typed number of the rules is read alike and shown as it was understood', async () => {
  open('checks');
  const fields = await form();
  const numbers = within(fields)
    .getAllByRole('textbox')
    .filter((box) => box.getAttribute('inputmode') === 'numeric');
  expect(numbers).toHaveLength(23);
  const leave = (box: HTMLElement, value: string) => {
    fireEvent.change(box, { target: { value } });
    fireEvent.blur(box);
  };
  for (const box of numbers) leave(box, '１２');
  for (const box of numbers) await waitFor(() => expect(box).toHaveValue('12'));
  for (const box of numbers) leave(box, '1,000');
  const both = /“1,000” can mean 1 or 1000/;
  for (const box of numbers) await waitFor(() => expect(box).toHaveAccessibleDescription(both));
});

test('an ingredient is added to what the hospital does not prescribe online, beside the national list', async () => {
  const { user, asked, said } = open('checks');
  const fields = await form();
  const group = within(fields).getByRole('group', { name: 'Not prescribed online' });
  expect(group).toHaveTextContent('National list (1 entry)');
  expect(within(group).getByRole('button', { name: 'Remove Aspirin' })).toBeVisible();
  await user.type(within(group).getByRole('combobox', { name: /Add an ingredient/ }), 'm');
  await user.click(await screen.findByRole('option', { name: /Metformin/ }));
  await user.type(within(fields).getByRole('textbox', { name: /Reason of the change/ }), 'Decision 13');
  await user.click(within(fields).getByRole('button', { name: 'Save the rules' }));
  await waitFor(() => expect(said).toEqual(['The rules are saved as version 5.']));
  expect(asked('putRuleSettings')).toEqual([
    { version: 4, settings: { ...settings, alsoBanned: ['aspirin', 'metformin'] }, reason: 'Decision 13' },
  ]);
});

test('a title gets another level of antibacterials, at most the national one', async () => {
  const { user, asked, said } = open('checks');
  const fields = await form();
  const group = within(fields).getByRole('group', { name: 'Antibacterials by title' });
  const resident = within(group).getByRole('combobox', { name: 'Resident' });
  expect(
    within(resident)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['None', 'Unrestricted']);
  await user.selectOptions(within(group).getByRole('combobox', { name: 'Chief' }), 'Restricted');
  await user.type(within(fields).getByRole('textbox', { name: /Reason of the change/ }), 'Decision 14');
  await user.click(within(fields).getByRole('button', { name: 'Save the rules' }));
  await waitFor(() => expect(said).toEqual(['The rules are saved as version 5.']));
  expect(asked('putRuleSettings')).toEqual([
    { version: 4, settings: { ...settings, antibacterialLevels: { 1: 2, 4: 1 } }, reason: 'Decision 14' },
  ]);
});

test('a diagnosis is added to a medicine; what is no group of ICD-10 is refused at the field', async () => {
  const { user, asked, said } = open('checks');
  const fields = await form();
  const group = within(fields).getByRole('group', { name: 'Diagnoses of medicines' });
  await user.type(within(group).getByRole('combobox', { name: /Choose a medicine/ }), 'ibu');
  await user.click(await screen.findByRole('option', { name: /Ibuprofen/ }));
  const medicine = within(group).getByRole('group', { name: 'Ibuprofen' });
  expect(medicine).toHaveTextContent('By the tables: M00-M25');
  const added = within(medicine).getByRole('textbox', { name: 'Also for' });
  await user.type(added, 'gout');
  await user.type(within(fields).getByRole('textbox', { name: /Reason of the change/ }), 'Decision 15');
  await user.click(within(fields).getByRole('button', { name: 'Save the rules' }));
  await waitFor(() => expect(added).toHaveAccessibleDescription(/categories of ICD-10/));
  await user.clear(added);
  await user.type(added, 'N20-N23');
  await user.click(within(fields).getByRole('button', { name: 'Save the rules' }));
  await waitFor(() => expect(said).toEqual(['The rules are saved as version 5.']));
  const indications = { ibuprofen: { added: 'N20-N23', removed: '' } };
  expect(asked('putRuleSettings')).toEqual([
    { version: 4, settings: { ...settings, indications }, reason: 'Decision 15' },
  ]);
});

test('the history says who changed what, and from what to what', async () => {
  open('checks');
  const history = await screen.findByRole('region', { name: 'History' });
  expect(history).toHaveTextContent('Version 4');
  expect(history).toHaveTextContent('Luo Min');
  expect(history).toHaveTextContent(/: by the tables → Needs a reason/);
});

test('a fixed dictionary is shown with the reason and without buttons', async () => {
  const { user } = open('dictionaries');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Dictionary' }), 'Prescription status');
  const region = screen.getByRole('region', { name: 'Prescription status' });
  expect(region).toHaveTextContent('Fixed: the platform acts on these states');
  expect(within(region).queryByRole('button')).toBeNull();
});

test('entries are moved, renamed and retired', async () => {
  const { user, asked } = open('dictionaries');
  const titles = await screen.findByRole('region', { name: 'Titles' });
  await user.click(within(titles).getByRole('button', { name: 'Move Chief down' }));
  await waitFor(() =>
    expect(asked('arrangeDictionary')).toEqual([{ dictType: 'member_doctor_title', ids: ['3', '2'] }]),
  );
  await user.click(within(titles).getByRole('button', { name: 'Use Resident again' }));
  await waitFor(() => expect(asked('retireDictEntry')).toEqual([{ id: '3', retired: false }]));
  await user.click(within(titles).getByRole('button', { name: 'Change Chief' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change Chief' });
  const english = within(dialog).getByRole('textbox', { name: /English/ });
  await user.clear(english);
  await user.type(english, 'Head');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked('saveDictEntry')).toEqual([
      { dictType: 'member_doctor_title', id: '2', label: '主任医师', labelEn: 'Head' },
    ]),
  );
});

test('an order that was not accepted says why', async () => {
  const { user } = open('dictionaries', {
    arrangeDictionary: () => {
      throw new Refused(900, 'The entries were changed meanwhile');
    },
  });
  const titles = await screen.findByRole('region', { name: 'Titles' });
  await user.click(within(titles).getByRole('button', { name: 'Move Chief down' }));
  expect(await within(titles).findByRole('alert')).toHaveTextContent(
    'The order was not changed. The entries were changed',
  );
});

test('entries are loaded again after a change without an answer, which may have been made', async () => {
  const { user, asked } = open('dictionaries', { retireDictEntry: () => undefined });
  const titles = await screen.findByRole('region', { name: 'Titles' });
  await user.click(within(titles).getByRole('button', { name: 'Use Resident again' }));
  expect(await within(titles).findByRole('alert')).toBeVisible();
  await waitFor(() => expect(asked('listDictionaries')).toHaveLength(2));
});
