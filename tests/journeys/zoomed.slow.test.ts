import { expect, test } from 'vitest';
import { dialogSizes, zoomedWindow as viewport } from '../support/dialogSizes.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';

const { doctorWith, patient, person } = journey();

test('at 200 % zoom every dialog of a doctor keeps more than half of its height for its content', async () => {
  const phone = await patient('en');
  await phone.opensOrder('Cough with phlegm for five days');
  const { user, doc, page } = await doctorWith('doctor01', [], { viewport });
  const { faults, walks } = dialogSizes(page);
  const awaiting = page.getByRole('region', { name: 'Awaiting patients' });
  const chosen = async (button: string, item: string) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await walks('decline', async () => {
    await awaiting.getByRole('button', { name: `More for ${phone.name}` }).click();
    await page.getByRole('menuitem', { name: 'Decline' }).click();
  });
  await doc.accepts(phone.name);
  const pane = doc.pane(phone.name);
  await doc.turnsTo(phone.name, 'Record');
  await doc.notes(phone.name, 'Chief complaint', 'Cough with phlegm for five days');
  await doc.notes(phone.name, 'Present illness', 'Productive cough');
  await doc.chooses(phone.name, 'Diagnosis', 'bronchitis', /bronchitis/i);
  await doc.notes(phone.name, 'Treatment advice', 'Rest and fluids');
  await doc.notes(phone.name, 'Allergies', 'None known');
  await walks('sign', () => pane.getByRole('button', { name: 'Sign record' }).click());
  for (const item of ['Insert a template', 'Save as template', 'Copy from an earlier record'])
    await walks(item, () => chosen('Templates', item));
  await walks('facts', () =>
    pane
      .getByRole('button', { name: /^Facts/ })
      .first()
      .click(),
  );
  await doc.turnsTo(phone.name, 'Prescription');
  await doc.chooses(phone.name, 'Medicine', 'ambroxol', /ambroxol/i);
  for (const item of ['Use a set', 'Save as set']) await walks(item, () => chosen('Templates', item));
  await doc.answersChecks(phone.name, 'Asked in the chat');
  await walks('submit', () => pane.getByRole('button', { name: 'Submit prescription' }).click());
  await walks('finish', () => pane.getByRole('button', { name: 'Finish' }).first().click());
  for (const item of ['Alerts', 'Keyboard shortcuts', 'Help']) await walks(item, () => chosen('Account menu', item));
  await walks('search and commands', () => page.keyboard.press('Control+k'));
  expect(faults).toEqual([]);
  await user.context.close();
});

test('at 200 % zoom the dialogs of a doctor’s other screens keep half of their height for content', async () => {
  const user = await person({ viewport });
  const { page } = user;
  await doctor(user).signsIn('doctor01');
  const { faults, walks } = dialogSizes(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  await page.goto('/prescriptionRecord');
  await page
    .getByRole('row', { name: /Waiting for review/ })
    .getByRole('link')
    .first()
    .click();
  await walks('cancel a prescription', () => button('Cancel prescription').click());
  await page.goto('/workforceManagement');
  await walks('copy a week', () => button('Copy this week').click());
  await walks('add leave', () => button('Add leave').click());
  await walks('plan a day', () => page.locator('main [aria-label*="No work"]').last().click());
  await walks('duty message', async () => {
    await button(/^Duty state/).click();
    await page.getByRole('menuitem', { name: 'Write a message…' }).click();
  });
  expect(faults).toEqual([]);
  await user.context.close();
});

test('at 200 % zoom a review keeps more than half of its height for the prescription and its ten checks', async () => {
  const user = await person({ viewport });
  const { page } = user;
  await reviewer(user).signsIn();
  await page
    .getByRole('button', { name: /^Review RX/ })
    .first()
    .click();
  const checks = page.getByRole('group', { name: 'Four checks, ten verifications' });
  await checks.waitFor();
  const { faults, measures } = dialogSizes(page);
  await measures('review', 'section.review');
  const boxes = await checks.getByRole('checkbox').all();
  expect(boxes).toHaveLength(10);
  for (const box of boxes) {
    await box.scrollIntoViewIfNeeded();
    await box.click();
  }
  await page.getByRole('textbox', { name: 'Comment' }).scrollIntoViewIfNeeded();
  expect(faults).toEqual([]);
  await user.context.close();
});
