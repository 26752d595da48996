import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { demoPassword } from '../support/signIn.ts';

const { person } = journey();

/** Sets fields from a script world of its own and without an event, as an extension of the browser can. */
async function fillsSilently(page: Page, values: Readonly<Record<string, string>>) {
  const client = await page.context().newCDPSession(page);
  const { frameTree } = await client.send('Page.getFrameTree');
  const world = await client.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'passwords' });
  for (const [name, value] of Object.entries(values))
    await client.send('Runtime.evaluate', {
      contextId: world.executionContextId,
      expression: `document.querySelector(${JSON.stringify(`input[autocomplete="${name}"]`)}).value = ${JSON.stringify(value)}`,
    });
  await client.detach();
}

const filled = { username: 'doctor03', 'current-password': demoPassword };

test('an account and a password that were set without an event sign in', async () => {
  const { page, context, problems } = await person();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  await fillsSilently(page, filled);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('values that were set without an event stay when a part that loads later draws the page again', async () => {
  const { page, context, problems } = await person();
  const later = page.waitForResponse(/ResetPassword/);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  await fillsSilently(page, filled);
  await (await later).finished();
  // The part is drawn in a frame after it has been evaluated.
  await page.evaluate(() => new Promise((drawn) => requestIdleCallback(() => requestAnimationFrame(drawn))));
  expect(await page.locator('input[autocomplete="username"]').inputValue()).toBe(filled.username);
  expect(await page.locator('input[autocomplete="current-password"]').inputValue()).toBe(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('values that were set without an event stay when the page is drawn in another language, and sign in', async () => {
  const { page, context, problems } = await person();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  await fillsSilently(page, filled);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('zh-CN');
  const logIn = page.getByRole('button', { name: '登录', exact: true });
  await logIn.waitFor();
  expect(await page.locator('input[autocomplete="username"]').inputValue()).toBe(filled.username);
  expect(await page.locator('input[autocomplete="current-password"]').inputValue()).toBe(demoPassword);
  await logIn.click();
  await page.getByRole('navigation').first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
