import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { staff } from '../support/staff.ts';

const { person } = journey();

type Page = Awaited<ReturnType<typeof person>>['page'];

const focusedIn = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    return at?.labels?.[0]?.textContent || at?.getAttribute('aria-label') || at?.textContent || '';
  });

/** Tabs to an element; one that is not reached within a round of the page is behind a trap. */
async function tabIn(page: Page, name: RegExp) {
  const seen: string[] = [];
  while (!name.test(await focusedIn(page))) {
    seen.push(await focusedIn(page));
    if (seen.length > 60) throw new Error(`${name} is not reached: ${seen.join(' | ')}`);
    await page.keyboard.press('Tab');
  }
}

test('an administrator adds a department and a person, and disables the account, by keyboard alone', async () => {
  const user = await person();
  const { page } = user;
  const { keyboard } = page;
  await staff(user).signsIn('admin01');
  await page.getByRole('heading', { name: 'People' }).waitFor();

  const focused = () => focusedIn(page);
  const tabTo = (name: RegExp) => tabIn(page, name);
  const says = async (field: string, text: string) => {
    await expect.poll(focused).toContain(field);
    await keyboard.type(text);
    await keyboard.press('Tab');
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });

  await tabTo(/^Departments$/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Departments' }).waitFor();
  await tabTo(/^Add a department/);
  await keyboard.press('Enter');
  await says('Name', '康复科');
  await keyboard.type('Rehabilitation');
  await keyboard.press('Enter');
  await dialog('Add a department').waitFor({ state: 'hidden' });
  await expect.poll(focused).toBe('Add a department');
  await page.getByRole('button', { name: 'Rehabilitation', exact: true }).waitFor();

  await keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Departments' }).focus();
  await keyboard.press('Shift+Tab');
  await keyboard.press('Home');
  for (let step = 0; step < 20 && (await focused()) !== 'People'; step++) await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await tabTo(/^Add a person/);
  await keyboard.press('Enter');
  await says('Account', 'doctor88');
  await says('Name', '钱新');
  await says('Name in English', 'Qian Xin');
  await says('Mobile number', '13712345688');
  await says('Role', 'Doctor');
  await says('Department', 'Rehab');
  await tabTo(/^Create account$/);
  await keyboard.press('Enter');
  const shown = dialog('Password for 钱新');
  await shown.waitFor();
  await tabTo(/^I have noted it$/);
  await keyboard.press('Enter');
  await shown.waitFor({ state: 'hidden' });
  await expect.poll(focused).toBe('Add a person');

  await page.getByRole('button', { name: 'Qian Xin' }).first().waitFor();
  await tabTo(/^Qian Xin$/);
  await keyboard.press('Enter');
  await dialog('Qian Xin').waitFor();
  await keyboard.press('Escape');
  await dialog('Qian Xin').waitFor({ state: 'hidden' });
  await expect.poll(focused).toBe('Qian Xin');
  await keyboard.press('Enter');
  await dialog('Qian Xin').waitFor();
  await tabTo(/^Disable account$/);
  await keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await expect.poll(focused).not.toBe('Disable account');
  await tabTo(/^Disable account$/);
  await keyboard.press('Enter');
  await dialog('Qian Xin').waitFor({ state: 'hidden' });
  await page.getByRole('row', { name: /Qian Xin.*Disabled/ }).waitFor();
  await expect.poll(focused).toBe('Qian Xin');
});

test('an administrator adds an address of the hospital and removes it, by keyboard alone', async () => {
  const user = await person();
  const { page } = user;
  const { keyboard } = page;
  await staff(user).signsIn('admin01');
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await tabIn(page, /^Hospital$/);
  await keyboard.press('Enter');
  const addresses = page.getByRole('list', { name: 'Addresses' });
  await addresses.waitFor();
  await tabIn(page, /^New address/);
  await keyboard.type('Clinic.example:443');
  await keyboard.press('Enter');
  await addresses.getByText('clinic.example', { exact: true }).waitFor();
  await expect.poll(() => focusedIn(page)).toBe('New address');

  for (let step = 0; step < 20 && (await focusedIn(page)) !== 'Remove clinic.example'; step++)
    await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Remove the address clinic.example?' });
  await question.waitFor();
  await expect.poll(() => focusedIn(page)).toBe('Cancel');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await addresses.getByText('clinic.example', { exact: true }).waitFor({ state: 'detached' });
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => focusedIn(page)).toBe('Addresses');
});

test('an administrator changes a setting by keyboard alone, and saving it keeps the place', async () => {
  const user = await person();
  const { page } = user;
  const { keyboard } = page;
  await staff(user).signsIn('admin01');
  await page.goto('/administration/hospital');
  await page.getByRole('heading', { name: 'Addresses' }).waitFor();
  await tabIn(page, /^Lock after minutes/);
  await keyboard.press('Control+a');
  await keyboard.type('25');
  await tabIn(page, /^Save settings/);
  await keyboard.press('Enter');
  await page.getByText('The settings are saved.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  expect(await focusedIn(page)).not.toBe('Addresses');
  await user.context.close();
});
