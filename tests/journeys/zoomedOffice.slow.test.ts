import { expect, test } from 'vitest';
import { dialogSizes, zoomedWindow as viewport } from '../support/dialogSizes.ts';
import { journey } from '../support/journey.ts';
import { staff } from '../support/staff.ts';

const { person } = journey();

test('at 200 % zoom every dialog of an operator keeps more than half of its height for its content', async () => {
  const user = await person({ viewport });
  const { page } = user;
  await staff(user).signsIn('operator01');
  const { faults, walks, measures } = dialogSizes(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  await page.goto('/administration/hospitals');
  await walks('add a hospital', () => button('Add a hospital').click());
  await page.locator('main button.page-link').last().click();
  await measures('a hospital');
  await walks('add an administrator', () => button('Add an administrator').click());
  expect(faults).toEqual([]);
  await user.context.close();
});

test('at 200 % zoom every dialog of an administrator keeps more than half of its height for its content', async () => {
  // Somebody whose session can be ended.
  const other = await person();
  await staff(other).signsIn('doctor01');
  const user = await person({ viewport });
  const { page } = user;
  await staff(user).signsIn('admin01');
  const { faults, walks, measures, closes } = dialogSizes(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  await page.goto('/administration/people');
  await walks('add a person', () => button('Add a person').click());
  await page.locator('main button.page-link').nth(1).click();
  await measures('a person');
  for (const act of ['Disable account', 'Reset password', 'Log out everywhere'])
    await walks(act, () => page.getByRole('dialog').getByRole('button', { name: act }).click());
  await closes();
  await page.goto('/administration/departments');
  await walks('add a department', () => button('Add a department').click());
  await walks('a department', () => page.locator('main button.page-link').first().click());
  await page.goto('/administration/medicines/1');
  await walks('correct the packs', () => button(/^Correct the packs/).click());
  await page.goto('/administration/hospital');
  await walks('remove an address', () => button(/^Remove /).click());
  await page.goto('/administration/operations?tab=sessions');
  await walks('end a session', () => button(/^End the session/).click());
  for (const item of ['Keyboard shortcuts', 'Help'])
    await walks(item, async () => {
      await button('Account menu').click();
      await page.getByRole('menuitem', { name: item }).click();
    });
  expect(faults).toEqual([]);
  await Promise.all([user.context.close(), other.context.close()]);
});

test('at 200 % zoom every dialog of a reviewer keeps more than half of its height for its content', async () => {
  const user = await person({ viewport });
  const { page } = user;
  await staff(user).signsIn('auditor01');
  const { faults, walks } = dialogSizes(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  await page.goto('/myAuditRecord');
  await walks('findings by rule', () => button('Findings by rule').click());
  await walks('a reviewed prescription', () => button(/^Show RX/).click());
  for (const item of ['Alerts', 'Keyboard shortcuts', 'Help'])
    await walks(item, async () => {
      await button('Account menu').click();
      await page.getByRole('menuitem', { name: item }).click();
    });
  expect(faults).toEqual([]);
  await user.context.close();
});
