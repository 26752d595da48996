import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { fillSignIn } from '../support/signIn.ts';

const { platform, patient, doctorWith } = journey();

/** One doctor with one patient in a pane and an unfinished sentence in the reply box. */
async function inConsultation(account: string) {
  const phone = await patient();
  await phone.opensOrder('A complaint');
  const { user, doc } = await doctorWith(account, [phone]);
  await doc.writes(phone.name, 'Good morning');
  await doc.types(phone.name, 'Half a sentence');
  return { phone, user, doc };
}

/** Ends this sign-in at the platform, as an administrator or another window can. */
async function endedElsewhere(page: Page) {
  const [token, hospital] = await page.evaluate(() => [
    localStorage.getItem('ACCESS_TOKEN'),
    localStorage.getItem('TENANT_ID'),
  ]);
  await fetch(`${platform().url}/api/doctor/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'tenant-id': hospital ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  await page.getByRole('alertdialog', { name: 'Session expired' }).waitFor({ timeout: 10_000 });
}

test('after a sign-in ended elsewhere, "cancel" and a log-in in place lead back to the same sentence', async () => {
  const { phone, user, doc } = await inConsultation('doctor01');
  await endedElsewhere(user.page);
  await user.page.getByRole('button', { name: 'Cancel' }).click();
  await doc.hasDraft(phone.name, 'Half a sentence');
  const bar = user.page.getByRole('region', { name: 'Session expired' });
  await bar.getByRole('button', { name: 'Log in again' }).click();
  await fillSignIn(user.page, 'doctor01');
  await bar.waitFor({ state: 'hidden' });
  await doc.hasDraft(phone.name, 'Half a sentence');
  await doc.writes(phone.name, 'And on we go');
  await phone.hears('And on we go');
});

test('after a sign-in ended elsewhere, "log in again" restores panes and drafts, for that doctor alone', async () => {
  const { phone, user, doc } = await inConsultation('doctor02');
  await endedElsewhere(user.page);
  await user.page.getByRole('button', { name: 'Log in again' }).click();
  await user.page.waitForURL('**/login*');
  await fillSignIn(user.page, 'doctor02');
  await doc.pane(phone.name).waitFor();
  await doc.hasDraft(phone.name, 'Half a sentence');

  await endedElsewhere(user.page);
  await user.page.getByRole('button', { name: 'Log in again' }).click();
  await user.page.waitForURL('**/login*');
  await fillSignIn(user.page, 'doctor03');
  await doc.opens('Cloud room');
  await user.page.getByRole('region', { name: 'Conversations' }).waitFor();
  expect(await user.page.getByText('Half a sentence').count()).toBe(0);
  expect(await doc.pane(phone.name).count()).toBe(0);
});
