import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Phone } from '../../simulator/phone.ts';
import { journey } from '../support/journey.ts';
import { demoPassword } from '../support/signIn.ts';
import { staff } from '../support/staff.ts';

const { person, patient, doctorWith } = journey();

const said = 'It hurts behind the left knee';

/** A doctor with a patient who has written enough that the chat scrolls. */
async function inConsultation() {
  const phone = await patient();
  const order = await phone.opensOrder(`Complaint of ${phone.name}`);
  const { user, doc, page } = await doctorWith('doctor02', [phone]);
  for (let n = 1; n <= 30; n += 1) await phone.says(order.conversationId, `${said}, part ${n}`);
  await doc.reads(phone.name, `${said}, part 30`);
  return { phone, order, user, doc, page };
}

const heading = (page: Page) => page.getByRole('heading', { name: 'Screen locked' });
const lock = async (page: Page) => {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Lock screen' }).click();
  await heading(page).waitFor();
};
const unlock = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await heading(page).waitFor({ state: 'detached' });
};
/** All text of a page: title, text whether visible or not, accessible names and field values. */
const everything = (page: Page) =>
  page.evaluate(() => {
    const fields = Array.from(document.querySelectorAll('input, textarea'), (field) => Reflect.get(field, 'value'));
    return [document.title, document.documentElement.outerHTML, ...fields].join('\n');
  });
const nothingOf = async (page: Page, { name }: Phone) => {
  const found = await everything(page);
  expect([name, said, 'Half written'].filter((words) => found.includes(words))).toEqual([]);
};

/** A consultation that is open in a window of its own too, with a message half written. */
async function inTwoWindows() {
  const consultation = await inConsultation();
  const { phone, order, user, doc, page } = consultation;
  const [window] = await Promise.all([
    user.context.waitForEvent('page'),
    page.evaluate((id) => void open(`/cloudRoom/detail?order=${id}`), order.id),
  ]);
  await window.getByText(`${said}, part 30`).waitFor();
  await doc.types(phone.name, 'Half written');
  return { ...consultation, window };
}

test('a locked screen contains no patient data in any tab or window, and unlocking restores the work', async () => {
  const { phone, order, user, doc, page, window } = await inTwoWindows();
  const scroller = doc.conversation(phone.name).locator('[data-virtuoso-scroller]');
  await scroller.hover();
  await page.mouse.wheel(0, -600);
  await expect
    .poll(() => scroller.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight))
    .toBeGreaterThan(400);
  const top = await scroller.evaluate((box) => box.scrollTop);
  await lock(page);
  await heading(window).waitFor();
  for (const one of [page, window]) await nothingOf(one, phone);
  await phone.says(order.conversationId, `${said}, while it was locked`);
  await page.keyboard.press('Escape');
  for (const one of [page, window]) await nothingOf(one, phone);

  await unlock(page);
  await window.getByRole('log').getByText(`${said}, while it was locked`).waitFor();
  await doc.hasDraft(phone.name, 'Half written');
  expect(Math.abs((await scroller.evaluate((box) => box.scrollTop)) - top)).toBeLessThanOrEqual(2);
  await doc.conversation(phone.name).getByRole('button', { name: '1 new message' }).click();
  await doc.reads(phone.name, `${said}, while it was locked`);
  expect(user.problems).toEqual([]);
});

test('after signing out the sign-in page contains no patient data, with and without a connection', async () => {
  const { phone, order, user, doc, page } = await inConsultation();
  await phone.says(order.conversationId, `${said}, at the end`);
  await doc.reads(phone.name, `${said}, at the end`);
  const heard = page.locator('[aria-live="polite"]', { hasText: `${said}, at the end` });
  await heard.waitFor({ state: 'attached' });
  await user.context.setOffline(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login*');
  await nothingOf(page, phone);
  await user.context.setOffline(false);
  await nothingOf(page, phone);
});

test('unlocking restores an open dialog with its text, and the form under it is not clicked', async () => {
  const { phone, user, doc, page } = await inConsultation();
  await doc.presses(phone.name, 'Finish consultation');
  const dialog = page.getByRole('dialog', { name: 'Finish consultation' });
  await dialog.waitFor();
  // The idle time ends while the dialog is open, so that no button of the page is reachable.
  await page.evaluate(() => {
    localStorage.setItem('LOCKED', '1');
    window.dispatchEvent(new Event('focus'));
  });
  await heading(page).waitFor();
  await nothingOf(page, phone);
  await page.getByRole('textbox', { name: 'Password' }).click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await unlock(page);
  await dialog.waitFor();
  expect(user.problems).toEqual([]);
});

test('a page that opens locked shows no patient data while its form loads or fails to load', async () => {
  const { phone, user, doc, page } = await inConsultation();
  await doc.types(phone.name, 'Half written');
  await lock(page);
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/LockScreen-*.js', async (route) => {
    await blocked;
    await route.abort();
  });
  const atWork = page.waitForResponse((response) => response.url().includes('/consult-order/'));
  await page.reload();
  await heading(page).waitFor();
  await nothingOf(page, phone);
  await atWork;
  await nothingOf(page, phone);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/LockScreen-'));
  release();
  await failed;
  await nothingOf(page, phone);
  // The form stays away until the page has been left, because it is requested again and replaces the button.
  const reloaded = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await page.unroute('**/assets/LockScreen-*.js');
  await unlock(page);
  await doc.hasDraft(phone.name, 'Half written');
  expect(user.problems.filter((problem) => !problem.includes('LockScreen') && !problem.includes('ERR_FAILED'))).toEqual(
    [],
  );
});

test('a pop-out window that opens locked has no patient data and explains what to do without its form', async () => {
  const { phone, order, page, window } = await inTwoWindows();
  await lock(page);
  await heading(window).waitFor();
  await window.route('**/assets/LockScreen-*.js', (route) => route.abort());
  await window.reload();
  await window.getByRole('button', { name: 'Reload' }).waitFor();
  await phone.says(order.conversationId, `${said}, while it was locked`);
  await page.bringToFront();
  for (const one of [page, window]) await nothingOf(one, phone);
  await unlock(page);
  await window.getByRole('log').getByText(`${said}, while it was locked`).waitFor();
});

test('an open page locks by the time that an administrator has just set, without being loaded again', async () => {
  const { page } = await doctorWith('doctor03', []);
  await page.evaluate((at) => localStorage.setItem('LAST_ACTIVE_AT', String(at)), Date.now() - 10 * 60_000);
  const admin = await person();
  await staff(admin).signsIn('admin01');
  await admin.page.goto('/administration/hospital');
  const minutes = admin.page.getByRole('textbox', { name: 'Lock after minutes without use' });
  await minutes.fill('5');
  await admin.page.getByRole('button', { name: 'Save settings' }).click();
  await heading(page).waitFor();
  await unlock(page);
});
