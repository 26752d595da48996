import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsInBothLanguages } from '../support/axe.ts';
import type { Person } from '../support/browser.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';

const { person } = journey();

/** A doctor of the demonstration at one of the screens. */
async function at(path: string, account = 'doctor01') {
  const user = await person();
  await doctor(user).signsIn(account);
  await user.page.goto(path);
  await user.page.getByRole('heading', { level: 1 }).waitFor();
  return user;
}

/** Lets a call fail while the screen opens; the screen offers to try again, and shows its content once it does. */
async function recovers(page: Page, call: string, content: () => Promise<unknown>) {
  let isDown = true;
  const answer = { status: 502, contentType: 'text/html', body: 'Bad gateway' };
  await page.route(call, (route) => (isDown ? route.fulfill(answer) : route.continue()));
  await page.reload();
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' }).first();
  await retry.waitFor();
  isDown = false;
  await retry.click();
  await content();
  await page.unroute(call);
}

/** What the empty hospital of a new doctor would answer. */
async function answersEmpty(page: Page, call: string, text: string) {
  await page.route(call, (route) => route.fulfill({ json: { code: 200, msg: '', data: { list: [], total: 0 } } }));
  await page.reload();
  await page.getByText(text).first().waitFor();
  await page.unroute(call);
  await page.reload();
}

