import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { bronchitis } from '../../support/clinical.ts';
import { Refused } from '../../support/fakeApp.tsx';
import { adds, amoxicillinLine, line, setup } from '../../support/setInSetup.tsx';

test('a set of medicines is created in the service setup', async () => {
  const { user, sets, newSet, saved, said } = await setup();
  await user.click(newSet);
  expect(sets.getByRole('textbox', { name: /^Name/ })).toHaveFocus();
  await user.keyboard('Cough');
  await user.selectOptions(sets.getByRole('combobox', { name: 'Who sees it' }), 'department');
  await adds(user, sets, 'Amoxicillin');
  const first = line(sets, /Line 1: Amoxicillin/);
  await user.keyboard('0.25');
  await user.selectOptions(first.getByRole('combobox', { name: 'Frequency' }), 'bid');
  await user.selectOptions(first.getByRole('combobox', { name: 'Route' }), 'po');
  await user.type(first.getByRole('textbox', { name: 'Days' }), '5');
  await user.type(first.getByRole('textbox', { name: 'Quantity' }), '2');
  await user.type(first.getByRole('textbox', { name: 'Note' }), 'after meals');
  await adds(user, sets, 'Ambroxol');
  await user.click(sets.getByRole('button', { name: 'Acute bronchitis' }));
  await user.type(sets.getByRole('textbox', { name: /^Advice/ }), 'Drink enough.');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(said).toEqual(['“Cough” was saved.']));
  const open = { onceDose: null, frequency: null, route: null, days: null, quantity: null, remark: '' };
  expect(saved).toEqual([
    {
      name: 'Cough',
      scope: 'department',
      content: {
        kind: 'prescription',
        lines: [
          {
            ...amoxicillinLine,
            onceDose: 0.25,
            frequency: 'bid',
            route: 'po',
            days: 5,
            quantity: 2,
            remark: 'after meals',
          },
          { ...open, drugId: '2', drugName: 'Ambroxol', specification: '30 mg × 20', onceDoseUnit: 'g' },
        ],
        diagnosisList: [expect.objectContaining({ id: bronchitis.id, main: true })],
        advice: 'Drink enough.',
      },
    },
  ]);
  expect(await sets.findByRole('button', { name: 'New set' })).toHaveFocus();
});

test('an empty field shows the usual dosage, and an empty quantity the one by its formula', async () => {
  const { user, sets, newSet } = await setup();
  await user.click(newSet);
  await adds(user, sets, 'Amoxicillin');
  const first = line(sets, /Line 1: Amoxicillin/);
  expect(first.getByRole('textbox', { name: 'Dose' })).toHaveAttribute('placeholder', '0.5');
  expect(first.getByRole('combobox', { name: 'Frequency' })).toHaveDisplayValue('usual: Three times daily');
  await user.keyboard('0.5');
  await user.selectOptions(first.getByRole('combobox', { name: 'Frequency' }), 'tid');
  await user.type(first.getByRole('textbox', { name: 'Days' }), '7');
  const quantity = first.getByRole('textbox', { name: 'Quantity' });
  expect(quantity).toHaveAttribute('placeholder', '2');
  await user.type(quantity, '3');
  await user.click(first.getByRole('button', { name: 'Recalculate (2)' }));
  expect(quantity).toHaveValue('');
});

test('a line without a medicine cannot be saved', async () => {
  const { user, sets, newSet, saved } = await setup();
  await user.click(newSet);
  await user.keyboard('Cough');
  const search = sets.getByRole('combobox', { name: 'Medicine' });
  await user.click(sets.getByRole('button', { name: 'Save' }));
  expect(search).toHaveAccessibleDescription('Search for a medicine and add it.');
  expect(search).toHaveFocus();
  await adds(user, sets, 'Amoxicillin');
  await user.type(search, 'unknown{Enter}');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  expect(search).toHaveAccessibleDescription('Choose a medicine from the list, or clear this text.');
  expect(saved).toEqual([]);
});

test('a number that cannot be read is not saved as an open field', async () => {
  const { user, sets, newSet, saved } = await setup();
  await user.click(newSet);
  await user.keyboard('Cough');
  await adds(user, sets, 'Amoxicillin');
  await user.keyboard('half');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  expect(line(sets, /Line 1/).getByRole('textbox', { name: 'Dose' })).toHaveFocus();
  expect(saved).toEqual([]);
});

test.each([
  ['lines.1.drugId', 'The medicine is not in the list of this hospital', null],
  ['lines.1.days', 'Too many days', 'Days'],
])('a refusal of the platform stands at its line (%s)', async (field, reason, label) => {
  const { user, sets, newSet, saved } = await setup({
    answers: {
      saveTemplate: () => {
        throw new Refused(Code.badRequest, reason, { field: `content.${field}` });
      },
    },
  });
  await user.click(newSet);
  await user.keyboard('Cough');
  await adds(user, sets, 'Amoxicillin');
  await adds(user, sets, 'Ambroxol');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  const second = line(sets, /Line 2: Ambroxol/);
  expect(await second.findByText(reason)).toBeVisible();
  expect(line(sets, /Line 1/).queryByText(reason)).toBeNull();
  const focused = label ? second.getByRole('textbox', { name: label }) : second.getAllByRole('textbox')[0];
  expect(focused).toHaveFocus();
  if (label) expect(focused).toHaveAccessibleDescription(reason);
  await user.keyboard('3');
  expect(sets.queryByText(reason)).toBeNull();
  expect(saved).toEqual([]);
});

