import type { Person } from './browser.ts';
import { namesIn } from './names.ts';
import { demoPassword } from './signIn.ts';

/** Actions that doctors and reviewers share, in their language. */
export function staff({ page, language }: Person) {
  const name = namesIn(language);
  return {
    page,
    name,
    async signsIn(account: string, password = demoPassword) {
      await page.goto('/login');
      await page.getByRole('textbox', { name: name('Account', { under: 'session.login' }) }).fill(account);
      await page
        .getByRole('textbox', { name: name('Password', { under: 'session.login' }), exact: true })
        .fill(password);
      await page.getByRole('button', { name: name('Log in', { under: 'session.login' }), exact: true }).click();
      await page.getByRole('navigation', { name: name('Main') }).waitFor();
    },
    async opens(
      place:
        | 'Home'
        | 'Cloud room'
        | 'Orders'
        | 'Prescriptions'
        | 'Service setup'
        | 'Review queue'
        | 'My reviews'
        | 'Profile',
    ) {
      await page
        .getByRole('navigation', { name: name('Main') })
        .getByRole('link', { name: name(place, { under: 'frame.nav' }) })
        .click();
    },
    async signsOut() {
      await page.getByRole('button', { name: name('Account menu') }).click();
      await page.getByRole('menuitem', { name: name('Log out') }).click();
      await page.waitForURL('**/login*');
    },
  };
}
