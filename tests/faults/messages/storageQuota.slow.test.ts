import { expect, test } from 'vitest';
import { journey } from '../../support/journey.ts';

const { patient, doctorWith, platform } = journey();

test('a full disk asks before the page is left; once there is room the draft is stored and the warning goes', async () => {
  const phone = await patient();
  await phone.opensOrder('Cough');
  const { user, doc, page } = await doctorWith('doctor02', [phone]);
  await doc.types(phone.name, 'Take one');
  const browser = await user.context.newCDPSession(page);
  const origin = platform().url;
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await doc.types(phone.name, 'Take two tablets after meals');
  const warning = page.getByText('This browser could not save your work');
  await warning.waitFor();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.reload({ timeout: 5_000 }).catch(() => {});
  expect(asked).toEqual(['beforeunload']);
  await browser.send('Storage.overrideQuotaForOrigin', { origin });
  await warning.waitFor({ state: 'detached', timeout: 90_000 });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await doc.hasDraft(phone.name, 'Take two tablets after meals');
});
