import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { awaitList, type ConsultOrder } from '../../contract/http/consult.ts';
import { journey } from '../support/journey.ts';
import { signedIn } from '../support/openConsultations.ts';

const { platform, patients, doctorWith } = journey();

type Standing = 'contradictory' | 'outdated';
type Fact = { readonly patient: string; readonly field: string; readonly open: number };

const openIn = ({ patient }: ConsultOrder, standing: Standing) =>
  (patient.facts ?? []).flatMap((entry) => (entry.standing === standing ? entry.kind : []));

/** A waiting patient for whom only this is to be decided, for each of the wanted standings. */
function choose(waiting: readonly ConsultOrder[], wanted: readonly Standing[]): Fact[] {
  const chosen = new Set<string>();
  return wanted.map((standing) => {
    const other = standing === 'outdated' ? 'contradictory' : 'outdated';
    const fits = (order: ConsultOrder) =>
      !chosen.has(order.id) && openIn(order, standing).length >= 1 && openIn(order, other).length === 0;
    const order = waiting.find(fits);
    if (!order) throw new Error(`no waiting patient has a fact that is ${standing}`);
    chosen.add(order.id);
    const open = openIn(order, standing);
    return { patient: order.patient.name, field: open[0] ?? '', open: open.length };
  });
}

/** Opens a chip, decides with keys alone, and waits until the dialog is closed and the focus is back in its pane. */
async function decides(page: Page, { patient, field }: Fact, button: RegExp, keys: readonly string[]) {
  const pane = page.getByRole('region', { name: `Consultation with ${patient}` });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await pane.locator('.pane-edit-facts').waitFor();
  // A narrow pane has no chip for an outdated answer that harms nobody.
  const own = pane.locator(`button[data-fact="${field}"]`);
  const isShown = await own.isVisible();
  const chip = isShown ? own : pane.locator('.pane-edit-facts');
  const isReached = () => chip.evaluate((one) => one === document.activeElement);
  for (let presses = 0; presses < 400 && !(await isReached()); presses += 1) await page.keyboard.press('Tab');
  expect(await isReached()).toBe(true);
  await page.keyboard.press('Enter');
  for (const [at, key] of keys.entries()) {
    // After a decision the next one has the focus.
    if (at === 0 || keys[at - 1] === 'Enter') await expect.poll(focused).toMatch(button);
    const left = page.getByRole('button', { name: button });
    const before = await left.count();
    await page.keyboard.press(key);
    if (key === 'Enter') await expect.poll(() => left.count()).toBe(before - 1);
  }
  // Only what a chip opened closes by itself.
  if (!isShown) await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  const place = () =>
    pane.evaluate((region, fact) => {
      const at = document.activeElement;
      if (!region.contains(at)) return `elsewhere: ${at?.tagName} ${at?.className} ${at?.textContent?.slice(0, 60)}`;
      return at?.getAttribute('data-fact') === fact ? 'chip' : (at?.className ?? '');
    }, field);
  // A narrow pane has no chip for a value that is not in doubt, and none for a renewed answer that harms nobody.
  await expect.poll(place).toMatch(/^chip$|pane-edit-facts/);
}

test('what a patient stated is taken or kept and an outdated fact renewed by keys alone', async () => {
  for (const [at, phone] of (await patients(24)).entries())
    await phone.opensOrder('Cough', 1, [], at % 2 === 0 ? { weightKg: 66.6 } : undefined);
  const doctor = await signedIn(platform().url, 'doctor01');
  const waiting = await doctor(awaitList, {});
  const [taken, kept, renewed] = choose(waiting, ['contradictory', 'contradictory', 'outdated']);
  if (!taken || !kept || !renewed) throw new Error('three patients were asked for');
  const phones = [taken, kept, renewed].map(({ patient: name }) => ({ name }));
  const { user, doc, page } = await doctorWith('doctor01', phones, { viewport: { width: 1440, height: 900 } });

  await decides(page, taken, /^Take: 66\.6/, ['Escape']);
  await decides(page, taken, /^Take: 66\.6/, ['Enter']);
  await expect
    .poll(() =>
      doc
        .pane(taken.patient)
        .getByText(/66\.6\skg/)
        .count(),
    )
    .toBeGreaterThan(0);
  await decides(page, kept, /^Take: 66\.6/, ['Tab', 'Enter']);
  await expect
    .poll(() =>
      doc
        .pane(kept.patient)
        .getByText(/66\.6\skg/)
        .count(),
    )
    .toBe(0);
  const renewals = Array.from({ length: renewed.open }, () => 'Enter');
  await decides(page, renewed, /^Still correct/, renewals);
  expect(user.problems).toEqual([]);
  await user.context.close();
});
