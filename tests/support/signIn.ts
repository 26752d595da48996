import type { BrowserContext, Page } from 'playwright-core';

/** The password of all people in the demonstration hospital. */
export const demoPassword = 'Cloudroom2026';

/** Fills in and submits the sign-in form on any page. */
export async function fillSignIn(page: Page, account: string, password = demoPassword): Promise<void> {
  await page.getByRole('textbox', { name: 'Account' }).fill(account);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Signs a person of the demo hospital in, for all tabs of this browser profile. */
export async function signIn(context: BrowserContext, account: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/login');
  await fillSignIn(page, account);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.close();
}
