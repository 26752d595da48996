import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { fillSignIn } from '../support/signIn.ts';
import { smsInbox, solvesPuzzle } from '../support/smsInbox.ts';

const { env, codeFor } = smsInbox();
const { person } = journey({ env });

test('after three wrong passwords the next attempt waits for a puzzle, and the right password then works', async () => {
  const { page, problems } = await person();
  await page.goto('/login');
  for (let i = 0; i < 3; i += 1) {
    const answer = page.waitForResponse('**/auth/login');
    await fillSignIn(page, 'doctor02', `wrong-${i}`);
    await answer;
    await page.getByText('Wrong account or password').waitFor();
  }
  const counting = page.getByRole('button', { name: /^Try again in 0:(10|0\d)$/ }).waitFor();
  await fillSignIn(page, 'doctor02');
  await counting;
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor({ timeout: 15_000 });
  await solvesPuzzle(page, () => fillSignIn(page, 'doctor02'));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(problems).toEqual([]);
});

test('an SMS code signs in after a separate puzzle', async () => {
  const { page } = await person();
  await page.goto('/login');
  await page.getByRole('tab', { name: 'SMS code' }).click();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('138 0000 0011');
  const code = await codeFor('13800000011', async () => {
    await solvesPuzzle(page, () => page.getByRole('button', { name: 'Send code' }).click());
    await page.getByText('The code has been sent to 13800000011.').waitFor();
  });
  expect(await page.getByRole('button', { name: /^Send again in/ }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/prescriptionTask');
});

test('a forgotten password is replaced by phone, and all open sessions have to sign in again', async () => {
  const elsewhere = await person();
  await elsewhere.page.goto('/login');
  await fillSignIn(elsewhere.page, 'doctor03');
  await elsewhere.page.getByRole('navigation', { name: 'Main' }).waitFor();

  const { page } = await person();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('13800000003');
  const code = await codeFor('13800000003', () =>
    solvesPuzzle(page, () => page.getByRole('button', { name: 'Send code' }).click()),
  );
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('Another-Secret-77');
  await page.getByRole('textbox', { name: 'Repeat the new password' }).fill('Another-Secret-77');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your password has been changed. Log in with the new one.').waitFor();
  await elsewhere.page.getByRole('alertdialog', { name: 'Session expired' }).waitFor({ timeout: 10_000 });
  await fillSignIn(page, 'doctor03', 'Another-Secret-77');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});
