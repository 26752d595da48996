import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { screenshot } from '../support/browser.ts';
import { journey } from '../support/journey.ts';

const { platform, person } = journey();
const run = promisify(execFile);
const own = 'vier Pferde im Regen';

async function admin(...args: string[]) {
  const env = { ...process.env, DATA_DIR: platform().dataFolder };
  return (await run('npx', ['tsx', 'server/admin/main.ts', ...args], { env })).stdout;
}

test('the operator creates an administrator, who creates a department and a doctor and ends a session', async () => {
  const options = ['--account', 'boss', '--name', '王主管', '--mobile', '13712345678'];
  const password = /: (\S+)\s*$/.exec(await admin('create-administrator', '1', ...options))?.[1] ?? '';

  const boss = (await person()).page;
  const signIn = async (page: typeof boss, account: string, secret: string) => {
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Account' }).fill(account);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  const choosePassword = async (page: typeof boss, given: string) => {
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
    await page.getByLabel('Current password').fill(given);
    await page.getByLabel('New password').first().fill(own);
    await page.getByLabel(/Repeat/).fill(own);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await signIn(boss, 'boss', password);
  await choosePassword(boss, password);
  await boss.getByRole('heading', { name: 'People' }).waitFor();

  const sections = boss.getByRole('navigation', { name: 'Sections of the administration' });
  await sections.getByRole('link', { name: 'Departments' }).click();
  await boss.getByRole('button', { name: 'Add a department' }).click();
  await boss.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('康复科');
  await boss.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await boss.getByRole('button', { name: '康复科', exact: true }).waitFor();

  await sections.getByRole('link', { name: 'People' }).click();
  await boss.getByRole('button', { name: 'Add a person' }).click();
  const form = boss.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Account' }).fill('doctor99');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('李新');
  await form.getByRole('textbox', { name: 'Mobile number' }).fill('13712345679');
  await form.getByRole('combobox', { name: 'Department' }).selectOption({ label: '康复科' });
  await form.getByRole('button', { name: 'Create account' }).click();
  const given = (await boss.getByLabel('Password for one login').textContent()) ?? '';
  await boss.getByRole('button', { name: 'I have noted it' }).click();

  const doctor = (await person()).page;
  await signIn(doctor, 'doctor99', given);
  await choosePassword(doctor, given);
  await doctor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cloud room' }).waitFor();

  await boss.getByRole('button', { name: '李新' }).first().click();
  await boss.getByRole('button', { name: 'Disable account' }).click();
  await boss.getByRole('alertdialog').getByRole('button', { name: 'Disable account' }).click();
  await doctor.getByRole('alertdialog').waitFor();

  await sections.getByRole('link', { name: 'Medicines' }).click();
  await boss.getByRole('table').getByRole('row').nth(5).waitFor();
  await boss.getByText('is disabled and logged out').waitFor({ state: 'hidden' });
  await screenshot(boss, 'docs/administration.png');
});
