import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Person } from '../support/browser.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';

const { person } = journey();

/** Keys on one page: presses Tab until the focus is where it should be, as a person does. */
function keysOn(page: Page) {
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      return at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
  const cursorIn = (field: RegExp) => expect.poll(focused).toMatch(field);
  async function tabTo(name: RegExp, by = 'Tab') {
    for (let presses = 0; presses < 80; presses += 1) {
      if (name.test(await focused())) return;
      await keyboard.press(by);
    }
    throw new Error(`Tab never reaches ${name}; it is at ${await focused()}`);
  }
  return { keyboard, focused, cursorIn, tabTo };
}

/** Presses the shortcut of handing in until the dialog opens, and answers the findings that it leads to. */
async function handsIn(page: Page, reason: string) {
  const { keyboard, focused, tabTo } = keysOn(page);
  const dialog = page.getByRole('alertdialog', { name: 'Submit this prescription?' });
  const isEmpty = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value === '');
  // A written reason has the checks run again, so it is written once and then given time.
  await expect
    .poll(
      async () => {
        await keyboard.press('Control+Shift+Enter');
        if ((await focused()).startsWith('Reason for') && (await isEmpty())) await keyboard.type(reason);
        return dialog.isVisible();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
  await tabTo(/^Submit prescription$/);
  await keyboard.press('Enter');
  await page.getByText('Waiting for review').first().waitFor();
}

/** Opens a prescription in the review queue and decides it; then the next one opens by itself, and is closed. */
async function decides({ page }: Person, number: string, decision: 'approve' | 'reject') {
  const { keyboard, tabTo, cursorIn, focused } = keysOn(page);
  await page.getByRole('button', { name: `Review ${number}` }).waitFor();
  for (let at = await focused(); at !== `Review ${number}`; at = await focused()) {
    await keyboard.press('j');
    await expect.poll(focused).not.toBe(at);
  }
  await keyboard.press('Enter');
  await page.getByRole('group', { name: 'Four checks, ten verifications' }).waitFor();
  if (decision === 'reject') {
    await keyboard.press('r');
    await cursorIn(/./);
    await keyboard.press('Space');
    await tabTo(/^Comment/);
    await keyboard.type('Five days are enough');
    await tabTo(/^Reject$/);
    await keyboard.press('Enter');
  } else {
    await keyboard.press('c');
    await keyboard.press('a');
  }
  await page.getByText(`${number} ${decision === 'reject' ? 'rejected' : 'approved'}`).waitFor();
  const next = page.getByRole('region', { name: /^Review of RX/ });
  await next.getByRole('group', { name: 'Four checks, ten verifications' }).waitFor();
  await keyboard.press('Escape');
  await next.waitFor({ state: 'detached' });
}

test('record and prescription go through refusal, warning, rejection and approval by keyboard alone', async () => {
  const [user, other] = await Promise.all([person(), person()]);
  const doc = doctor(user);
  await Promise.all([doc.signsIn('doctor02'), reviewer(other).signsIn()]);
  await doc.opens('Cloud room');
  // A waiting patient of the demonstration with a recorded allergy to cephalosporins.
  const patient = '李晓梅';
  let { keyboard, tabTo, cursorIn } = keysOn(user.page);
  await user.page.getByRole('button', { name: `Accept ${patient}` }).waitFor();
  await keyboard.press('Alt+o');
  await tabTo(new RegExp(`^Accept ${patient}`));
  await keyboard.press('Enter');
  await doc.pane(patient).getByRole('tab', { name: 'Record' }).waitFor();
  await keyboard.press('Alt+m');
  await cursorIn(/^Chief complaint/);
  await keyboard.type('Cough for three days');
  await tabTo(/^Present illness/);
  await keyboard.type('Productive cough, no fever');
  await tabTo(/^Diagnosis/);
  await keyboard.type('J20.9');
  await user.page
    .getByRole('option', { name: /bronchitis/i })
    .first()
    .waitFor();
  await keyboard.press('Enter');
  await tabTo(/^Treatment advice/);
  await keyboard.type('Rest and fluids');
  await doc.saved(patient);
  await keyboard.type(', and');

  const killed = await user.context.newCDPSession(user.page);
  const gone = user.page.waitForEvent('crash');
  killed.send('Page.crash').catch(() => {});
  await gone;
  await user.page.close();
  const page = await user.tab();
  await page.goto('/cloudRoom');
  ({ keyboard, tabTo, cursorIn } = keysOn(page));
  const pane = page.getByRole('region', { name: `Consultation with ${patient}` });
  await pane.getByRole('tab', { name: 'Record' }).waitFor();
  await keyboard.press('Alt+m');
  const advice = pane.getByRole('textbox', { name: 'Treatment advice' });
  await expect.poll(() => advice.inputValue()).toMatch(/^Rest and fluids/);
  await tabTo(/^Sign record$/);
  await keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: /^Sign the record of/ }).waitFor();
  await tabTo(/^Sign record$/);
  await keyboard.press('Enter');
  await pane.getByText('This record is signed and locked.').waitFor();

  await keyboard.press('Alt+x');
  await cursorIn(/^Medicine/);
  await keyboard.type('cefixime');
  await page
    .getByRole('option', { name: /Cefixime/ })
    .first()
    .waitFor();
  await keyboard.press('Enter');
  await cursorIn(/^Dose/);
  await keyboard.press('Control+Shift+Enter');
  await cursorIn(/allergic/);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await tabTo(/^Remove Cefixime/, 'Shift+Tab');
  await keyboard.press('Enter');

  await tabTo(/^Medicine/);
  await keyboard.type('ambroxol');
  await page
    .getByRole('option', { name: /Ambroxol/ })
    .first()
    .waitFor();
  await keyboard.press('Enter');
  await cursorIn(/^Dose/);
  await tabTo(/^Days/);
  await keyboard.press('Control+a');
  await keyboard.type('10');
  await handsIn(page, 'Travels for ten days');
  const paper = pane.getByRole('article', { name: /^Prescription RX/ });
  const number = (await paper.getAttribute('aria-label'))?.match(/RX\w+/)?.[0] ?? '';

  await decides(other, number, 'reject');
  await pane.getByText('Five days are enough').first().waitFor();
  // The reasons are shown before the rejection takes effect; only then it is edited.
  await pane.getByRole('button', { name: 'Edit and resubmit' }).waitFor();
  await tabTo(/^Edit and resubmit$/);
  await keyboard.press('Enter');
  await tabTo(/^1\W*Ambroxol/);
  await keyboard.press('Enter');
  await tabTo(/^Days/);
  await keyboard.press('Control+a');
  await keyboard.type('5');
  await handsIn(page, 'Asked the patient');
  await decides(other, number, 'approve');
  await pane.getByText('Approved and in force').first().waitFor();
  expect([...user.problems, ...other.problems]).toEqual([]);
  await Promise.all([user.context.close(), other.context.close()]);
});
