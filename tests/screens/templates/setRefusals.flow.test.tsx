import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { Refused } from '../../support/fakeApp.tsx';
import { shelf } from '../../support/prescriptionScreen.tsx';
import { adds, line, setup } from '../../support/setInSetup.tsx';

test('a dose or a maximum of zero is an error, and is not stored as left open', async () => {
  const { user, sets, newSet, saved } = await setup();
  await user.click(newSet);
  await user.keyboard('Cough');
  await adds(user, sets, 'Amoxicillin');
  const first = line(sets, /Line 1: Amoxicillin/);
  await user.keyboard('0');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  const dose = first.getByRole('textbox', { name: 'Dose' });
  expect(dose).toHaveAccessibleDescription('Enter a number above 0.');
  expect(dose).toHaveFocus();
  await user.clear(dose);
  await user.selectOptions(first.getByRole('combobox', { name: 'Frequency' }), 'prn');
  const most = first.getByRole('textbox', { name: /^Times in 24/ });
  await user.type(most, '0');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  expect(most).toHaveFocus();
  expect(saved).toEqual([]);
});

test('more days than a prescription may last are an error at the field', async () => {
  const { user, sets, newSet, saved } = await setup();
  await user.click(newSet);
  await user.keyboard('Cough');
  await adds(user, sets, 'Amoxicillin');
  const days = line(sets, /Line 1: Amoxicillin/).getByRole('textbox', { name: 'Days' });
  await user.type(days, '400');
  expect(days).toHaveAccessibleDescription('Enter a whole number from 1 to 365.');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  expect(days).toHaveFocus();
  expect(saved).toEqual([]);
});

test('the maximum of a medicine taken as needed is not stored after it is taken regularly', async () => {
  const { user, sets, newSet, saved } = await setup();
  await user.click(newSet);
  await user.keyboard('Cough');
  await adds(user, sets, 'Amoxicillin');
  const first = line(sets, /Line 1: Amoxicillin/);
  const frequency = first.getByRole('combobox', { name: 'Frequency' });
  await user.selectOptions(frequency, 'prn');
  await user.type(first.getByRole('textbox', { name: /^Times in 24/ }), '30');
  await user.selectOptions(frequency, 'tid');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.stringify(saved)).not.toContain('maxTimes');
});

test('a refusal of a field that is not on the screen is shown above the buttons', async () => {
  const data = { field: 'content.lines.0.specification' };
  const { user, sets, newSet } = await setup({
    answers: {
      saveTemplate: () => {
        throw new Refused(Code.badRequest, 'Too long', data);
      },
    },
  });
  await user.click(newSet);
  await user.keyboard('Cough');
  await adds(user, sets, 'Amoxicillin');
  await user.click(sets.getByRole('button', { name: 'Save' }));
  expect(await sets.findByText('Not saved: Too long')).toBeVisible();
});

test('Enter in a loading dose moves on and does not save the set', async () => {
  const { user, sets, newSet, saved } = await setup();
  await user.click(newSet);
  await user.keyboard('Cough');
  await adds(user, sets, 'Amoxicillin');
  const first = line(sets, /Line 1: Amoxicillin/);
  await user.selectOptions(first.getByRole('combobox', { name: 'Frequency' }), 'tid');
  await user.click(first.getByRole('button', { name: 'Add loading dose' }));
  await user.keyboard('1{Enter}');
  expect(first.getByRole('textbox', { name: 'Quantity' })).toHaveFocus();
  expect(saved).toEqual([]);
});

test('if the pharmacy does not answer, the set says so, and asks again on request', async () => {
  let isReachable = false;
  const { user, sets } = await setup({
    names: ['Bronchitis'],
    answers: {
      findDrugInventory: ({ id }: { id: string }) => {
        if (!isReachable) throw new Refused(Code.serverError, 'Away', null);
        return shelf.filter(({ drugId }) => drugId === id);
      },
    },
  });
  await user.click(await sets.findByRole('button', { name: /Change “Bronchitis”/ }));
  const notice = await sets.findByText(/could not be looked up in the pharmacy/);
  isReachable = true;
  await user.click(sets.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(notice).not.toBeInTheDocument());
  await waitFor(() =>
    expect(line(sets, /Line 1: Amoxicillin/).getByRole('textbox', { name: 'Days' })).toHaveAttribute('placeholder'),
  );
});
