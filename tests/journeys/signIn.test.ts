import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { gapOf } from '../support/puzzleGap.ts';
import { fillSignIn } from '../support/signIn.ts';

const sent: { mobile: string; code: string }[] = [];
const phones = createServer(async (request, response) => {
  sent.push((await json(request)) as { mobile: string; code: string });
  response.end();
});
const webhook = () => `http://127.0.0.1:${(phones.address() as AddressInfo).port}/`;

beforeAll(() => new Promise<void>((resolve) => void phones.listen(0, '127.0.0.1', resolve)));
afterAll(() => void phones.close());
const { person } = journey({ env: () => ({ SMS_WEBHOOK_URL: webhook() }) });

const codeFor = async (mobile: string, before: number) => {
  await expect
    .poll(() => sent.slice(before).find((one) => one.mobile === mobile)?.code ?? null, { timeout: 10_000 })
    .not.toBeNull();
  return sent.slice(before).find((one) => one.mobile === mobile)?.code ?? '';
};

/** Solves the puzzle that `open` shows, with image comparison and arrow keys. */
async function solves(page: Page, open: () => Promise<void>) {
  const answered = page.waitForResponse('**/captcha/get');
  await open();
  const { repData } = await (await answered).json();
  const slider = page.getByRole('slider', { name: 'Slide to complete the puzzle' });
  await slider.fill(String(gapOf(repData) - 1));
  await slider.press('ArrowRight');
  await slider.press('Enter');
}

test('after three wrong passwords the next attempt is delayed and requires a puzzle, and the right password then works', async () => {
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
  await solves(page, () => fillSignIn(page, 'doctor02'));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(problems).toEqual([]);
});

test('an SMS code signs in after a separate puzzle', async () => {
  const { page } = await person();
  await page.goto('/login');
  await page.getByRole('tab', { name: 'SMS code' }).click();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('138 0000 0011');
  const before = sent.length;
  await solves(page, () => page.getByRole('button', { name: 'Send code' }).click());
  await page.getByText('The code has been sent to 13800000011.').waitFor();
  expect(await page.getByRole('button', { name: /^Send again in/ }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeFor('13800000011', before));
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
  const before = sent.length;
  await solves(page, () => page.getByRole('button', { name: 'Send code' }).click());
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeFor('13800000003', before));
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('Another-Secret-77');
  await page.getByRole('textbox', { name: 'Repeat the new password' }).fill('Another-Secret-77');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your password has been changed. Log in with the new one.').waitFor();
  await elsewhere.page.getByRole('alertdialog', { name: 'Session expired' }).waitFor({ timeout: 10_000 });
  await fillSignIn(page, 'doctor03', 'Another-Secret-77');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});
