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
