import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../src/locales/i18n.ts';
import {
  checks,
  choosesAmoxicillin,
  firstLine,
  prescriptionScreen,
  submits,
} from '../../support/prescriptionScreen.tsx';

afterEach(() => setLanguage('en'));

test('a missing maximum is a field to fill in, and a finding once the doctor tries to submit without it', async () => {
  const { user } = prescriptionScreen({
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
  const { user, platform } = prescriptionScreen();
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
  const { user, platform } = prescriptionScreen();
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
  const { user } = prescriptionScreen();
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
  const { user, platform } = prescriptionScreen();
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
  const { user, platform } = prescriptionScreen();
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
  const { user } = prescriptionScreen();
  await choosesAmoxicillin(user);
  await user.click(firstLine().getByRole('button', { name: 'Different doses by time of day' }));
  await user.click(firstLine().getByRole('button', { name: 'The same dose each time' }));
  expect(firstLine().getByRole('textbox', { name: 'Dose' })).toHaveFocus();
  expect(firstLine().getByText('2 × 3 × 3 = 18 capsules → 1 box')).toBeVisible();
});

test('every other day is counted in whole doses', async () => {
  const { user } = prescriptionScreen();
  await choosesAmoxicillin(user);
  await user.selectOptions(firstLine().getByRole('combobox', { name: 'Frequency' }), 'Every other day');
  expect(firstLine().getByText('2 × 2 doses = 4 capsules → 1 box')).toBeVisible();
});
