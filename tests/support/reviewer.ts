import type { Person } from './browser.ts';
import { staff } from './staff.ts';

/** A pharmacist at the review queue. */
export function reviewer(person: Person) {
  const { page, name, ...actions } = staff(person);
  const queue = () =>
    page.getByRole('table', { name: name('Review queue') }).or(page.getByRole('grid', { name: name('Review queue') }));

  return {
    ...actions,
    page,
    name,
    queue,
    async signsIn(account = 'auditor01', password?: string) {
      await actions.signsIn(account, password);
    },
    async opensReview(prescriptionNo: string) {
      await queue()
        .getByRole('button', { name: name('Review {}', prescriptionNo) })
        .click();
    },
    async checksAll() {
      const checks = page.getByRole('group', { name: name('Four checks, ten verifications') });
      await checks.getByRole('checkbox').first().waitFor();
      for (const box of await checks.getByRole('checkbox').all()) await box.check();
    },
    async approves(comment = '') {
      if (comment) await page.getByRole('textbox', { name: name('Comment') }).fill(comment);
      await page.getByRole('button', { name: name('Approve') }).click();
    },
    async rejects(comment: string) {
      await page.getByRole('textbox', { name: name('Comment') }).fill(comment);
      await page.getByRole('button', { name: name('Reject') }).click();
    },
  };
}
