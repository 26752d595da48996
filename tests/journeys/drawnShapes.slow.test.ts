import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cutTexts } from '../support/cutTexts.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';

const { person, patient, doctorWith } = journey();

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;
const [desktop, tablet, phoneSize] = sizes;

test('each day with decisions has a bar that can be seen, however many days a chart has', async () => {
  const user = await person({ viewport: desktop });
  const { page } = user;
  await reviewer(user).signsIn();
  await page.goto('/myAuditRecord?tab=statistics');
  const bars = page.locator('.trend-column > div');
  await bars.first().waitFor({ state: 'attached' });
  for (const size of sizes) {
    await page.setViewportSize(size);
    const widths = await bars.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).flatMap(({ width, height }) => (height > 0 ? [width] : [])),
    );
    expect(widths.length).toBeGreaterThan(0);
    expect([size.width, widths.filter((width) => width < 2)]).toEqual([size.width, []]);
  }
  await user.context.close();
});

test('the bar below a wait differs from its row in both themes, and headings of the queue are whole', async () => {
  const user = await person({ viewport: desktop });
  const { page } = user;
  await reviewer(user).signsIn();
  const bar = page.locator('.queue-wait:has([data-level="over"]) > i').first();
  await bar.waitFor();
  const colours = () =>
    bar.evaluate((one) =>
      [one, one.closest('.ui-table-box') ?? one].map((part) => getComputedStyle(part).backgroundColor),
    );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const [own, row] = await colours();
    expect(own).not.toBe(row);
  }
  expect(await cutTexts(page, '.queue-table th, .queue-table th > *')).toEqual([]);
  await user.context.close();
});

/** Filters whose label has several rows or reaches over the next filter. */
const looseLabels = (page: Page) =>
  page.locator('.ui-filters > .ui-field > label').evaluateAll((all) =>
    all
      .filter((one) => {
        const field = one.parentElement?.getBoundingClientRect();
        const { height, right } = one.getBoundingClientRect();
        const row = Number.parseFloat(getComputedStyle(one).lineHeight);
        return height > 1.5 * row || (field !== undefined && right > field.right + 1);
      })
      .map((one) => one.textContent),
  );

test.each(['en', 'zh-CN'] as const)(
  'labels of filters have one row and their fields one line: %s',
  async (language) => {
    const [own, rev, admin] = await Promise.all([person({ language }), person({ language }), person({ language })]);
    await doctor(own).signsIn('doctor01');
    await reviewer(rev).signsIn();
    await doctor(admin).signsIn('admin01');
    const places = [
      [own.page, '/prescriptionRecord'],
      [own.page, '/orderRecord'],
      [rev.page, '/myAuditRecord'],
      [admin.page, '/administration/people'],
      [admin.page, '/administration/medicines'],
      [admin.page, '/administration/operations?tab=trail'],
    ] as const;
    for (const [page, path] of places) {
      await page.goto(path);
      await page.locator('.ui-filters > .ui-field').first().waitFor();
      for (const size of [desktop, tablet]) {
        await page.setViewportSize(size);
        expect([path, size.width, await looseLabels(page)]).toEqual([path, size.width, []]);
      }
    }
    await Promise.all([own, rev, admin].map(({ context }) => context.close()));
  },
);

test.each(['en', 'zh-CN'] as const)(
  'on narrow paper a second row is indented and breaks no date: %s',
  async (language) => {
    const user = await person({ language, viewport: phoneSize });
    const { page } = user;
    await doctor(user).signsIn('doctor01');
    await page.goto('/prescriptionRecord?keyword=Helen%20Foster');
    await page.locator('main a[href*="id="]').first().click();
    const values = page.locator('main dd', { hasText: language === 'en' ? 'Macrolides' : '大环内酯' });
    await values.first().waitFor();
    const rows = await values.first().evaluate((dd) => {
      dd.style.width = '11rem';
      return [...dd.querySelectorAll('.ui-line')].map((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        const lefts = [...range.getClientRects()].map(({ left }) => Math.round(left));
        const [first = 0, ...others] = lefts;
        return { rows: lefts.length, indented: others.every((left) => left > first) };
      });
    });
    expect(rows.length).toBeGreaterThan(1);
    expect(rows).toEqual(rows.map(({ rows: count }) => ({ rows: Math.max(2, count), indented: true })));
    const brokenDates = await values.first().evaluate(
      (dd) =>
        [...dd.querySelectorAll('.ui-line')].filter((line) => {
          const [text] = line.childNodes;
          const at = /\d{4}年\d+月\d+日/.exec(text?.textContent ?? '');
          if (!text || !at) return false;
          const range = document.createRange();
          range.setStart(text, at.index);
          range.setEnd(text, at.index + at[0].length);
          return range.getClientRects().length > 1;
        }).length,
    );
    expect(brokenDates).toBe(0);
    await user.context.close();
  },
);

