import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { choosesAmoxicillin, firstLine, prescriptionScreen } from '../../support/prescriptionScreen.tsx';

afterEach(() => setLanguage('en'));

async function dose(typed: string) {
  const { user } = prescriptionScreen();
  await choosesAmoxicillin(user);
  const field = firstLine().getByRole('textbox', { name: 'Dose' });
  await user.clear(field);
  await user.type(field, typed);
  await user.tab();
  return field;
}

test.each([
  ['0,5', '0.5'],
  ['.5', '0.5'],
  ['１．５', '1.5'],
  ['1/2', '0.5'],
  ['½', '0.5'],
  ['1 000', '1000'],
  ['1,234.5', '1234.5'],
  ['1.0', '1'],
])('the dose %j is shown as %s once its field is left', async (typed, shown) => {
  const field = await dose(typed);
  expect(field).toHaveValue(shown);
  expect(field).toBeValid();
});

test.each([
  ['1,000', '“1,000” can mean 1 or 1000. Write 1 or 1000.'],
  ['1.000', '“1.000” can mean 1 or 1000. Write 1 or 1000.'],
  ['05', '“05” can mean 0.5 or 5. Write 0.5 or 5.'],
  ['1/3', '“1/3” cannot be stored exactly. Write a decimal such as 0.33.'],
  ['5 mg', 'Write only the number, without a unit.'],
  ['5.', '“5.” is not clear. If 5 is meant, write 5.'],
  ['-5', 'Write the number without a minus sign.'],
  ['abc', 'Enter a number above 0.'],
])('the dose %j is refused at its field, which keeps it', async (typed, said) => {
  const field = await dose(typed);
  expect(field).toHaveValue(typed);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(said);
});

test('a dose with two readings is not sent as either of them', async () => {
  await dose('1,000');
  expect(firstLine().queryByText(/capsules → /)).toBeNull();
});

test('whole days in groups of three are refused with both readings in Chinese too', async () => {
  const { user } = prescriptionScreen();
  await choosesAmoxicillin(user);
  await setLanguage('zh-CN');
  const field = await screen.findByRole('textbox', { name: '天数' });
  await user.clear(field);
  await user.type(field, '1,000');
  expect(field).toHaveAccessibleDescription('“1,000”可能是 1，也可能是 1000。请写成 1 或 1000。');
});
