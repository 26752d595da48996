import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { fillSignIn } from '../support/signIn.ts';

const { platform, patient, doctorWith } = journey();

/** One doctor with one patient in a pane, and a sentence begun. */
async function inConsultation(account: string) {
  const phone = await patient();
  await phone.opensOrder('A complaint');
  const { seat, doc } = await doctorWith(account, [phone]);
  await doc.writes(phone.name, 'Good morning');
  await doc.types(phone.name, 'Half a sentence');
  return { phone, seat, doc };
}

/** Somebody else with the token (an administrator, a thief, another window) ends this sign-in at the platform. */
async function endedElsewhere(page: Page) {
  const [token, tenant] = await page.evaluate(() => [
    localStorage.getItem('ACCESS_TOKEN'),
    localStorage.getItem('TENANT_ID'),
  ]);
  await fetch(`${platform().url}/api/doctor/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'tenant-id': tenant ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  await page.getByRole('alertdialog', { name: 'Session expired' }).waitFor({ timeout: 10_000 });
}

test('after a sign-in ended elsewhere, "cancel" and a log-in in place let the doctor continue the same sentence', async () => {
  const { phone, seat, doc } = await inConsultation('doctor01');
  await endedElsewhere(seat.page);
  await seat.page.getByRole('button', { name: 'Cancel' }).click();
  await doc.hasDraft(phone.name, 'Half a sentence');
  const bar = seat.page.getByRole('region', { name: 'Session expired' });
  await bar.getByRole('button', { name: 'Log in again' }).click();
  await fillSignIn(seat.page, 'doctor01');
  await bar.waitFor({ state: 'hidden' });
  await doc.hasDraft(phone.name, 'Half a sentence');
  await doc.writes(phone.name, 'And on we go');
  await phone.hears('And on we go');
});

test('after a sign-in ended elsewhere, "log in again" restores panes and drafts, which another doctor never sees', async () => {
  const { phone, seat, doc } = await inConsultation('doctor02');
  await endedElsewhere(seat.page);
  await seat.page.getByRole('button', { name: 'Log in again' }).click();
  await seat.page.waitForURL('**/login*');
  await fillSignIn(seat.page, 'doctor02');
  await doc.pane(phone.name).waitFor();
  await doc.hasDraft(phone.name, 'Half a sentence');

  await endedElsewhere(seat.page);
  await seat.page.getByRole('button', { name: 'Log in again' }).click();
  await seat.page.waitForURL('**/login*');
  await fillSignIn(seat.page, 'doctor03');
  await doc.opens('Cloud room');
  await seat.page.getByRole('region', { name: 'Conversations' }).waitFor();
  expect(await seat.page.getByText('Half a sentence').count()).toBe(0);
  expect(await doc.pane(phone.name).count()).toBe(0);
});
