import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Phone } from '../../simulator/phone.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';

const { patients, doctorWith } = journey();
let phones: Phone[];

beforeAll(async () => {
  phones = await patients(5);
});

/** A doctor in the cloud room who has accepted these patients, each in a pane. */
async function withPanes(account: string, who: readonly Phone[]) {
  const orders = await Promise.all(who.map((phone) => phone.opensOrder(`Complaint of ${phone.name}`)));
  return { orders, ...(await doctorWith(account, who)) };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Elements that are cut off on a narrow screen. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    const clipped = [...document.querySelectorAll('.pane-who, .pane-facts')].filter(isCut);
    const wide = document.documentElement.scrollWidth > innerWidth ? ['page'] : [];
    return [...wide, ...clipped.map(({ textContent }) => textContent)];
  });

test('a consultation in a separate window shares its draft, its finish and the undo with the first window', async () => {
  const [phone] = phones;
  if (!phone) throw new Error('no patient is free');
  const { doc, user, page } = await withPanes('doctor01', [phone]);
  const { name } = phone;
  await doc.types(name, 'Half a sentence');
  await doc.pane(name).getByRole('button', { name: 'More for this pane' }).click();
  const [window] = await Promise.all([
    user.context.waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Open in its own window' }).click(),
  ]);
  const there = doctor({ ...user, page: window });
  await there.hasDraft(name, 'Half a sentence');
  // The chat stays in the list and can be shown again.
  await doc.pane(name).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name }).click();
  await doc.turnsTo(name, 'Prescription');

  await there.presses(name, 'Finish consultation');
  const dialog = window.getByRole('dialog', { name: 'Finish consultation' });
  await dialog.getByRole('button', { name: 'Finish', exact: true }).click();
  await dialog.getByText('There is no medical record yet.').waitFor();
  await dialog.getByRole('button', { name: 'Finish anyway' }).click();
  await doc.pane(name).getByRole('button', { name: 'Undo' }).click();
  await doc.hasDraft(name, 'Half a sentence');
  await there.hasDraft(name, 'Half a sentence');
  // The panel beside the chat is open again.
  await doc.pane(name).getByRole('combobox', { name: 'Medicine' }).waitFor();

  await there.writes(name, 'Said in the other window');
  await doc.reads(name, 'Said in the other window');
  const close = there.pane(name).getByRole('button', { name: 'Close pane', exact: true });
  // The click closes its own window, perhaps before Playwright reports the click as done; the window's close event
  // counts.
  await Promise.all([window.waitForEvent('close'), close.click().catch(() => {})]);
  expect(user.problems).toEqual([]);
});

test('after a long absence the first unread message and an old word are found in pages not loaded before', async () => {
  const [, phone] = phones;
  if (!phone) throw new Error('no patient is free');
  const { doc, user, orders, page } = await withPanes('doctor02', [phone]);
  const { name } = phone;
  const [order] = orders;
  if (!order) throw new Error('no order');
  await doc.writes(name, 'I am back in an hour');
  await doc.presses(name, 'Minimise pane');
  const said = Array.from({ length: 70 }, (_, at) => (at === 2 ? 'A needle in the hay' : `Message ${at + 1}`));
  for (const text of said) await phone.says(order.conversationId, text);
  await doc.leavesAndReturns();
  const row = page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('button', { name: new RegExp(`^${name}, `) });
  await row.click();
  await doc.reads(name, 'Message 70');
  await button(page, /unread messages above/).click();
  await doc.conversation(name).getByText('New messages').waitFor();
  await doc.conversation(name).getByText('Message 1', { exact: true }).waitFor();

  await doc.leavesAndReturns();
  await doc.reads(name, 'Message 70');
  await page.getByRole('textbox', { name: `Message ${name}` }).click();
  await page.keyboard.press('Control+f');
  const search = doc.pane(name).getByRole('search', { name: 'Search in conversation' });
  await page.keyboard.type('needle');
  await search.getByText('1 of 1').waitFor();
  await doc.conversation(name).getByText('A needle in the hay').waitFor();
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('chat-found-current')?.size ?? 0)).toBe(1);
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  expect(user.problems).toEqual([]);
});

test('the doctor’s arrangement is dragged, pinned, kept by a reload, and fits from 1440 to 320 pixels', async () => {
  const three = phones.slice(2);
  const { doc, user, page } = await withPanes('doctor03', three);
  const names = three.map(({ name }) => name);
  const lefts = () => Promise.all(names.map(async (name) => Math.round((await doc.pane(name).boundingBox())?.x ?? -1)));
  const [first = 0, second = 0, third = 0] = await lefts();
  const head = (name: string) => doc.pane(name).getByRole('heading', { name });
  await head(names[2] ?? '').dragTo(doc.conversation(names[0] ?? ''));
  await expect.poll(lefts).toEqual([second, third, first]);
  await doc
    .pane(names[1] ?? '')
    .getByRole('button', { name: 'More for this pane' })
    .click();
  await page.getByRole('menuitem', { name: 'Pin conversation' }).click();
  const chats = page.getByRole('region', { name: 'Conversations' });
  const topmost = chats.locator('.room-row-main').first();
  await expect.poll(() => topmost.getAttribute('aria-label')).toMatch(new RegExp(`^${names[1]}.*Pinned`));
  await doc.leavesAndReturns();
  await expect.poll(lefts).toEqual([second, third, first]);
  await expect.poll(() => topmost.getAttribute('aria-label')).toMatch(/Pinned/);

  const kept = () => doc.conversation(names[1] ?? '').getAttribute('data-kept');
  await doc.conversation(names[1] ?? '').evaluate((log) => log.setAttribute('data-kept', 'yes'));
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [640, 400],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const name = names[1] ?? '';
    if (!(await doc.pane(name).isVisible())) await chats.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await doc.pane(name).waitFor();
    const size = `${width} x ${height}`;
    await expect.poll(() => cutOff(page), { message: size, timeout: 5_000 }).toEqual([]);
    // At 640 by 400, which is 1280 by 800 at 200 %, patient, last message and reply box are in view.
    const reply = page.getByRole('textbox', { name: `Message ${name}` });
    const bottom = async () => {
      const box = await reply.boundingBox();
      return (box?.y ?? height) + (box?.height ?? 0);
    };
    await expect.poll(bottom, { message: size, timeout: 5_000 }).toBeLessThanOrEqual(height);
    await head(name).waitFor();
    await doc.conversation(name).locator('[data-message-id]').last().waitFor();
    // The chat element survives every width: a new one would be blank until its rows are rendered.
    expect(await kept(), size).toBe('yes');
  }
  expect(user.problems).toEqual([]);
});
