import { expect, test } from 'vitest';
import { auditor } from '../support/auditor.ts';
import { journey } from '../support/journey.ts';

const { person, patient, doctorWith } = journey();

test('an allergy stated in the chat reaches the banner, the open draft and the auditor who reads an earlier prescription', async () => {
  const phone = await patient();
  await phone.opensOrder('Fever');
  const { user, doc, page } = await doctorWith('doctor01', [phone], { viewport: { width: 1440, height: 900 } });
  const { name } = phone;
  const pane = doc.pane(name);
  for (const [field, text] of [
    ['Chief complaint', 'Fever for two days'],
    ['Present illness', 'No cough'],
    ['Treatment advice', 'Rest'],
  ] as const)
    await doc.notes(name, field, text);
  await doc.chooses(name, 'Diagnosis', 'J20.9', /bronchitis/i);
  await doc.saved(name);
  await doc.turnsTo(name, 'Prescription');
  await doc.chooses(name, 'Drug', 'ambroxol', /ambroxol/i);
  await doc.answersChecks(name, 'Explained to the patient');
  const number = await doc.submitsPrescription(name);

  const second = await person({ viewport: { width: 1440, height: 900 } });
  const rev = auditor(second);
  await rev.signsIn();
  await rev.opensReview(number);
  const contents = second.page.getByRole('region', { name: 'Prescription and patient' });
  await contents.waitFor();

  await pane.getByRole('button', { name: `Facts about ${name}: allergies, weight, pregnancy, medicines` }).click();
  const dialog = page.getByRole('dialog', { name: 'Patient facts' });
  await dialog.getByRole('combobox', { name: 'Allergy to' }).fill('ambrox');
  await page.getByRole('option', { name: 'Ambroxol' }).click();
  await dialog.getByRole('button', { name: 'Add allergy' }).click();
  await dialog.getByRole('list', { name: 'Recorded facts' }).getByText('Ambroxol').waitFor();
  await page.keyboard.press('Escape');

  await pane.getByText(/Allergic to Ambroxol/i).waitFor();
  await pane
    .getByRole('alert')
    .getByText(/the patient is allergic to this/)
    .waitFor();
  await second.page.getByText(/Facts about the patient changed the findings/).waitFor();
  await second.page
    .getByText(/the patient is allergic to this/)
    .first()
    .waitFor();
  expect([...user.problems, ...second.problems]).toEqual([]);
  await Promise.all([user.context.close(), second.context.close()]);
});
