import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DryRun } from '../../../contract/extension/catalogueFiles.ts';
import type { MedicineFields } from '../../../contract/extension/medicines.ts';
import { Diagnoses } from '../../../src/screens/administration/Diagnoses.tsx';
import { Medicines } from '../../../src/screens/administration/Medicines.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';
import { newMedicine } from '../../support/medicines.ts';

const medicine = { ...newMedicine, id: '7', revision: 70, retired: false };
const choices = {
  generics: [
    { code: 'amoxicillin', name: 'Amoxicillin', pinyin: 'AMXL', antibioticLevel: 1, controlType: 0 },
    { code: 'ibuprofen', name: 'Ibuprofen', pinyin: 'BLF', antibioticLevel: 0, controlType: 0 },
  ],
  dosageForms: ['granules', 'capsule'],
  units: ['mg', 'sachet', 'box'],
  frequencies: ['tid'],
  routes: ['po'],
};

function open(path: string, answers: object = {}) {
  return openScreen(path.startsWith('medicines') ? <Medicines /> : <Diagnoses />, {
    path: `/administration/${path}`,
    route: '/administration/*',
    answers: {
      pageMedicines: ({ keyword }: { keyword: string }) =>
        keyword === 'nothing' ? { list: [], total: 0 } : { list: [{ ...medicine, stock: 40 }], total: 1 },
      medicineChoices: () => choices,
      getMedicine: () => ({
        medicine,
        warehouses: [{ warehouseId: '1', name: 'Central', stock: 40, price: 1_550 }],
        corrections: [{ time: 0, by: 'Luo Min', warehouseId: '1', before: 3, after: 40, reason: 'Delivery' }],
      }),
      saveMedicine: () => ({ id: '7', revision: 71 }),
      correctStock: ({ after }: { after: number }) => ({ stock: after }),
      ...answers,
    },
  });
}

const form = () => screen.findByRole('form', { name: 'Medicine' });

test('the formulary shows price, packs and marks, and is searched while typing', async () => {
  const { user, asked } = open('medicines');
  const row = (await screen.findByRole('link', { name: 'Amoxicillin powder for suspension' })).closest('tr');
  expect(row).toHaveTextContent('15.50');
  expect(row).toHaveTextContent('Antibiotic 1');
  await user.type(screen.getByRole('searchbox', { name: 'Name, pinyin or code' }), 'nothing');
  expect(await screen.findByText('Nothing found')).toBeVisible();
  expect(asked('pageMedicines').at(-1)).toMatchObject({ keyword: 'nothing', state: 'all', pageNo: 1 });
});

test('a formulary that cannot be loaded says so and can be loaded again', async () => {
  let fails = true;
  const { user } = open('medicines', {
    pageMedicines: () => {
      if (fails) throw new Refused(500, 'Server error');
      return { list: [], total: 0 };
    },
  });
  await screen.findByText(/Server error/);
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing found')).toBeVisible();
});

test('a changed medicine is sent with the number of its last change, its price in cents', async () => {
  const { user, asked, said } = open('medicines/7');
  const fields = await form();
  const price = within(fields).getByRole('textbox', { name: /Price of a pack/ });
  await user.clear(price);
  await user.type(price, '16.8');
  await user.click(within(fields).getByRole('checkbox', { name: /High alert/ }));
  await user.click(within(fields).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(said).toEqual(['Amoxicillin powder for suspension is saved.']));
  const expected: MedicineFields = { ...newMedicine, price: 1_680, highAlert: true };
  expect(asked('saveMedicine')).toEqual([{ ...expected, id: '7', revision: 70 }]);
});

test('an empty form is not sent, and the errors are at their fields', async () => {
  const { user, asked } = open('medicines/new');
  const fields = await form();
  await user.type(within(fields).getByRole('textbox', { name: /Strength of a base unit/ }), '5');
  await user.click(within(fields).getByRole('button', { name: 'Save' }));
  const strength = within(fields).getByRole('textbox', { name: /Strength of a base unit/ });
  await waitFor(() => expect(within(fields).getByText('Choose a generic from the list.')).toBeVisible());
  expect(within(fields).getByRole('textbox', { name: /^Code/ })).toHaveAccessibleDescription(/Fill in this field/);
  await user.clear(strength);
  await user.type(strength, 'x');
  await user.tab();
  await waitFor(() => expect(strength).toHaveAccessibleDescription(/Enter a number above 0/));
  expect(asked('saveMedicine')).toEqual([]);
});

