import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { Code } from '../../contract/envelope.ts';
import { dialogSizes, zoomedWindow as viewport } from '../support/dialogSizes.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';

import { staff } from '../support/staff.ts';

const { doctorWith, patient, person } = journey();

test('dialogs that confirm a decision, and the cropping of a picture, are whole at every size and font', async () => {
  const elsewhere = await person();
  await staff(elsewhere).signsIn('doctor02');
  const user = await person({ viewport });
  const { page } = user;
  await doctor(user).signsIn('doctor02');
  const { faults, walks } = dialogSizes(page);
  await page.goto('/personalData');
  const identity = page.getByRole('form', { name: 'Name, title and department' });
  await identity.getByRole('textbox', { name: 'Name', exact: true }).fill('欧阳晓燕·阿卜杜拉');
  await identity.getByRole('button', { name: 'Ask for this change' }).click();
  await identity.getByText('Your request waits for an administrator').waitFor();
  await walks('crop a picture', async () => {
    const file = {
      name: 'me.png',
      mimeType: 'image/png',
      buffer: PNG.sync.write(new PNG({ width: 1_200, height: 900 })),
    };
    await page.getByLabel('Photo: picture file').setInputFiles(file);
    await page.getByRole('dialog').getByRole('slider').first().waitFor();
  });
  await page.goto('/personalData?tab=sessions');
  await walks('log out everywhere else', () => page.getByRole('button', { name: 'Log out everywhere else' }).click());

  const admin = await person({ viewport });
  await staff(admin).signsIn('admin01');
  const office = dialogSizes(admin.page);
  await admin.page.goto('/administration/identityRequests');
  const button = (name: string) => admin.page.getByRole('button', { name, exact: true }).first();
  await office.walks('approve a change', () => button('Approve').click());
  await admin.page
    .getByRole('textbox', { name: /Reason for a rejection/ })
    .first()
    .fill('The certificate names another');
  await office.walks('reject a change', () => button('Reject').click());
  expect([...faults, ...office.faults]).toEqual([]);
  await Promise.all([user.context.close(), admin.context.close(), elsewhere.context.close()]);
});

test('the question before a consultation with open work is finished is whole at every size and font', async () => {
  const phone = await patient('en');
  await phone.opensOrder('Cough with phlegm for five days');
  const { user, doc, page } = await doctorWith('doctor03', [phone], { viewport });
  const { faults, measures } = dialogSizes(page);
  await doc.pane(phone.name).getByRole('button', { name: 'Finish' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).waitFor();
  await measures('finish with open work');
  expect(faults).toEqual([]);
  await user.context.close();
});

test('the password before a signature and the question before leaving are whole at every size and font', async () => {
  const phone = await patient('en');
  await phone.opensOrder('Cough with phlegm for five days');
  const { user, doc, page } = await doctorWith('doctor04', [phone], { viewport });
  const { faults, measures, closes } = dialogSizes(page);
  await doc.turnsTo(phone.name, 'Prescription');
  await doc.chooses(phone.name, 'Diagnosis', 'bronchitis', /bronchitis/i);
  await doc.chooses(phone.name, 'Medicine', 'ambroxol', /ambroxol/i);
  await doc.answersChecks(phone.name, 'Asked in the chat');
  // The platform asks for the password, as after a sign-in without one.
  await page.route('**/prescription/doctor/create*', (route) => route.fulfill({ json: { code: Code.signingLocked } }));
  await doc.pane(phone.name).getByRole('button', { name: 'Submit prescription' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit prescription' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/Password/)
    .waitFor();
  await measures('password before a signature');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click();
  await page.getByRole('dialog').getByText('Enter your password').waitFor();
  await measures('password that is missing');
  await closes();

  await page.goto('/personalData');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Somebody else');
  await doc.opens('Orders');
  await page.getByRole('alertdialog').waitFor();
  await measures('leave with unsaved text');
  expect(faults).toEqual([]);
  await user.context.close();
});
