import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';

const { doctorWith, patient } = journey();

/** How often the conversation shows no message in thirty frames. */
const emptyFrames = (page: Page) =>
  page.evaluate(async () => {
    let empty = 0;
    for (let frame = 0; frame < 30; frame++) {
      await new Promise((done) => requestAnimationFrame(done));
      if (document.querySelector('.pane-chat [data-message-id]') === null) empty += 1;
    }
    return empty;
  });

test('for a person who wants less motion a conversation shows its messages at once and keeps them', async () => {
  const phone = await patient('en');
  await phone.opensOrder('Cough with phlegm for five days');
  const { user, doc, page } = await doctorWith('doctor01', [phone], { viewport: { width: 390, height: 844 } });
  for (let at = 1; at <= 12; at++) await doc.writes(phone.name, `Question ${at}. ${'Please describe it. '.repeat(at)}`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await doc.bubble(phone.name, 'Question 12').waitFor();
  expect(await emptyFrames(page)).toBe(0);
  await user.context.close();
});
