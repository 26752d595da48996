import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cutTexts, identifyingTexts } from '../support/cutTexts.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';

const { doctorWith, patients, person } = journey();

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 720, height: 450 },
] as const;
const fonts = [16, 24] as const;

/** Names of what is cut at any size, with the browser's usual font and with one of 24 pixels. */
async function cutAnywhere(page: Page): Promise<string[]> {
  const cut: string[] = [];
  for (const size of sizes)
    for (const font of fonts) {
      await page.setViewportSize(size);
      await page.evaluate((px) => {
        document.documentElement.style.fontSize = `${px}px`;
      }, font);
      // Two frames for what is arranged by a measured size.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await expect.poll(() => page.locator('.ui-skeleton').count()).toBe(0);
      cut.push(...(await cutTexts(page, identifyingTexts)).map((text) => `${size.width} at ${font}: ${text}`));
    }
  return cut;
}

test('names, sex and age, waits, weights and the buttons of a pane are whole at every size', async () => {
  const phones = await patients(2, 'en');
  for (const phone of phones) await phone.opensOrder('Cough with phlegm for five days');
  const { user, doc, page } = await doctorWith('doctor01', phones);
  expect(await cutAnywhere(page)).toEqual([]);
  for (const tab of ['Record', 'Prescription'] as const) {
    await page.setViewportSize(sizes[0]);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
    });
    await doc.turnsTo(phones[1]?.name ?? '', tab);
    expect(await cutAnywhere(page)).toEqual([]);
  }
  await user.context.close();
});

test('the folded waiting list shows the whole name of the patient whom its button accepts', async () => {
  const user = await person({ viewport: sizes[0] });
  const { page } = user;
  const doc = doctor(user);
  await doc.signsIn('doctor01');
  await doc.opens('Cloud room');
  const list = page.getByRole('region', { name: 'Awaiting patients' });
  await list
    .getByRole('button', { name: /^Accept / })
    .first()
    .waitFor();
  const fold = list.getByRole('button', { name: 'Waiting list' });
  if ((await fold.getAttribute('aria-expanded')) === 'true') await fold.click();
  await list.getByRole('button', { name: 'Accept next' }).waitFor();
  // One word that is wider than what the badge and the buttons leave.
  await list.getByRole('heading').evaluate((heading) => {
    heading.textContent = 'Konstantinopoulou-Papadimitriou';
  });
  expect(await cutAnywhere(page)).toEqual([]);
  await user.context.close();
});

/** Written reasons of which a part is beyond the edge of their field. */
const cutReasons = (page: Page) =>
  page
    .getByPlaceholder('Your reason, read by the reviewer')
    .evaluateAll(
      (all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).length,
    );

test('a long reason for a finding is whole in its field at every size', async () => {
  const [phone] = await patients(1, 'en');
  if (!phone) throw new Error('no patient is free');
  await phone.opensOrder('Knee pain for two weeks');
  const { user, doc, page } = await doctorWith('doctor02', [phone]);
  await doc.turnsTo(phone.name, 'Prescription');
  await doc.chooses(phone.name, 'Medicine', 'ibuprofen', /ibuprofen/i);
  const reasons = doc.pane(phone.name).getByPlaceholder('Your reason, read by the reviewer');
  await reasons.first().waitFor();
  const reason =
    'Taken together for two years under a specialist, with a stomach protector and a blood test each month. ';
  await reasons.first().fill(reason.repeat(4));
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => cutReasons(page), { message: `${size.width} x ${size.height}` }).toBe(0);
  }
  await user.context.close();
});

test('patients, waits, findings and numbers in the tables of a reviewer are whole at every size', async () => {
  const user = await person({ viewport: sizes[0] });
  const { page } = user;
  await reviewer(user).signsIn();
  await page
    .getByRole('button', { name: /^Review RX/ })
    .first()
    .waitFor();
  expect(await cutAnywhere(page)).toEqual([]);
  await page.setViewportSize(sizes[0]);
  await page
    .getByRole('button', { name: /^Review RX/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Skip to / }).waitFor();
  expect(await cutAnywhere(page)).toEqual([]);
  await page.setViewportSize(sizes[0]);
  await page.goto('/myAuditRecord');
  await page
    .getByRole('button', { name: /^Show RX/ })
    .first()
    .waitFor();
  expect(await cutAnywhere(page)).toEqual([]);
  await user.context.close();
});

/** Names, allergies and the state of the connection that something covers. */
const coveredByToast = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[data-scope="toast"][data-part="root"]')?.getBoundingClientRect();
    if (!toast) throw new Error('no toast is shown');
    const kept = '.pane-head h2, .pane-who, .pane-facts, .app-link, .room-row strong, .pane-rejected';
    return [...document.querySelectorAll(kept)]
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return width > 1 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
      })
      .map(({ className, textContent }) => `${className}: ${textContent}`);
  });

test('without a connection a toast says what to do, and covers no name, allergy or state at any size', async () => {
  const user = await person({ viewport: sizes[0] });
  const { page, context } = user;
  const doc = doctor(user);
  await doc.signsIn('doctor01');
  await doc.opens('Cloud room');
  const accept = page.getByRole('region', { name: 'Awaiting patients' }).getByRole('button', { name: /^Accept / });
  await accept.first().waitFor();
  // What panes and toasts need is loaded before the connection is lost.
  await accept.first().click();
  await page
    .getByRole('textbox', { name: /^Message / })
    .first()
    .waitFor();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/ToastLayer-')),
  );
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await accept.first().click();
  const toast = page.locator('[data-scope="toast"][data-part="root"]');
  await toast.filter({ hasText: 'Check the connection' }).waitFor();
  // A hovered toast stays.
  await toast.first().dispatchEvent('mouseover');
  for (const size of [...sizes, { width: 768, height: 1024 }]) {
    await page.setViewportSize(size);
    // The toast moves to its place of the new size within a transition.
    await expect.poll(() => coveredByToast(page), { message: `${size.width} x ${size.height}` }).toEqual([]);
  }
  await context.close();
});