test('a refusal is shown at the field that it names, and the input stays', async () => {
  const { user } = open('medicines/7', {
    saveMedicine: () => {
      throw new Refused(400, 'The antibiotic level of this generic is at least 1', { field: 'antibioticLevel' });
    },
  });
  const fields = await form();
  const level = within(fields).getByRole('combobox', { name: 'Antibiotic level' });
  await user.selectOptions(level, 'No antibiotic');
  await user.click(within(fields).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(level).toHaveAccessibleDescription(/is at least 1/));
  expect(level).toHaveValue('0');
});

test('leaving with unsaved input asks first', async () => {
  const { user } = open('medicines/7');
  const fields = await form();
  await user.type(within(fields).getByRole('textbox', { name: /Name in English/ }), ' forte');
  await user.click(screen.getByRole('link', { name: 'Back to the list' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(within(fields).getByRole('textbox', { name: /Name in English/ })).toHaveValue(`${newMedicine.nameEn} forte`);
});

test('packs are corrected with a reason, against what was seen', async () => {
  const { user, asked } = open('medicines/7');
  expect(await screen.findByText('Delivery')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Correct the packs in Central' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct the packs in Central' });
  const counted = within(dialog).getByRole('textbox', { name: /Packs counted/ });
  await user.clear(counted);
  await user.type(counted, '38');
  await user.click(within(dialog).getByRole('button', { name: 'Correct the packs' }));
  await waitFor(() =>
    expect(within(dialog).getByRole('textbox', { name: /Reason/ })).toHaveAccessibleDescription(/Fill in this field/),
  );
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Two broken');
  await user.click(within(dialog).getByRole('button', { name: 'Correct the packs' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('correctStock')).toEqual([{ id: '7', warehouseId: '1', before: 40, after: 38, reason: 'Two broken' }]);
});

test('a correction that was typed is not closed without a question', async () => {
  const { user } = open('medicines/7');
  await user.click(await screen.findByRole('button', { name: 'Correct the packs in Central' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct the packs in Central' });
  const reason = within(dialog).getByRole('textbox', { name: /Reason/ });
  await user.type(reason, 'Two broken');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('is not saved');
  expect(reason).toHaveValue('Two broken');
  await user.click(within(dialog).getByRole('button', { name: 'Discard it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const found: DryRun = {
  id: '5' as NonNullable<DryRun['id']>,
  counts: { added: 1, changed: 1, unchanged: 4, refused: 2 },
  added: [{ line: 2, code: 'n1', name: '新药' }],
  changed: [
    { line: 3, code: 'd1', name: '旧药', changes: [{ column: 'Price in yuan', before: '1.00', after: '1.20' }] },
  ],
  refused: [
    { line: 4, column: 'Generic', reason: { en: 'There is no such generic', zh: '没有该通用名' } },
    { line: 5, column: null, reason: { en: 'The row has more cells than there are headings', zh: '单元格多于列名' } },
  ],
};

async function chooseFile(user: ReturnType<typeof open>['user']) {
  const input = await screen.findByLabelText('Choose a CSV file', { selector: 'input' });
  await user.upload(input, new File(['code\nn1'], 'rows.csv', { type: 'text/csv' }));
}

test('a file is read first, its rows are shown with line, column and reason, and then applied', async () => {
  const { user, asked, said } = open('medicines/import', {
    checkImport: () => found,
    applyImport: () => ({ added: 1, changed: 1 }),
  });
  await chooseFile(user);
  const refused = await screen.findByRole('table', { name: 'Refused rows' });
  expect(
    within(refused)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['4GenericThere is no such generic', '5whole rowThe row has more cells than there are headings']);
  expect(within(screen.getByRole('table', { name: 'Changed rows' })).getByText('1.20')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'What the file would change' })).toHaveFocus();
  expect(screen.getByText(/2 refused rows are left out/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Apply 2 rows' }));
  await waitFor(() => expect(said).toEqual(['Applied: 1 new, 1 changed.']));
  expect(asked('applyImport')).toEqual([{ id: '5' }]);
  expect(screen.queryByRole('table')).toBeNull();
});

test('a file of which no row can be applied has no button', async () => {
  const { user } = open('diagnoses/import', {
    checkImport: () => ({
      ...found,
      id: null,
      counts: { added: 0, changed: 0, unchanged: 0, refused: 2 },
      added: [],
      changed: [],
    }),
  });
  await chooseFile(user);
  expect(await screen.findByText('No row can be applied. Correct the file and choose it again.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
});

test('an outdated dry run is not applied, and the reason is shown', async () => {
  const { user } = open('medicines/import', {
    checkImport: () => found,
    applyImport: () => {
      throw new Refused(900, 'The catalogue was changed after this dry run, so nothing was written.');
    },
  });
  await chooseFile(user);
  await user.click(await screen.findByRole('button', { name: 'Apply 2 rows' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('nothing was written');
});
