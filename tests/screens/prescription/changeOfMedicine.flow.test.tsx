import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { choosesAmoxicillin, prescriptionScreen } from '../../support/prescriptionScreen.tsx';
import { fillIn } from '../../support/render.tsx';

const change: RuleHit = {
  ruleCode: 'duplicateClass',
  level: 'warn',
  lineIndex: 0,
  params: {
    ...{ drug: 'Apixaban', other: 'Warfarin', otherCode: 'warfarin', otherLine: 0 },
    ...{ daysLeft: 9, change: 'warfarin-apixaban', together: 'block' },
  },
  detail: 'Stop warfarin and start apixaban when the INR is below 2.',
  needReason: true,
};
const row = async () => within(await screen.findByRole('list', { name: 'Findings of line 1' })).getByRole('listitem');
const question = () => screen.findByRole('combobox', { name: /^What becomes of the earlier medicine/ });
const submitButton = () => screen.getByRole('button', { name: 'Submit prescription' });

test('a change of medicine is not submitted before the doctor says what becomes of the earlier one', async () => {
  const { user, platform } = prescriptionScreen({ hits: () => [change] });
  await choosesAmoxicillin(user);
  await fillIn(user, await screen.findByRole('textbox', { name: /^Reason for/ }), 'Unstable INR');
  await user.click(submitButton());
  expect(await row()).toHaveTextContent('Say whether this replaces the earlier medicine.');
  expect(platform.sent).toEqual([]);
});

test('both continue is refused where both together would be; replacing needs a reason and is sent', async () => {
  const { user, platform } = prescriptionScreen({ hits: () => [change] });
  await choosesAmoxicillin(user);
  await user.selectOptions(await question(), 'Both continue');
  expect(await row()).toHaveTextContent('Both together are refused, as on one prescription.');
  expect(screen.getByText('1 refusal')).toBeVisible();
  await user.selectOptions(await question(), 'Replaces the earlier one');
  await fillIn(user, await screen.findByRole('textbox', { name: /^Reason for/ }), 'Unstable INR');
  await user.click(submitButton());
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: /^Submit/ }));
  expect(platform.sent).toMatchObject([
    { overrides: [{ ruleCode: 'duplicateClass', change: 'replaces', reason: 'Unstable INR' }] },
  ]);
});

test('two medicines of one ingredient show their sum of the day beside the maximum', async () => {
  const params = { drug: 'A', other: 'B', otherCode: 'b', otherLine: 0, taken: '4.5', max: '4', unit: 'g' };
  const { user } = prescriptionScreen({
    hits: () => [{ ...change, ruleCode: 'duplicateIngredient', detail: 'X', params }],
  });
  await choosesAmoxicillin(user);
  expect(await row()).toHaveTextContent(/which the patient already takes\. Together 4\.5\sg a day, at most 4\sg/);
});
