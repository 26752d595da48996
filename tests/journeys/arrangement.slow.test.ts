import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cutTexts } from '../support/cutTexts.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { staff } from '../support/staff.ts';

const { person, patient, doctorWith } = journey();

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 720, height: 450 },
] as const;
const [, , phoneSize] = sizes;

const routesOf = {
  doctor01: ['/', '/orderRecord', '/prescriptionRecord', '/serviceSetup', '/workforceManagement', '/personalData'],
  auditor01: ['/prescriptionTask', '/prescriptionReview?id=1', '/myAuditRecord', '/personalData'],
} as const;
const sections = ['medicines', 'people', 'departments', 'diagnoses', 'dictionaries', 'checks', 'operations'] as const;

/** Where the heading of this screen begins below the banners, in pixels. */
const headingAt = (page: Page) =>
  page.evaluate(() => {
    const screen = document.querySelector('.app-screen')?.getBoundingClientRect();
    const heading = document.querySelector('main h1')?.getBoundingClientRect();
    return screen && heading ? `${heading.left - screen.left}, ${heading.top - screen.top}` : 'none';
  });

/** The places of the headings of these screens, each once, at each size. */
async function headingsOf(account: string, routes: readonly string[]) {
  const user = await person();
  await staff(user).signsIn(account);
  const found = new Map<number, Set<string>>();
  for (const route of routes) {
    await user.page.goto(route);
    await user.page.locator('main h1').first().waitFor();
    for (const size of sizes) {
      await user.page.setViewportSize(size);
      const places = found.get(size.width) ?? new Set();
      found.set(size.width, places.add(await headingAt(user.page)));
    }
  }
  await user.context.close();
  return found;
}

test('the heading begins at the same place on every screen of the doctors and of the reviewers', async () => {
  const [ofDoctors, ofReviewers] = await Promise.all([
    headingsOf('doctor01', routesOf.doctor01),
    headingsOf('auditor01', routesOf.auditor01),
  ]);
  for (const { width } of sizes)
    expect([width, new Set([...(ofDoctors.get(width) ?? []), ...(ofReviewers.get(width) ?? [])]).size]).toEqual([
      width,
      1,
    ]);
});

test('the heading begins at the same place in every section of the administration', async () => {
  const found = await headingsOf(
    'admin01',
    sections.map((section) => `/administration/${section}`),
  );
  for (const [width, places] of found) expect([width, places.size]).toEqual([width, 1]);
});

test('the cards of the live figures fill each of their rows, so that none leaves a hole', async () => {
  const user = await person();
  const { page } = user;
  await staff(user).signsIn('admin01');
  await page.goto('/administration/operations');
  await page.locator('.live-cards').waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const holes = await page.locator('.live-cards').evaluate((grid) => {
      const whole = grid.getBoundingClientRect();
      const cards = [...grid.children].map((card) => card.getBoundingClientRect());
      const rows = new Set(cards.map(({ top }) => top));
      return [...rows].filter((top) => {
        const inRow = cards.filter((card) => card.top <= top && card.bottom > top);
        return Math.max(...inRow.map(({ right }) => right)) < whole.right - 1;
      });
    });
    expect([size.width, holes]).toEqual([size.width, []]);
  }
  await user.context.close();
});

test('before a prescription is submitted, its doses are as large as the other text', async () => {
  const phone = await patient('en');
  await phone.opensOrder('Cough with phlegm for five days');
  const { user, doc, page } = await doctorWith('doctor01', [phone]);
  await doc.turnsTo(phone.name, 'Prescription');
  await doc.chooses(phone.name, 'Diagnosis', 'bronchitis', /bronchitis/i);
  await doc.chooses(phone.name, 'Medicine', 'ambroxol', /ambroxol/i);
  await doc.answersChecks(phone.name, 'Asked in the chat');
  await doc.pane(phone.name).getByRole('button', { name: 'Submit prescription' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Submit this prescription?' });
  const sizeOf = (text: RegExp) =>
    asked
      .getByText(text)
      .last()
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  const medicine = await sizeOf(/^Ambroxol/);
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    expect([width, await sizeOf(/30\smg/)]).toEqual([width, medicine]);
  }
  await user.context.close();
});

test('a conversation with a rejected prescription says so in whole words at every size', async () => {
  const user = await person();
  await doctor(user).signsIn('doctor02');
  await user.page.goto('/cloudRoom');
  await user.page.locator('.room-row-failed').first().waitFor();
  for (const size of sizes) {
    await user.page.setViewportSize(size);
    expect([size.width, await cutTexts(user.page, '.room-row-failed, .room-row-failed > span')]).toEqual([
      size.width,
      [],
    ]);
  }
  await user.context.close();
});

test('on a phone the hospital is named whole beside the duty state and the blocked sound', async () => {
  const user = await person({ viewport: phoneSize });
  // Nobody has touched the page since it was loaded, so it may not sound.
  await user.page.addInitScript(() => {
    Object.defineProperty(UserActivation.prototype, 'hasBeenActive', { get: () => false });
  });
  await doctor(user).signsIn('doctor01');
  await user.page.getByRole('button', { name: /^Duty state/ }).waitFor();
  await user.page.locator('.alerts-hint').waitFor();
  const bar = await user.page.locator('.app-bar').evaluate((one) => {
    const name = one.querySelector<HTMLElement>('.app-brand span');
    const both = one.querySelector<HTMLElement>('.app-brand > div');
    if (!name || !both) throw new Error('the bar has no name');
    const middleOf = (selector: string) => {
      const box = one.querySelector(selector)?.getBoundingClientRect();
      return box ? box.y + box.height / 2 : Number.NaN;
    };
    const offCentre = Math.round(middleOf('.ui-select > svg') - middleOf('.ui-select'));
    const rows = both.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).lineHeight);
    return {
      offCentre,
      hidden: name.scrollHeight - name.clientHeight,
      rows: Math.round(rows),
      height: one.getBoundingClientRect().height,
    };
  });
  expect(bar).toEqual({ offCentre: 0, hidden: 0, rows: 2, height: 48 });
  await user.context.close();
});

const lists = {
  doctor01: ['/orderRecord', '/prescriptionRecord'],
  admin01: ['/administration/people', '/administration/medicines', '/administration/diagnoses'],
} as const;

test.each(Object.entries(lists))(
  'in the lists of %s no column ends beyond its table, and the numbers above it are whole',
  async (account, routes) => {
    const user = await person();
    const { page } = user;
    await staff(user).signsIn(account);
    for (const route of routes) {
      await page.goto(route);
      await page.locator('.ui-table td').first().waitFor();
      for (const size of sizes) {
        await page.setViewportSize(size);
        // A table that is too wide shows each row in one cell.
        const beyond = () =>
          page.locator('.ui-table').evaluate((table) => {
            const edge = table.closest('.ui-table-box')?.getBoundingClientRect().right ?? 0;
            return Math.max(0, Math.round(table.getBoundingClientRect().right - edge));
          });
        await expect.poll(async () => [route, size.width, await beyond()]).toEqual([route, size.width, 0]);
        const cut = await page
          .locator('.status-counts')
          .evaluateAll((rows) => rows.filter((row) => row.scrollHeight > row.clientHeight + 1).length);
        expect([route, size.width, cut]).toEqual([route, size.width, 0]);
      }
    }
    await user.context.close();
  },
);
