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
  prescriptionDesk,
  shelf,
  submits,
} from '../../support/prescriptionDesk.tsx';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

test('a chosen medicine gets its usual dosage and calculated quantity, and its dose field is focused', async () => {
  const { user } = prescriptionDesk();
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
  const { user } = prescriptionDesk({ answers: { searchDrugs: () => [{ ...shelf[0], specification }] } });
  await choosesAmoxicillin(user);
  const facts = firstLine().getByText(/capsules\/box/);
  expect(facts.textContent?.match(/capsules\/box/g)).toHaveLength(1);
});

test.each(['', '0', '500 iu', '-5'])(
  'a line with the dose %j is not checked, and says so instead of “nothing found”',
  async (dose) => {
    const { user } = prescriptionDesk();
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
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.clear(firstLine().getByRole('textbox', { name: 'Dose' }));
  await user.type(firstLine().getByRole('textbox', { name: 'Dose' }), '0');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  await waitFor(() => expect(firstLine().getByRole('textbox', { name: 'Dose' })).toBeInvalid());
  expect(firstLine().getByRole('textbox', { name: 'Dose' })).toHaveAccessibleDescription(/Enter a number above 0/);
});

test('Enter moves through the fields, and from the last one to the next medicine', async () => {
  const { user } = prescriptionDesk();
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
  const { user } = prescriptionDesk();
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
  const { user, actor } = prescriptionDesk();
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
  const { user } = prescriptionDesk({ draft: { ...completeDraft, lines } });
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
  const { user } = prescriptionDesk();
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

test('a missing maximum is a field to fill in, and a finding once the doctor tries to submit without it', async () => {
  const { user } = prescriptionDesk({
    hits: ({ lines }) =>
      lines.flatMap(({ frequency, maxTimes }, lineIndex) =>
        frequency !== 'prn' || maxTimes
          ? []
          : [
              {
                ruleCode: 'asNeededMaximum',
                level: 'warn',
                lineIndex,
                params: { drug: 'Amoxicillin' },
                needReason: true,
              },
            ],
      ),
  });
  await choosesAmoxicillin(user);
  await user.selectOptions(firstLine().getByRole('combobox', { name: 'Frequency' }), 'As needed');
  await user.type(firstLine().getByRole('textbox', { name: 'Quantity' }), '1');
  expect(await firstLine().findByText(/Fill in the most doses in 24 h/)).toBeVisible();
  expect(await checks().findByText(/Fill in the most doses in 24 h/)).toBeVisible();
  expect(screen.queryByText(/has no maximum/)).toBeNull();
  expect(screen.queryByText(/1 warning/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(await firstLine().findByText(/as needed has no maximum/, { selector: 'p > span' })).toBeVisible();
  expect(screen.getByText(/1 warning/)).toBeVisible();
});

test('a medicine taken as needed gets its quantity from the maximum', async () => {
  const { user, platform } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.selectOptions(firstLine().getByRole('combobox', { name: 'Frequency' }), 'As needed');
  expect(firstLine().getByText(/it is taken as needed, without a maximum/)).toBeVisible();
  await user.type(firstLine().getByRole('textbox', { name: 'Times in 24\u00a0h, at most' }), '4');
  await user.type(firstLine().getByRole('textbox', { name: 'Hours apart, at least' }), '6');
  expect(firstLine().getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
  expect(firstLine().getByText('2 × 4 × 3 = 24 capsules → 1 box')).toBeVisible();
  await submits(user);
  await waitFor(() => expect(platform.sent[0]?.lines).toMatchObject([{ maxTimes: 4, minHours: 6, quantity: 1 }]));
  const paper = await screen.findByRole('article');
  expect(paper).toHaveTextContent(
    '0.5 g, As needed, at most 4 times in 24 hours, at least 6 hours apart, By mouth, 3 days',
  );
});

test('a taper is written step by step on the keyboard, and its steps can be removed', async () => {
  const { user, platform } = prescriptionDesk();
  await choosesAmoxicillin(user);
  firstLine().getByRole('button', { name: 'Add taper step' }).focus();
  await user.keyboard('{Enter}');
  expect(firstLine().getByRole('textbox', { name: 'Step 2: dose (g)' })).toHaveFocus();
  await user.keyboard('0.25{Enter}{Enter}');
  expect(firstLine().getByRole('textbox', { name: 'Step 2: days' })).toHaveFocus();
  expect(firstLine().getByText('2 × 3 × 3 + 1 × 3 × 3 = 27 capsules → 2 boxes')).toBeVisible();
  await user.click(firstLine().getByRole('button', { name: 'Add taper step' }));
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(firstLine().getByRole('textbox', { name: 'Step 3: dose (g)' })).toHaveFocus();
  await user.click(firstLine().getByRole('button', { name: 'Remove step 3' }));
  expect(firstLine().getByRole('textbox', { name: 'Step 2: dose (g)' })).toHaveFocus();
  await submits(user);
  await waitFor(() =>
    expect(platform.sent[0]?.lines).toMatchObject([
      { steps: [{ dose: 0.25, frequency: 'tid', days: 3 }], quantity: 2 },
    ]),
  );
  expect(await screen.findByRole('article')).toHaveTextContent(
    '0.5 g, Three times daily, 3 days → 0.25 g, Three times daily, 3 days, By mouth',
  );
});

test('a loading dose counts once and can be removed', async () => {
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.click(firstLine().getByRole('button', { name: 'Add loading dose' }));
  expect(firstLine().getByRole('textbox', { name: 'Loading dose (g)' })).toHaveFocus();
  await user.keyboard('1');
  expect(firstLine().getByText('4 + 2 × (3 × 3 − 1) = 20 capsules → 1 box')).toBeVisible();
  expect(firstLine().queryByRole('option', { name: 'As needed' })).toBeNull();
  await user.click(firstLine().getByRole('button', { name: 'Remove loading dose' }));
  expect(firstLine().getByText('2 × 3 × 3 = 18 capsules → 1 box')).toBeVisible();
});

test('different doses by time of day are written with the keyboard, counted together and sent', async () => {
  const { user, platform } = prescriptionDesk();
  await choosesAmoxicillin(user);
  firstLine().getByRole('button', { name: 'Different doses by time of day' }).focus();
  await user.keyboard('{Enter}');
  const dose = (name: string) => firstLine().getByRole('textbox', { name });
  expect(dose('Morning (g)')).toHaveFocus();
  await user.keyboard('0.75');
  expect([dose('Morning (g)'), dose('Noon (g)'), dose('Evening (g)')].map((box) => box.getAttribute('value'))).toEqual([
    '0.75',
    '0.5',
    '0.5',
  ]);
  expect(firstLine().queryByRole('combobox', { name: 'Frequency' })).toBeNull();
  expect(firstLine().getByText('(3 + 2 + 2) × 3 = 21 capsules → 1 box')).toBeVisible();
  await user.click(firstLine().getByRole('button', { name: 'Remove the noon dose' }));
  expect(dose('Morning (g)')).toHaveFocus();
  await user.click(firstLine().getByRole('button', { name: 'Add bedtime' }));
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(dose('Bedtime (g)')).toBeInvalid();
  await user.clear(dose('Bedtime (g)'));
  await user.type(dose('Bedtime (g)'), '0.25');
  await submits(user);
  await waitFor(() => expect(platform.sent).not.toEqual([]));
  const dayDoses = [
    { moment: 'morning', dose: 0.75 },
    { moment: 'evening', dose: 0.5 },
    { moment: 'bedtime', dose: 0.25 },
  ];
  expect(platform.sent).toMatchObject([{ lines: [{ dayDoses, onceDose: 0.75, frequency: 'tid' }] }]);
});

test('a taper step has doses by time of day of its own, which the next step repeats and the paper shows', async () => {
  const { user, platform } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.click(firstLine().getByRole('button', { name: 'Add taper step' }));
  await user.keyboard('0.5');
  await user.click(firstLine().getByRole('button', { name: 'Step 2: different doses by time of day' }));
  const step = (number: number) =>
    within(firstLine().getByRole('group', { name: `Step ${number}: doses by time of day` }));
  expect(step(2).getByRole('textbox', { name: 'Morning (g)' })).toHaveFocus();
  await user.click(step(2).getByRole('button', { name: 'Remove the noon dose' }));
  expect(step(2).getByRole('textbox', { name: 'Morning (g)' })).toHaveFocus();
  await user.clear(step(2).getByRole('textbox', { name: 'Evening (g)' }));
  await user.type(step(2).getByRole('textbox', { name: 'Evening (g)' }), '0.25');
  expect(firstLine().getByText(/^2 × 3 × 3 \+ \(2 \+ 1\) × 3 = 27 capsules → 2 boxes/)).toBeVisible();
  await user.click(firstLine().getByRole('button', { name: 'Add taper step' }));
  expect(step(3).getByRole('textbox', { name: 'Morning (g)' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(step(3).getByRole('textbox', { name: 'Evening (g)' })).toBeInvalid();
  await user.click(firstLine().getByRole('button', { name: 'Remove step 3' }));
  await submits(user);
  const dayDoses = [
    { moment: 'morning', dose: 0.5 },
    { moment: 'evening', dose: 0.25 },
  ];
  await waitFor(() =>
    expect(platform.sent[0]?.lines).toMatchObject([
      { steps: [{ dose: 0.5, frequency: 'bid', days: 3, dayDoses }], quantity: 2 },
    ]),
  );
  expect(await screen.findByRole('article')).toHaveTextContent(
    '0.5 g, Three times daily, 3 days → 0.5 g in the morning, 0.25 g in the evening, 3 days, By mouth',
  );
});

test('the same dose each time is one field again, with the largest dose', async () => {
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.click(firstLine().getByRole('button', { name: 'Different doses by time of day' }));
  await user.click(firstLine().getByRole('button', { name: 'The same dose each time' }));
  expect(firstLine().getByRole('textbox', { name: 'Dose' })).toHaveFocus();
  expect(firstLine().getByText('2 × 3 × 3 = 18 capsules → 1 box')).toBeVisible();
});

test('every other day is counted in whole doses', async () => {
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.selectOptions(firstLine().getByRole('combobox', { name: 'Frequency' }), 'Every other day');
  expect(firstLine().getByText('2 × 2 doses = 4 capsules → 1 box')).toBeVisible();
});

test('a prescription without a medicine is not submitted, and the search says so', async () => {
  const { user, platform } = prescriptionDesk();
  await screen.findByDisplayValue('Central pharmacy');
  await user.click(await screen.findByRole('button', { name: 'Submit prescription' }));
  expect(await medicineSearch()).toHaveFocus();
  expect(await medicineSearch()).toHaveAccessibleDescription(/Add at least one medicine/);
  expect(platform.sent).toEqual([]);
});

test('missing values of a line are marked in their fields', async () => {
  const { user, platform } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.clear(firstLine().getByRole('textbox', { name: 'Days' }));
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(firstLine().getByRole('textbox', { name: 'Days' })).toHaveFocus();
  expect(firstLine().getByRole('textbox', { name: 'Days' })).toBeInvalid();
  expect(platform.sent).toEqual([]);
});

test('a unit that does not suit the medicine is rejected at its line', async () => {
  const line0 = { ...lineFor({ ...amoxicillin, warehouseId: WarehouseId.parse('1') }, 'a'), onceDoseUnit: 'iu' };
  const { user, platform } = prescriptionDesk({ draft: { ...completeDraft, lines: [line0] } });
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
  const { user } = prescriptionDesk({
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
  const { user } = prescriptionDesk({
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
  const { user, platform } = prescriptionDesk({
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
  const { user, platform } = prescriptionDesk();
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
    const { user, platform } = prescriptionDesk();
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
