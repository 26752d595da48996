import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cancelPrescription, getPrescription } from '../../contract/http/prescription.ts';
import { PrescriptionId } from '../../contract/ids.ts';
import type { Person } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { signedIn } from '../support/openConsultations.ts';
import { reviewer } from '../support/reviewer.ts';

const { person, platform } = journey();

const rowButtons = (page: Page) => page.getByRole('button', { name: /^Review RX/ });
/** Whether the checks of the open review are where they would be without the bar to undo the last decision. */
const movesNothing = (page: Page) =>
  page.getByRole('group', { name: 'Four checks, ten verifications' }).evaluate((checks) => {
    const bar = checks.closest('section')?.querySelector<HTMLElement>('[role="status"]:has(button)');
    if (!bar) throw new Error('no decision can be undone');
    const before = checks.getBoundingClientRect().top;
    bar.style.display = 'none';
    const without = checks.getBoundingClientRect().top;
    bar.style.removeProperty('display');
    return before === without;
  });

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

test.each([1440, 1024, 390])(
  'a reviewer approves, undoes and reviews the next prescriptions by keyboard alone (%i px)',
  async (width) => {
    const user = await person({ viewport: { width, height: 768 } });
    const { page } = user;
    await reviewer(user).signsIn();
    await rowButtons(page).first().waitFor();
    await page.keyboard.press('j');
    const first = await focusedRow(page);
    await page.keyboard.press('Enter');
    await page.getByRole('tabpanel', { name: 'Prescription' }).waitFor();
    const parts = ['Prescription', 'Patient', 'Record', 'Medicines', 'Messages'];
    const shown = await Promise.all(parts.map((name) => page.getByRole('tabpanel', { name }).isVisible()));
    expect(shown).toEqual(width === 1440 ? [true, true, true, true, true] : [true, false, false, false, false]);
    await page
      .getByRole('region', { name: 'Review queue' })
      .getByText(/^\d+ waiting$/)
      .waitFor();
    const paper = page.getByRole('article', { name: /^Prescription RX/ });
    expect((await paper.boundingBox())?.y).toBeGreaterThan(0);
    const approved = await approvesByKeyboard(page);
    expect(first).toBe(`Review ${approved}`);
    await expect.poll(() => numberIn(page)).not.toBe(approved);
    expect(await movesNothing(page)).toBe(true);
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
  const [rev, colleague] = [reviewer(user), reviewer(other)];
  await Promise.all([rev.signsIn('auditor01'), colleague.signsIn('auditor02')]);
  const { page } = user;
  await rowButtons(page).first().click();
  const region = page.getByRole('region', { name: /^Review of RX/ });
  const number = (await region.getByRole('heading', { level: 2 }).textContent()) ?? '';
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Half of it is enough');
  const here = other.page.getByRole('list', { name: 'Other reviewers who are here' });
  await here.getByText(new RegExp(`reviews ${number}$`)).waitFor();
  await colleague.opensReview(number);
  await review(other.page)
    .getByText(/is reviewing this prescription$/)
    .waitFor();
  await other.page.getByRole('button', { name: 'Open the next free one' }).click();
  await other.page.getByRole('group', { name: 'Four checks, ten verifications' }).waitFor();
  expect(await numberIn(other.page)).not.toBe(number);
  await other.page.keyboard.press('Escape');
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
  await reviewer(user).signsIn();
  // A colleague of an earlier test may still hold the first.
  await rowButtons(user.page).last().click();
  await user.page.getByRole('group', { name: 'Four checks, ten verifications' }).waitFor();
  await approvesByKeyboard(user.page);
  expect(await user.page.getByText('Your hold on this prescription has ended').count()).toBe(0);
  expect(user.problems).toEqual([]);
  await user.context.close();
});

/** The doctor who wrote the prescription cancels it. */
async function isCancelledByItsDoctor(id: PrescriptionId) {
  for (const name of ['doctor01', 'doctor02', 'doctor03']) {
    const call = await signedIn(platform().url, name);
    const rx = await call(getPrescription, { id }).catch(() => null);
    if (rx) return call(cancelPrescription, { id, version: rx.version, reason: 'Written for another patient' });
  }
  throw new Error(`no doctor can read ${id}`);
}

test('of two reviewers who open one prescription one reviews it; a cancellation keeps the comment', async () => {
  const people = await Promise.all([person(), person()]);
  const [one, two] = people.map((user) => reviewer(user)) as [ReturnType<typeof reviewer>, ReturnType<typeof reviewer>];
  await Promise.all([one.signsIn('auditor01'), two.signsIn('auditor02')]);
  const name = (await rowButtons(one.page).last().getAttribute('aria-label')) ?? '';
  const row = ({ page }: Person) => page.getByRole('button', { name });
  await Promise.all(people.map((user) => row(user).waitFor()));
  await Promise.all(people.map((user) => row(user).click()));

  const checks = ({ page }: Person) => page.getByRole('group', { name: 'Four checks, ten verifications' });
  const taken = ({ page }: Person) => page.getByText(/is reviewing this prescription$/);
  await Promise.race(people.map((user) => checks(user).waitFor()));
  await Promise.race(people.map((user) => taken(user).waitFor()));
  const [winner, loser] = (await checks(people[0]).isVisible()) ? people : [people[1], people[0]];
  await loser.page.getByRole('button', { name: 'Open the next free one' }).click();
  await checks(loser).waitFor();
  expect(`Review ${await numberIn(loser.page)}`).not.toBe(name);

  const comment = winner.page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Ask for the weight');
  const link = await winner.page.getByRole('link', { name: 'Whole page' }).getAttribute('href');
  await isCancelledByItsDoctor(PrescriptionId.parse(link?.split('=')[1]));
  await winner.page.getByText('This prescription is no longer to be reviewed').waitFor();
  expect(await comment.inputValue()).toBe('Ask for the weight');

  const left = winner.page.getByText('Ask for the weight', { exact: true });
  await winner.page.reload();
  await rowButtons(winner.page).first().waitFor();
  await left.waitFor();
  expect([...people[0].problems, ...people[1].problems]).toEqual([]);
  await Promise.all(people.map(({ context }) => context.close()));
});
