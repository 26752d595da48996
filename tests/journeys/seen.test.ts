import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SenderType } from '../../contract/im.ts';
import { journey } from '../support/journey.ts';
import { unreadIn } from '../support/tabTitle.ts';

const { patient, doctorWith } = journey();

/** Headless Chromium never hides a tab, so the page's visibility is set here. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    const state = isHidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('a message is read only when it was visible: not hidden, scrolled away, covered or minimised', async () => {
  const phone = await patient();
  const { conversationId } = await phone.opensOrder('Cough for three days');
  let readUpTo = 0;
  phone.events$.subscribe((event) => {
    if (event.kind === 'read' && event.reader === SenderType.doctor) readUpTo = Math.max(readUpTo, event.readUpTo);
  });
  const { user, doc, page } = await doctorWith('doctor03', [phone]);
  const { name } = phone;
  let last = 0;
  for (let n = 1; n <= 30; n += 1) ({ seq: last } = await phone.says(conversationId, `Line ${n}`));
  await doc.reads(name, 'Line 30');
  const row = page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first();
  const unread = () => unreadIn(page);
  await expect.poll(() => readUpTo).toBe(last);
  const before = await unread();

  const scroller = doc.conversation(name).locator('[data-virtuoso-scroller]');
  const ways: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
    ['hidden', () => setHidden(page, true), () => setHidden(page, false)],
    [
      'scrolled away',
      async () => {
        await scroller.hover();
        await page.mouse.wheel(0, -600);
        await expect
          .poll(() => scroller.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight))
          .toBeGreaterThan(300);
      },
      () =>
        doc
          .conversation(name)
          .getByRole('button', { name: /new message/ })
          .click(),
    ],
    [
      'under a dialog',
      async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').waitFor();
      },
      () => page.keyboard.press('Escape'),
    ],
    ['minimised', () => doc.presses(name, 'Minimise pane'), () => row.click()],
  ];
  for (const [way, cover, uncover] of ways) {
    await cover();
    const { seq } = await phone.says(conversationId, `Said while ${way}`);
    await expect.poll(unread).toBe(before + 1);
    expect(readUpTo).toBeLessThan(seq);
    await uncover();
    await doc.reads(name, `Said while ${way}`);
    await expect.poll(unread).toBe(before);
    await expect.poll(() => readUpTo).toBe(seq);
  }
  expect(user.problems).toEqual([]);
});
