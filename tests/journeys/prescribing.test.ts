import { expect, test } from 'vitest';
import { faultsInBothThemes } from '../support/axe.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';

const { person } = journey();

/** A waiting patient of the demonstration with a recorded allergy to cephalosporins. */
const patient = '李晓梅';
const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [1024, 560],
] as const;

let opened: ReturnType<typeof beginPrescription> | null = null;

/** A doctor who has accepted the patient and chosen a diagnosis; both tests go on from here. */
async function beginPrescription() {
  const user = await person();
  const doc = doctor(user);
  await doc.signsIn();
  await doc.opens('Cloud room');
  await doc.accepts(patient);
  await doc.turnsTo(patient, 'Prescription');
  await doc.chooses(patient, 'Diagnosis', 'bronchitis', /bronchitis/i);
  return { user, doc, page: user.page, pane: doc.pane(patient) };
}
function prescription() {
  opened ??= beginPrescription();
  return opened;
}

test('the patient’s name stays visible while a medicine is chosen, at every size', async () => {
  const { doc, page, pane, user } = await prescription();
  const box = pane.getByRole('combobox', { name: 'Medicine' });
  const allergy = pane.getByText(/^Allergic to Cephalosporin/);
  const options = page.getByRole('listbox').filter({ visible: true }).getByRole('option');

  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await box
      .or(pane.getByRole('tab', { name: 'Prescription' }))
      .first()
      .waitFor();
    // The new size may lay the pane out again and close the panel after it was seen.
    await expect
      .poll(
        async () => {
          if (!(await box.isVisible())) await doc.turnsTo(patient, 'Prescription');
          const text = await box.inputValue({ timeout: 2_000 }).catch(() => null);
          // Typing again would begin the search again.
          if (text !== 'ce') await box.fill('ce', { timeout: 2_000 }).catch(() => {});
          return options.nth(2).isVisible();
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    const list = page.getByRole('listbox').filter({ visible: true });
    const bottom = async (of: typeof list) => {
      const rect = await of.boundingBox();
      return rect ? rect.y + rect.height : Number.NaN;
    };
    const top = async (of: typeof list) => (await of.boundingBox())?.y ?? Number.NaN;
    await expect.poll(async () => (await top(list)) >= (await bottom(box))).toBe(true);
    expect(await bottom(allergy)).toBeLessThan(await top(box));
    // Overlapping options could not be read.
    expect(await bottom(options.nth(0))).toBeLessThanOrEqual((await top(options.nth(1))) + 1);
    expect((await list.boundingBox())?.height).toBeGreaterThan(140);
    await box.fill('');
  }

  expect(user.problems).toEqual([]);
});

test('a refused medicine shows its reason at the line, and a set is taken over with the keyboard alone', async () => {
  const { doc, page, pane, user } = await prescription();
  await page.setViewportSize({ width: 1440, height: 900 });
  await doc.chooses(patient, 'Medicine', 'cefixime', /Cefixime/);
  await pane.getByRole('button', { name: 'Submit prescription' }).click();
  const atLine = pane.getByRole('list', { name: 'Findings of line 1' });
  const refusal = atLine
    .getByRole('listitem')
    .filter({ hasText: 'Cefixime dispersible tablets: the patient is allergic to this' });
  await expect.poll(() => refusal.evaluate((row) => row === document.activeElement)).toBe(true);
  const rect = await refusal.boundingBox();
  expect(rect && rect.y >= 0 && rect.y + rect.height <= 900).toBe(true);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  const faults = await faultsInBothThemes(page);

  await pane.getByRole('button', { name: 'Templates' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[role=menuitem][data-highlighted]').getByText('Use a set').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[role=dialog] input[type=search]:focus').waitFor();
  faults.push(...(await faultsInBothThemes(page)));
  await page.keyboard.type('ptgm');
  await page.keyboard.press('Enter');
  await page.locator('button:focus').getByText('Insert').waitFor();
  faults.push(...(await faultsInBothThemes(page)));
  await page.keyboard.press('Enter');
  await pane.getByRole('group', { name: /Line 2: Paracetamol/ }).waitFor();
  expect([...user.problems, ...faults]).toEqual([]);
  await user.context.close();
});
