import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { staff } from '../support/staff.ts';

const { person } = journey();

/** Keys as the browser reports them while an input method has candidates open. */
async function composingIn(page: Page) {
  const devices = await page.context().newCDPSession(page);
  const press = (key: 'Escape' | 'Enter') =>
    devices.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 });
  return {
    press,
    compose: (text: string) =>
      devices.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    commit: (text: string) => devices.send('Input.insertText', { text }),
  };
}

const searches = {
  doctor01: ['/orderRecord', '/prescriptionRecord', '/orderRecord?status=30'],
  auditor01: ['/myAuditRecord'],
  admin01: ['/administration/people', '/administration/medicines', '/administration/operations?tab=trail'],
} as const;

test.each(Object.entries(searches))(
  'in the searches of %s the keys of an input method clear and send nothing',
  async (account, routes) => {
    const user = await person();
    const { page } = user;
    await staff(user).signsIn(account);
    const ime = await composingIn(page);
    for (const route of routes) {
      await page.goto(route);
      const box = page.locator('main input[type="search"]:visible').first();
      await box.fill('1');
      await ime.compose('ni');
      const typed = await box.inputValue();
      await ime.press('Escape');
      expect([route, await box.inputValue()]).toEqual([route, typed]);
      await ime.compose('zhang');
      await ime.press('Enter');
      await ime.commit('张');
      expect([route, await box.inputValue()]).toEqual([route, '1张']);
      expect([route, new URL(page.url()).pathname]).toEqual([route, new URL(route, page.url()).pathname]);
    }
    await user.context.close();
  },
);