test('a refusal of the name or the department stands at its field', async () => {
  const refused = [
    { field: 'scope', reason: 'You have no department.' },
    { field: 'name', reason: 'There is a template “Cough” already.' },
  ];
  const { user, sets, newSet } = await setup({
    answers: {
      saveTemplate: () => {
        const { field = '', reason = '' } = refused.shift() ?? {};
        throw new Refused(Code.badRequest, reason, { field });
      },
    },
  });
  await user.click(newSet);
  await user.keyboard('Cough');
  await adds(user, sets, 'Amoxicillin');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sets.getByRole('combobox', { name: 'Who sees it' })).toHaveAccessibleDescription('You have no department.'),
  );
  await user.click(sets.getByRole('button', { name: 'Save' }));
  const name = sets.getByRole('textbox', { name: /^Name/ });
  await waitFor(() => expect(name).toHaveAccessibleDescription(/There is a template “Cough” already/));
  expect(name).toHaveFocus();
});

test('medicines of a set are put in order and removed with the keyboard', async () => {
  const { user, sets, newSet, saved } = await setup();
  await user.click(newSet);
  await user.keyboard('Cough');
  await adds(user, sets, 'Amoxicillin');
  await adds(user, sets, 'Ambroxol');
  const up = () => sets.getByRole('button', { name: /^Move Ambroxol.* up$/ });
  up().focus();
  await user.keyboard('{Enter}');
  expect(sets.getByRole('group', { name: /Line 1: Ambroxol/ })).toBeVisible();
  expect(up()).toHaveFocus();
  expect(up()).toHaveAttribute('aria-disabled', 'true');
  sets.getByRole('button', { name: /^Remove Amoxicillin.* from the set$/ }).focus();
  await user.keyboard('{Enter}');
  expect(sets.getByRole('combobox', { name: 'Medicine' })).toHaveFocus();
  await user.click(sets.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ content: { lines: [{ drugId: '2' }] } }]));
});

test('a medicine that is in the set already cannot be added again, one that is sold out can', async () => {
  const { user, sets, newSet } = await setup();
  await user.click(newSet);
  await adds(user, sets, 'Ambroxol');
  await user.click(sets.getByRole('combobox', { name: 'Medicine' }));
  await user.paste('ambr');
  expect(await screen.findByRole('option', { name: /already in the set/ })).toHaveAttribute('aria-disabled', 'true');
});

test('a stored set is changed in the same form, with the units that fit its medicine', async () => {
  const { user, sets, saved } = await setup({ names: ['Bronchitis'] });
  await user.click(await sets.findByRole('button', { name: 'Change “Bronchitis”' }));
  const first = within(await sets.findByRole('group', { name: /Line 1: Amoxicillin/ }));
  await waitFor(() => expect(first.getByRole('option', { name: 'capsule' })).toBeInTheDocument());
  await user.selectOptions(first.getByRole('combobox', { name: 'Unit' }), 'capsule');
  const dose = first.getByRole('textbox', { name: 'Dose' });
  await user.clear(dose);
  await user.type(dose, '2');
  await adds(user, sets, 'Ambroxol');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved).toMatchObject([
      {
        id: '7',
        version: 2,
        content: {
          lines: [{ ...amoxicillinLine, onceDose: 2, onceDoseUnit: 'capsule' }, { drugId: '2' }],
        },
      },
    ]),
  );
});

test('the default pharmacy is searched until the doctor chooses another', async () => {
  const { user, sets, newSet, asked } = await setup();
  await user.click(newSet);
  expect(await sets.findByRole('combobox', { name: 'Pharmacy' })).toHaveDisplayValue('Central pharmacy');
  await user.selectOptions(sets.getByRole('combobox', { name: 'Pharmacy' }), 'Branch');
  await adds(user, sets, 'Amoxicillin');
  expect(asked('searchDrugs')).toMatchObject([{ warehouseId: '2', keyword: 'Amox' }]);
});

test('going back with a set that is not saved asks first', async () => {
  const { user, sets, newSet } = await setup();
  await user.click(newSet);
  await user.keyboard('Cough');
  await user.click(sets.getByRole('button', { name: 'Back' }));
  await user.click(sets.getByRole('button', { name: 'Go on writing' }));
  expect(sets.getByRole('textbox', { name: /^Name/ })).toHaveValue('Cough');
  await user.click(sets.getByRole('button', { name: 'Back' }));
  await user.click(sets.getByRole('button', { name: 'Discard it' }));
  expect(await sets.findByRole('button', { name: 'New set' })).toHaveFocus();
});