test.each(['en', 'zh-CN'] as const)(
  'a printed consultation has no gap, overlap, button or cut time: %s',
  async (language) => {
    const user = await person({ language });
    const { page } = user;
    await doctor(user).signsIn('doctor01');
    await page.goto('/orderRecord?status=30');
    const href = await page.locator('main a[href^="/orderRecord/detail?id="]').first().getAttribute('href');
    await page.goto((href ?? '').replace('/orderRecord/detail', '/cloudRoom/detail1'));
    await page.locator('.archive-documents h2').first().waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.locator('.printed-messages li').first().waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    // The width of A4 without its margins.
    await page.setViewportSize({ width: 700, height: 500 });
    const seen = await page.locator('.archive').evaluate((archive) => {
      const part = (selector: string) => archive.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const times = [...archive.querySelectorAll('.printed-messages time')].map((one) => one.getClientRects().length);
      return {
        gap: part('.archive-documents').top - part('.printed-messages').bottom,
        buttons: [...archive.querySelectorAll('button')].filter((one) => one.offsetWidth > 0).length,
        rows: Math.max(...times),
        tall: [...archive.querySelectorAll('.printed-messages time')].filter(
          (one) => one.getBoundingClientRect().height > 1.5 * Number.parseFloat(getComputedStyle(one).lineHeight),
        ).length,
      };
    });
    expect(seen).toEqual({ gap: expect.closeTo(0, -2), buttons: 0, rows: 1, tall: 0 });
    await user.context.close();
  },
);

test('the search over everything shows names, strengths and prices whole at every size', async () => {
  const phone = await patient('en');
  await phone.opensOrder('Cough with phlegm for five days');
  const { user, page } = await doctorWith('doctor03', [phone]);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search patients/ }).fill('am');
  await page
    .getByRole('option', { name: /Amantadine/ })
    .first()
    .waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect([size.width, await cutTexts(page, '.keys-palette [role="option"] span')]).toEqual([size.width, []]);
  }
  await user.context.close();
});

test('findings of a medicine keep their distance', async () => {
  const phone = await patient('en');
  await phone.opensOrder('Knee pain for two weeks');
  const { user, doc, page } = await doctorWith('doctor04', [phone]);
  await doc.turnsTo(phone.name, 'Prescription');
  await doc.chooses(phone.name, 'Diagnosis', 'bronchitis', /bronchitis/i);
  for (const medicine of ['warfarin', 'ibuprofen'])
    await doc.chooses(phone.name, 'Medicine', medicine, new RegExp(medicine, 'i'));
  const lists = page.locator('.rx-findings:has(> li + li)');
  await lists.first().waitFor();
  const gaps = await lists.first().evaluate((list) =>
    [...list.children].slice(1).map((one) => {
      const before = one.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
      return one.getBoundingClientRect().top - before;
    }),
  );
  expect(gaps.filter((gap) => gap < 10)).toEqual([]);
  await user.context.close();
});

test('a duty state that cannot be loaded takes no room from the name of the hospital on a phone', async () => {
  const user = await person({ viewport: phoneSize });
  await user.context.route('**/doctor/duty', (route) => route.abort());
  await doctor(user).signsIn('doctor01');
  await user.page.getByRole('button', { name: 'Duty state could not be loaded. Try again' }).waitFor();
  const hidden = await user.page.locator('.app-brand span').evaluate((name) => name.scrollHeight - name.clientHeight);
  expect(hidden).toBeLessThanOrEqual(1);
  await user.context.close();
});

test('on a phone the names of hospital and person keep clear of the edges of the bar', async () => {
  const user = await person({ viewport: phoneSize });
  await doctor(user).signsIn('doctor01');
  const room = await user.page.locator('.app-brand > div').evaluate((names) => {
    const bar = names.closest('.app-bar')?.getBoundingClientRect();
    const own = names.getBoundingClientRect();
    return bar ? Math.min(own.top - bar.top, bar.bottom - own.bottom) : 0;
  });
  expect(room).toBeGreaterThanOrEqual(2);
  await user.context.close();
});
