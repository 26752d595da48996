import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { staff } from '../support/staff.ts';

const { person } = journey();

const written = 'Dry cough for three days, no fever';

test('a template and a setting that were being written are there after a reload and a new sign-in', async () => {
  const user = await person();
  const { page } = user;
  await staff(user).signsIn('doctor01');
  const opens = async () => {
    await page.goto('/serviceSetup?tab=templates');
    const region = page.getByRole('region', { name: 'Record templates' });
    await region.getByRole('button', { name: 'New template' }).click();
    return region.getByRole('textbox', { name: 'Chief complaint' });
  };
  await (await opens()).fill(written);
  await page.reload();
  await expect.poll(async () => (await opens()).inputValue()).toBe(written);
  await page.getByText('What you typed here before is back. It is not saved yet.').waitFor();

  const admin = await person();
  const office = staff(admin);
  const minutes = admin.page.getByRole('textbox', { name: 'Lock after minutes without use' });
  await office.signsIn('admin01');
  await admin.page.goto('/administration/hospital');
  await minutes.fill('17');
  await admin.page.reload();
  await expect.poll(() => minutes.inputValue()).toBe('17');
  await office.signsOut();
  await office.signsIn('admin01');
  await admin.page.goto('/administration/hospital');
  await expect.poll(() => minutes.inputValue()).toBe('17');
});
