import { expect, test } from 'vitest';
import { Code } from '../../contract/envelope.ts';
import { faultsInBothThemes } from '../support/axe.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';
import { demoPassword } from '../support/signIn.ts';

const { person, patient, doctorWith } = journey();

test('an allergy stated in the chat reaches the banner, the open draft and the reviewer of an earlier one', async () => {
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
  await doc.chooses(name, 'Medicine', 'ambroxol', /ambroxol/i);
  await doc.answersChecks(name, 'Explained to the patient');
  // The platform asks for the password, as after a sign-in without one.
  await page.route('**/prescription/doctor/create*', (route) => route.fulfill({ json: { code: Code.signingLocked } }), {
    times: 1,
  });
  await pane.getByRole('button', { name: 'Submit prescription' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Submit this prescription?' });
  await asked.waitFor();
  const faults = await faultsInBothThemes(page);
  await asked.getByRole('button', { name: 'Submit prescription' }).click();
  const signing = page.getByRole('dialog', { name: /Sign/ });
  await signing.waitFor();
  faults.push(...(await faultsInBothThemes(page)));
  await signing.getByLabel(/Password/).fill(demoPassword);
  await signing.getByRole('button', { name: 'Sign' }).click();
  const number = await doc.prescriptionNumber(name);

  const second = await person({ viewport: { width: 1440, height: 900 } });
  const rev = reviewer(second);
  await rev.signsIn();
  await rev.opensReview(number);
  const contents = second.page.getByRole('region', { name: 'Prescription and patient' });
  await contents.waitFor();

  await pane.getByRole('button', { name: `Facts about ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Patient facts' });
  await dialog.getByRole('combobox', { name: 'Allergy to' }).fill('ambrox');
  await page.getByRole('option', { name: 'Ambroxol' }).click();
  await dialog.getByRole('button', { name: 'Add allergy' }).click();
  await dialog.getByRole('list', { name: 'Recorded facts' }).getByText('Ambroxol').waitFor();
  faults.push(...(await faultsInBothThemes(page)));
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
  await doc.turnsTo(name, 'Record');
  await pane.getByRole('button', { name: 'Sign record' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign record' }).click();
  await pane.getByRole('button', { name: 'Write an addendum' }).click();
  faults.push(...(await faultsInBothThemes(page)));
  expect([...user.problems, ...second.problems, ...faults]).toEqual([]);
  await Promise.all([user.context.close(), second.context.close()]);
});
