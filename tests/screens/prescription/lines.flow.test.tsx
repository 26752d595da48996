import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { WarehouseId } from '../../../contract/ids.ts';
import { lineFor } from '../../../src/domain/rxDraft.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { amoxicillin, completeDraft } from '../../support/clinical.ts';
import {
  checks,
  choosesAmoxicillin,
  firstLine,
  medicineSearch,
  prescriptionScreen,
  shelf,
  submits,
} from '../../support/prescriptionScreen.tsx';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

test('a chosen medicine gets its usual dosage and calculated quantity, and its dose field is focused', async () => {
  const { user } = prescriptionScreen();
  await choosesAmoxicillin(user);
  expect(firstLine().getByRole('textbox', { name: 'Dose' })).toHaveFocus();
  expect(firstLine().getByRole('textbox', { name: 'Dose' })).toHaveValue('0.5');
  expect(firstLine().getByRole('combobox', { name: 'Unit' })).toHaveDisplayValue('g');
  expect(firstLine().getByRole('combobox', { name: 'Frequency' })).toHaveDisplayValue('Three times daily');
  expect(firstLine().getByRole('combobox', { name: 'Route' })).toHaveDisplayValue('By mouth');
  expect(firstLine().getByRole('textbox', { name: 'Days' })).toHaveValue('3');
  expect(firstLine().getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
  expect(firstLine().getByText('2 × 3 × 3 = 18 capsules → 1 box')).toBeVisible();
});

test('a pack size that the specification contains is not repeated beside it', async () => {
  const specification = '0.25 g × 24 capsules/box';
  const { user } = prescriptionScreen({ answers: { searchDrugs: () => [{ ...shelf[0], specification }] } });
  await choosesAmoxicillin(user);
  const facts = firstLine().getByText(/capsules\/box/);
  expect(facts.textContent?.match(/capsules\/box/g)).toHaveLength(1);
});

test.each(['', '0', '500 iu', '-5'])(
  'a line with the dose %j is not checked, and says so instead of “nothing found”',
  async (dose) => {
    const { user } = prescriptionScreen();
    await choosesAmoxicillin(user);
    expect(await checks().findByText('Nothing found')).toBeVisible();
    await user.clear(firstLine().getByRole('textbox', { name: 'Dose' }));
    if (dose) await user.type(firstLine().getByRole('textbox', { name: 'Dose' }), dose);
    expect(checks().getByRole('listitem')).toHaveTextContent(/Line 1.*Not checked yet/);
    expect(checks().queryByText('Nothing found')).toBeNull();
    await waitFor(() => expect(checks().getByRole('status')).toBeEmptyDOMElement());
    expect(checks().queryByText('Nothing found')).toBeNull();
  },
);

test('a dose of zero is refused as no dose, not as an empty field', async () => {
  const { user } = prescriptionScreen();
  await choosesAmoxicillin(user);
  await user.clear(firstLine().getByRole('textbox', { name: 'Dose' }));
  await user.type(firstLine().getByRole('textbox', { name: 'Dose' }), '0');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  await waitFor(() => expect(firstLine().getByRole('textbox', { name: 'Dose' })).toBeInvalid());
  expect(firstLine().getByRole('textbox', { name: 'Dose' })).toHaveAccessibleDescription(/Enter a number above 0/);
});

test('Enter moves through the fields, and from the last one to the next medicine', async () => {
  const { user } = prescriptionScreen();
  await choosesAmoxicillin(user);
  const passed: (string | null)[] = [];
  for (let step = 0; step < 7; step += 1) {
    passed.push(document.activeElement?.id ?? null);
    await user.keyboard('{Enter}');
  }
  expect(new Set(passed).size).toBe(7);
  expect(await medicineSearch()).toHaveFocus();
});

test('the quantity follows the days until it is typed, and can be recalculated', async () => {
  const { user } = prescriptionScreen();
  await choosesAmoxicillin(user);
  const days = firstLine().getByRole('textbox', { name: 'Days' });
  const quantity = firstLine().getByRole('textbox', { name: 'Quantity' });
  await user.clear(days);
  await user.type(days, '7');
  expect(quantity).toHaveValue('2');
  await user.clear(quantity);
  await user.type(quantity, '5');
  expect(firstLine().getByText(/Typed by hand/)).toBeVisible();
  await user.click(firstLine().getByRole('button', { name: 'Recalculate (2)' }));
  expect(quantity).toHaveValue('2');
});

test('an incomplete number stays as typed and counts as missing', async () => {
  const { user, actor } = prescriptionScreen();
  await choosesAmoxicillin(user);
  const dose = firstLine().getByRole('textbox', { name: 'Dose' });
  await user.clear(dose);
  await user.type(dose, '0.');
  expect(dose).toHaveValue('0.');
  expect(actor.getSnapshot().context.draft.lines[0]?.onceDose).toBeNull();
  await user.type(dose, '25');
  expect(actor.getSnapshot().context.draft.lines[0]?.onceDose).toBe(0.25);
});

test('a finished line is one row; opening it closes the other, and leads to its dose', async () => {
  const other = {
    ...amoxicillin,
    id: '13' as never,
    drugId: '3' as never,
    name: 'Ambroxol',
    warehouseId: '1' as never,
  };
  const lines = [lineFor({ ...amoxicillin, warehouseId: '1' as never }, 'a'), lineFor(other, 'b')];
  const { user } = prescriptionScreen({ draft: { ...completeDraft, lines } });
  const first = await screen.findByRole('button', {
    name: /^1 Amoxicillin 0\.25\sg × 24 0\.5\sg · tid · 3\sd · 1\sbox$/,
  });
  expect(screen.queryByRole('textbox', { name: 'Dose' })).toBeNull();
  await user.click(first);
  expect(firstLine().getByRole('textbox', { name: 'Dose' })).toHaveFocus();
  screen.getByRole('button', { name: /^2 Ambroxol 0\.25\sg × 24 0\.5\sg · tid · 3\sd · 1\sbox$/ }).focus();
  await user.keyboard('{Enter}');
  const second = within(screen.getByRole('group', { name: 'Line 2: Ambroxol' }));
  expect(second.getByRole('textbox', { name: 'Dose' })).toHaveFocus();
  expect(screen.getAllByRole('textbox', { name: 'Dose' })).toHaveLength(1);
});

test('Enter in the last field closes a finished line; an unfinished one says what is missing', async () => {
  const { user } = prescriptionScreen();
  await choosesAmoxicillin(user);
  await user.click(firstLine().getByRole('textbox', { name: 'Note' }));
  await user.keyboard('after meals{Enter}');
  expect(await medicineSearch()).toHaveFocus();
  await user.click(
    screen.getByRole('button', { name: /^1 Amoxicillin .*0\.5\sg · tid · 3\sd · 1\sbox · after meals/ }),
  );
  await user.clear(firstLine().getByRole('textbox', { name: 'Days' }));
  await user.click(screen.getByRole('button', { name: /^1 Amoxicillin/ }));
  // Nothing else is edited, so the unfinished line stays open.
  expect(firstLine().getByRole('textbox', { name: 'Days' })).toBeVisible();
});

test('a prescription without a medicine is not submitted, and the search says so', async () => {
  const { user, platform } = prescriptionScreen();
  await screen.findByDisplayValue('Central pharmacy');
  await user.click(await screen.findByRole('button', { name: 'Submit prescription' }));
  expect(await medicineSearch()).toHaveFocus();
  expect(await medicineSearch()).toHaveAccessibleDescription(/Add at least one medicine/);
  expect(platform.sent).toEqual([]);
});

test('missing values of a line are marked in their fields', async () => {
  const { user, platform } = prescriptionScreen();
  await choosesAmoxicillin(user);
  await user.clear(firstLine().getByRole('textbox', { name: 'Days' }));
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(firstLine().getByRole('textbox', { name: 'Days' })).toHaveFocus();
  expect(firstLine().getByRole('textbox', { name: 'Days' })).toBeInvalid();
  expect(platform.sent).toEqual([]);
});

test('a unit that does not suit the medicine is rejected at its line', async () => {
  const line0 = { ...lineFor({ ...amoxicillin, warehouseId: WarehouseId.parse('1') }, 'a'), onceDoseUnit: 'iu' };
  const { user, platform } = prescriptionScreen({ draft: { ...completeDraft, lines: [line0] } });
  const unit = await screen.findByRole('combobox', { name: 'Unit' });
  expect(unit).toHaveAccessibleDescription('This unit does not fit the medicine. Choose another.');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(unit).toHaveFocus();
  await user.selectOptions(unit, 'g');
  await submits(user);
  await waitFor(() => expect(platform.sent).toHaveLength(1));
});

test('a line names its medicine in the current language, also after switching', async () => {
  const inChinese = shelf.map((one) => ({ ...one, name: '阿莫西林胶囊', tradeName: null, specification: '0.25g×24' }));
  let named = shelf;
  const { user } = prescriptionScreen({
    answers: {
      findDrugInventory: ({ id }: { id: string }) => named.filter(({ drugId }) => drugId === id),
    },
  });
  await choosesAmoxicillin(user);
  expect(firstLine().getByText('Amoxicillin (Amoxil)')).toBeVisible();
  await user.clear(firstLine().getByRole('textbox', { name: 'Days' }));
  await user.type(firstLine().getByRole('textbox', { name: 'Days' }), '6');
  named = inChinese;
  await setLanguage('zh-CN');
  const one = within(await screen.findByRole('group', { name: /第1行：阿莫西林胶囊/ }));
  expect(one.getByRole('textbox', { name: '天数' })).toHaveValue('6');
});

test('every choice asks the pharmacy for the medicine’s stock and price now', async () => {
  const { user } = prescriptionScreen({
    answers: {
      findDrugInventory: ({ id }: { id: string }) =>
        shelf.flatMap((one) => (one.drugId === id ? [{ ...one, stock: 3, price: 4_200 }] : [])),
    },
  });
  await choosesAmoxicillin(user);
  expect(await firstLine().findByText(/¥42\.00 · 3 in stock/)).toBeVisible();
});

test('a stock that ran out before the submission is shown at the line, and nothing is sent', async () => {
  let stock = 40;
  const { user, platform } = prescriptionScreen({
    answers: {
      getDrugInventory: ({ drugIds }: { drugIds: string[] }) =>
        drugIds.map((drugId) => ({ drugId, inventoryId: '11', stock, price: shelf[0]?.price, status: 1 })),
    },
  });
  await choosesAmoxicillin(user);
  stock = 0;
  await submits(user);
  expect(await firstLine().findByText(/Changed since you chose it: .* 0 at/)).toBeVisible();
  await waitFor(() => expect(firstLine().getByRole('textbox', { name: 'Quantity' })).toHaveFocus());
  expect(platform.sent).toEqual([]);
});

test('an advice with a blank is not submitted: the blank is selected, as in the record', async () => {
  const { user, platform } = prescriptionScreen();
  await choosesAmoxicillin(user);
  const advice = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Advice to the patient' });
  await user.type(advice, 'Come back in __ days');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(advice).toHaveAccessibleDescription('Fill in or delete “__”. A submitted prescription has no blanks.');
  expect(advice).toHaveFocus();
  expect(advice.value.slice(advice.selectionStart, advice.selectionEnd)).toBe('__');
  await user.keyboard('5');
  expect(advice).toHaveValue('Come back in 5 days');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Come back in 5 days');
  expect(platform.sent).toEqual([]);
});

test.each(['after __ days', '体温…℃', '有/无发热'])(
  'a note with the blank in “%s” is refused at its field',
  async (note) => {
    const { user, platform } = prescriptionScreen();
    await choosesAmoxicillin(user);
    const field = firstLine().getByRole<HTMLInputElement>('textbox', { name: 'Note' });
    await fillIn(user, field, note);
    await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
    expect(field).toHaveAccessibleDescription(/Fill in or delete “.+”. A submitted prescription has no blanks./);
    expect(field).toHaveFocus();
    expect(field.selectionEnd).toBeGreaterThan(field.selectionStart ?? 0);
    expect(platform.sent).toEqual([]);
  },
);
