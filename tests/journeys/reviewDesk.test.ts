import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { auditor } from '../support/auditor.ts';
import { journey } from '../support/journey.ts';

const { person } = journey();

const rowButtons = (page: Page) => page.getByRole('button', { name: /^Review RX/ });
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const focusedRow = async (page: Page) => {
  await expect.poll(() => focusedName(page)).toMatch(/^Review RX/);
  return focusedName(page);
};

const review = (page: Page) => page.getByRole('region', { name: /^Review of RX/ });
const numberIn = async (page: Page) => (await review(page).getByRole('heading', { level: 2 }).textContent()) ?? '';

/** Confirms the open verifications and approves by two keys; returns the number of the prescription. */
async function approvesByKeyboard(page: Page) {
  await page.getByRole('group', { name: 'Four checks, ten verifications' }).waitFor();
  const number = await numberIn(page);
  await page.keyboard.press('c');
  await page.keyboard.press('a');
  await page.getByText(`${number} approved`).waitFor();
  return number;
}

test.each([1440, 1024])(
  'an auditor approves, undoes and reviews the next prescriptions by keyboard alone (%i px)',
  async (width) => {
    const user = await person({ viewport: { width, height: 768 } });
    const { page } = user;
    await auditor(user).signsIn();
    await rowButtons(page).first().waitFor();
    await page.keyboard.press('j');
    const first = await focusedRow(page);
    await page.keyboard.press('Enter');
    const approved = await approvesByKeyboard(page);
    expect(first).toBe(`Review ${approved}`);
    await expect.poll(() => numberIn(page)).not.toBe(approved);
    await page.keyboard.press('u');
    await expect.poll(() => numberIn(page)).toBe(approved);
    await approvesByKeyboard(page);
    await expect.poll(() => numberIn(page)).not.toBe(approved);
    const second = await numberIn(page);
    await page.keyboard.press('Escape');
    expect(await focusedRow(page)).toBe(`Review ${second}`);
    expect(user.problems).toEqual([]);
    await user.context.close();
  },
);

test('a comment survives a reload, and the open review reports when a colleague takes over the lease', async () => {
  const [user, other] = await Promise.all([person(), person()]);
  const [rev, colleague] = [auditor(user), auditor(other)];
  await Promise.all([rev.signsIn('auditor01'), colleague.signsIn('auditor02')]);
  const { page } = user;
  await rowButtons(page).first().click();
  const region = page.getByRole('region', { name: /^Review of RX/ });
  const number = (await region.getByRole('heading', { level: 2 }).textContent()) ?? '';
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Half of it is enough');
  await page.reload();
  await rev.opensReview(number);
  await expect.poll(() => comment.inputValue()).toBe('Half of it is enough');

  const tab = await user.tab();
  await tab.goto('/prescriptionTask');
  await tab.getByRole('button', { name: `Review ${number}` }).click();
  await tab.getByRole('group', { name: 'Four checks, ten verifications' }).waitFor();
  await tab.keyboard.press('Escape');
  await region.getByText('Your hold on this prescription has ended').waitFor();
  await colleague.opensReview(number);
  await region.getByText(/is reviewing this prescription now/).waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(await comment.inputValue()).toBe('Half of it is enough');
  expect([...user.problems, ...other.problems]).toEqual([]);
  await Promise.all([user.context.close(), other.context.close()]);
});

test('a computer whose clock is an hour fast holds a lease like any other', async () => {
  const user = await person();
  await user.page.addInitScript((aheadMs) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + aheadMs;
  }, 3_600_000);
  await auditor(user).signsIn();
  // A colleague of an earlier test may still hold the first.
  await rowButtons(user.page).last().click();
  await user.page.getByRole('group', { name: 'Four checks, ten verifications' }).waitFor();
  await approvesByKeyboard(user.page);
  expect(await user.page.getByText('Your hold on this prescription has ended').count()).toBe(0);
  expect(user.problems).toEqual([]);
  await user.context.close();
});
