import { expect, test } from 'vitest';
import { journey } from '../../support/journey.ts';

const { patient, doctorWith } = journey();

const rounds = Array.from({ length: 8 }, (_, at) => at + 1);

test('a message sent while the page closes is delivered, and typed text is in the reply box again', async () => {
  const phone = await patient();
  await phone.opensOrder('A complaint');
  const { page } = await doctorWith('doctor01', [phone]);
  const box = page.getByRole('textbox', { name: `Message ${phone.name}` });
  for (const round of rounds) {
    await box.fill(`Dose ${round}.`);
    await box.evaluate((element) => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true }));
      location.reload();
    });
    await phone.hears(`Dose ${round}.`);
    await box.evaluate((element, text) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
      set?.call(element, text);
      element.dispatchEvent(new Event('input', { bubbles: true }));
      location.reload();
    }, `Next ${round}`);
    await expect.poll(() => box.inputValue().catch(() => '')).toBe(`Next ${round}`);
  }
}, 120_000);
