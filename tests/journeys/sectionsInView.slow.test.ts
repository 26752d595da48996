import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { staff } from '../support/staff.ts';

const { person } = journey();

/** Whether all of the current section's name is inside the line of sections. */
const isCurrentInView = (page: Page) =>
  page.evaluate(() => {
    const line = document.querySelector('.administration > nav')?.getBoundingClientRect();
    const link = document.querySelector('.administration > nav > [aria-current]')?.getBoundingClientRect();
    if (!line || !link) throw new Error('no section is shown');
    return link.left >= line.left && link.right <= line.right + 1;
  });

test('the current section of the administration is in view at every width, in a window that changes too', async () => {
  const user = await person({ viewport: { width: 1024, height: 768 } });
  const { page } = user;
  await staff(user).signsIn('operator01');
  for (const section of ['operations', 'people', 'hospitals', 'checks']) {
    await page.goto(`/administration/${section}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const width of [1024, 1440, 390, 768]) {
      await page.setViewportSize({ width, height: 768 });
      await expect.poll(() => isCurrentInView(page), { message: `${section} at ${width}` }).toBe(true);
    }
  }
  await user.context.close();
});
