import type { BrowserContext } from 'playwright-core';

/** Signs somebody of the demo hospital in, for all tabs of this browser profile. */
export async function signIn(context: BrowserContext, account: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Account' }).fill(account);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Cloudroom2026');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.close();
}
