import { expect, test } from 'vitest';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';

const { person } = journey();

test('a doctor accepts, begins the record, hands in a prescription and takes the next one by keys alone', async () => {
  const user = await person({ viewport: { width: 1440, height: 900 } });
  const doc = doctor(user);
  const { page } = user;
  const { keyboard } = page;
  await doc.signsIn();
  await doc.opens('Cloud room');
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '');
  const cursorIn = (field: string) => expect.poll(focused).toContain(field);
  const says = async (field: string, text: string) => {
    await cursorIn(field);
    await keyboard.type(text);
  };
  await page
    .getByRole('region', { name: 'Awaiting patients' })
    .getByRole('button', { name: /^Accept/ })
    .first()
    .waitFor();
  await keyboard.press('Alt+n');
  await page.getByRole('tab', { name: 'Record' }).waitFor();

  await keyboard.press('Alt+m');
  await says('Chief complaint', 'Cough for three days');
  await keyboard.press('Tab');
  await says('Present illness', 'Dry cough, no fever');

  await keyboard.press('Alt+x');
  await says('Medicine', 'ambroxol');
  const option = page.getByRole('option', { name: /Ambroxol/ }).first();
  await option.waitFor();
  await keyboard.press('Enter');
  await cursorIn('Dose');
  for (const field of ['Unit', 'Frequency', 'Route', 'Days', 'Quantity', 'Note']) {
    await keyboard.press('Tab');
    await cursorIn(field);
  }
  // The button after the note adds a step of a taper, whose dose is next.
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await says('Step 2: dose (mg)', '15');
  for (const field of ['Step 2: frequency', 'Step 2: days', 'Quantity', 'Note', 'Medicine']) {
    await keyboard.press('Enter');
    await cursorIn(field);
  }
  const row = page.getByRole('button', { name: /^1 Ambroxol.*\sd → 15\smg · / });
  await row.waitFor();
  await row.press('Enter');
  await cursorIn('Dose');
  await page.getByRole('button', { name: 'Remove step 2' }).press('Enter');
  await cursorIn('Dose');
  await keyboard.press('Alt+x');
  await cursorIn('Medicine');
  await keyboard.press('Control+Shift+Enter');
  await expect.poll(focused).toContain('Diagnosis');
  await keyboard.type('J20.9');
  await page
    .getByRole('option', { name: /bronchitis/i })
    .first()
    .waitFor();
  await keyboard.press('Enter');
  await page.getByRole('list', { name: 'Chosen diagnoses' }).first().waitFor();

  const dialog = page.getByRole('alertdialog', { name: 'Submit this prescription?' });
  await expect
    .poll(async () => {
      await keyboard.press('Control+Shift+Enter');
      if ((await focused()).startsWith('Reason for')) await keyboard.type('Explained to the patient');
      return dialog.isVisible();
    })
    .toBe(true);
  // The dialog begins at its safe button.
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByText('Waiting for review').first().waitFor();
  await keyboard.press('Alt+n');
  await expect.poll(() => page.getByRole('region', { name: /^Consultation with/ }).count()).toBe(2);
  const focusedPatient = () => new URL(page.url()).searchParams.get('order');
  const second = focusedPatient();
  await keyboard.press('Alt+j');
  await expect.poll(focusedPatient).not.toBe(second);
  expect(user.problems).toEqual([]);
  await user.context.close();
});