/** On a phone and at 200 % zoom everything is within the width of the screen. */
async function fits(page: Page, shown: () => Promise<unknown>) {
  for (const [width, height] of [
    [390, 844],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await shown();
    const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const);
    await expect.poll(async () => (await widths())[0]).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The browser reports the failed answers that a test caused; everything else is a fault. */
const faultsOf = ({ problems }: Person) => problems.filter((text) => !text.includes('502'));

test('home: a failed trend loads again, nothing rejected is said so, a patient is accepted in one click', async () => {
  const user = await at('/');
  const { page } = user;
  const trend = page.getByRole('region', { name: 'Your work' });
  await recovers(page, '**/overview/trend', () => trend.getByRole('figure').first().waitFor());
  expect(await faultsInBothLanguages(page)).toEqual([]);
  await answersEmpty(page, '**/prescription/doctor/list**', 'Nothing was rejected');
  await page.getByRole('button', { name: /^Duty state: / }).waitFor();
  const waiting = page.getByRole('region', { name: 'Waiting now' });
  await fits(page, () =>
    waiting
      .getByRole('button', { name: /^Accept / })
      .first()
      .waitFor(),
  );
  const accept = waiting.getByRole('button', { name: /^Accept / }).first();
  const patient = ((await accept.getAttribute('aria-label')) ?? '').replace('Accept ', '');
  await accept.click();
  await doctor(user).pane(patient).waitFor();
  expect(faultsOf(user)).toEqual([]);
});

test('orders: found by name, filtered by status and opened; a range that ends too early is named', async () => {
  const user = await at('/orderRecord');
  const { page } = user;
  const links = page.getByRole('table').getByRole('link');
  const row = () => links.first().waitFor();
  await recovers(page, '**/consult/consult-order/page**', row);
  expect(await faultsInBothLanguages(page)).toEqual([]);
  const search = page.getByRole('searchbox', { name: 'Patient or order number' });
  await search.fill('Foster');
  await expect.poll(() => links.count()).toBe(1);
  await page.waitForURL('**/orderRecord?keyword=Foster');
  await search.fill('zzzz');
  await page.getByText('No order fits').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await row();
  await page.getByLabel('From').fill('2026-11-20');
  await page.getByLabel('To').fill('2026-11-01');
  await page.getByText('Choose a day that is not before the first one.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await answersEmpty(page, '**/consult/consult-order/page**', 'No order yet');
  await row();
  await fits(page, row);
  await page.getByRole('button', { name: /^Finished/ }).click();
  await page.waitForURL('**status=**');
  await links.first().click();
  await page.getByRole('heading', { name: /^Order C/ }).waitFor();
  await fits(page, () => page.getByRole('heading', { name: 'What happened' }).waitFor());
  expect(await faultsInBothLanguages(page)).toEqual([]);
  expect(faultsOf(user)).toEqual([]);
});

test('prescriptions: every status is a filter, one opens beside the list, a failed list is loaded again', async () => {
  const user = await at('/prescriptionRecord');
  const { page } = user;
  const links = page.getByRole('table').getByRole('link');
  const row = () => links.first().waitFor();
  await recovers(page, '**/prescription/doctor/list**', row);
  await page.getByRole('button', { name: /^Approved/ }).click();
  await page.waitForURL('**status=**');
  await links.first().click();
  await page.getByRole('button', { name: 'Close the prescription' }).first().waitFor();
  expect(await faultsInBothLanguages(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close the prescription' }).first().click();
  const search = page.getByRole('searchbox', { name: 'Patient, number or medicine' });
  await search.fill('zzzz');
  await page.getByText('No prescription fits').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await answersEmpty(page, '**/prescription/doctor/list**', 'No prescription yet');
  await fits(page, row);
  expect(faultsOf(user)).toEqual([]);
});

test('service setup: a price is kept to the cent, a wrong one is named, and a reply finds its place', async () => {
  const user = await at('/serviceSetup', 'doctor02');
  const { page } = user;
  const terms = page.getByRole('form', { name: 'Text and pictures' });
  const price = terms.getByRole('textbox', { name: 'Price in yuan' });
  await recovers(page, '**/consult-config/getListConfigService', () => price.waitFor());
  await price.fill('100000.01');
  await terms.getByRole('button', { name: 'Save' }).click();
  await terms.getByText('Enter an amount up to').waitFor();
  await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true);
  await price.fill('25.50');
  await terms.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Text and pictures: saved.').first().waitFor();
  await page.reload();
  await expect.poll(() => price.inputValue()).toBe('25.50');
  await fits(page, () => price.waitFor());
  expect(await faultsInBothLanguages(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Quick replies' }).click();
  for (const title of ['First of two', 'Second of two']) {
    await page.getByRole('textbox', { name: /^Title/ }).fill(title);
    await page.getByRole('textbox', { name: /^Text/ }).fill(`${title}: rest and drink enough`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: `Delete “${title}”` }).waitFor();
  }
  await page.getByRole('button', { name: 'Move “Second of two” up' }).click();
  await page.getByText(/^“Second of two” is now number/).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search your replies' });
  if (await search.isVisible()) {
    await search.fill('zzzz');
    await page.getByText('None of your replies contains this.').waitFor();
  }
  await page.getByRole('tab', { name: 'Away message' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Back at 14:00');
  await page.getByRole('tabpanel', { name: 'Away message' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('The away message was saved.').first().waitFor();
  expect(faultsOf(user)).toEqual([]);
});

test('schedule: leave is added and ended, a missing day is named, and a failed calendar is loaded again', async () => {
  const user = await at('/workforceManagement', 'doctor02');
  const { page } = user;
  const days = () =>
    page
      .getByRole('button', { name: /^\w+day, / })
      .first()
      .waitFor();
  const leave = page.getByRole('region', { name: 'Leave' });
  const endings = leave.getByRole('button', { name: /^End leave/ });
  async function endsLeave() {
    await endings.first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  }
  await recovers(page, '**/doctor/schedule/plan**', days);
  // A first try that failed has left its leave.
  if ((await endings.count()) > 0) await endsLeave();
  await page.getByText('No leave is planned.').waitFor();
  await page.getByRole('button', { name: 'Add leave' }).click();
  const form = page.getByRole('dialog', { name: 'Add leave' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByText('Choose a day.').waitFor();
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await form.getByLabel(/^First day/).fill(day);
  await form.getByRole('textbox', { name: /^Note/ }).fill('Conference');
  expect(await faultsInBothLanguages(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await leave.getByText('Conference').waitFor();
  await page.getByRole('combobox', { name: 'View' }).selectOption({ label: 'Month' });
  await page.waitForURL('**view=month');
  await fits(page, days);
  await endsLeave();
  await page.getByText('No leave is planned.').waitFor();
  expect(await faultsInBothLanguages(page)).toEqual([]);
  expect(faultsOf(user)).toEqual([]);
});

test('profile: a change is there after a reload, a missing name is named at its field, a new one waits', async () => {
  const user = await at('/personalData', 'doctor02');
  const { page } = user;
  const identity = page.getByRole('form', { name: 'Name, title and department' });
  const name = identity.getByRole('textbox', { name: 'Name', exact: true });
  const ask = () => identity.getByRole('button', { name: 'Ask for this change' }).click();
  const skills = page.getByRole('textbox', { name: 'Special skills' });
  await recovers(page, '**/doctor/info/get-info', () => skills.waitFor());
  const wanted = `Fever and cough since ${Date.now()}`;
  await skills.fill(wanted);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your profile was saved.').first().waitFor();
  const present = await name.inputValue();
  await name.fill('');
  await ask();
  await identity.getByText('Fill in this field.').waitFor();
  await name.fill('Wanted Name');
  await ask();
  await identity.getByText('Your request waits for an administrator').waitFor();
  await page.reload();
  await identity.getByText('Your request waits for an administrator').waitFor();
  await expect.poll(() => name.inputValue()).toBe('Wanted Name');
  await name.fill(present);
  await ask();
  await page.getByText('Your earlier request was withdrawn.').first().waitFor();
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe(present);
  await expect.poll(() => skills.inputValue()).toBe(wanted);
  await fits(page, () => skills.waitFor());
  for (const tab of ['Qualification', 'Password and phone', 'Devices', 'Appearance']) {
    await page.getByRole('tab', { name: tab }).click();
    await page
      .getByRole('tabpanel', { name: tab })
      .locator('button:visible, input:visible, select:visible')
      .first()
      .waitFor();
    await fits(page, () => page.getByRole('tabpanel', { name: tab }).waitFor());
    expect(await faultsInBothLanguages(page)).toEqual([]);
  }
  expect(faultsOf(user)).toEqual([]);
});
