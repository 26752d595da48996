import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';

const { person } = journey();

const edges = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return { top: box.y, left: box.x, right: box.x + box.width, bottom: box.y + box.height };
};

test('on a phone the decision buttons stay at the bottom of a review; the checks follow the prescription', async () => {
  const viewport = { width: 390, height: 844 };
  const user = await person({ viewport });
  const { page } = user;
  await reviewer(user).signsIn();
  await page
    .getByRole('button', { name: /^Review RX/ })
    .first()
    .click();
  const checks = page.getByRole('group', { name: 'Four checks, ten verifications' });
  await checks.waitFor();
  const approve = page.getByRole('button', { name: 'Approve' });
  const foot = (await edges(approve)).bottom;
  expect(foot).toBeLessThanOrEqual(viewport.height);
  expect((await edges(page.getByRole('article'))).bottom).toBeLessThan((await edges(checks)).top);
  await page.getByRole('tab', { name: 'Record' }).click();
  const record = page.getByRole('region', { name: 'Medical record' });
  expect((await edges(record)).bottom).toBeLessThan((await edges(checks)).top);
  await page.getByRole('textbox', { name: 'Comment' }).scrollIntoViewIfNeeded();
  expect(Math.abs((await edges(approve)).bottom - foot)).toBeLessThanOrEqual(1);
  await page.getByRole('textbox', { name: 'Comment' }).focus();
  expect((await edges(page.getByRole('textbox', { name: 'Comment' }))).bottom).toBeLessThanOrEqual(
    (await edges(approve)).top,
  );
  await user.context.close();
});

test('panes are at least 420 pixels wide, and a header takes a second row only where the facts need one', async () => {
  const user = await person();
  const { page } = user;
  const doc = doctor(user);
  await doc.signsIn('doctor01');
  await doc.opens('Cloud room');
  const rows = page.getByRole('region', { name: 'Conversations' }).locator('.room-row-main');
  await rows.first().waitFor();
  const awaiting = page.getByRole('region', { name: 'Awaiting patients' });
  const heads = page.locator('.pane-head');
  // An accepted patient may stay first in the list for a moment, so that the buttons are found by name.
  const accept = awaiting.getByRole('button', { name: /^Accept / });
  await accept.nth(1).waitFor();
  const labels = await accept.evaluateAll((buttons) => buttons.slice(0, 2).map((one) => one.ariaLabel ?? ''));
  for (const label of labels) {
    await awaiting.getByRole('button', { name: label, exact: true }).click();
    await doc.pane(label.replace('Accept ', '')).waitFor();
  }
  const foster = rows.filter({ hasText: 'Helen Foster' });
  await foster.click();
  const pane = doc.pane('Helen Foster');
  const allergy = pane.locator('.pane-facts').getByText(/Penicillin/);
  await allergy.waitFor();
  const covered = await allergy.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    return [0.02, 0.25, 0.5, 0.75, 0.98].filter((part) => {
      const there = document.elementFromPoint(left + part * width, top + height / 2);
      return there === null || !(shown.contains(there) || there.contains(shown));
    });
  });
  expect(covered).toEqual([]);
  const boxes = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => ({ width, height })),
      );
  expect((await boxes('.room-grid .pane')).filter(({ width }) => width < 420)).toEqual([]);
  await expect.poll(() => heads.count()).toBe(3);
  // A pane of 780 pixels opens the record beside its chat, which gives the facts rows of their own.
  const chats = (await boxes('.pane-head')).filter(({ width }) => width < 780);
  expect(chats.length).toBeGreaterThan(1);
  expect(chats.filter(({ height }) => height > 72)).toEqual([]);

  // Nobody prescribes without the facts in view: while a panel is open, all of them are shown, none cut off.
  const other = doc.pane(labels[0]?.replace('Accept ', '') ?? '');
  await other.getByRole('tab', { name: 'Prescription' }).click();
  await other.getByRole('combobox', { name: 'Medicine' }).waitFor();
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const tab = pane.getByRole('tab', { name: 'Prescription' });
    // The new size may lay the pane out again and close the panel after it was seen.
    await expect
      .poll(async () => {
        if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
        return pane
          .locator('.pane-facts .ui-badge > span')
          .evaluateAll((texts) =>
            texts
              .filter((one) => one.scrollWidth <= one.clientWidth || one.clientWidth === 0)
              .map((one) => one.textContent),
          );
      })
      .toEqual([
        expect.stringMatching(/^Allergic to Penicillins$/),
        expect.stringMatching(/^Allergic to Macrolides$/),
        expect.stringMatching(/^61\skg/),
      ]);
  }
  await user.context.close();
});
