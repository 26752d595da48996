import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Phone } from '../../simulator/phone.ts';
import { openBrowser, person } from '../support/browser.ts';
import { doctor } from '../support/doctor.ts';
import '../support/needsChromium.ts';
import { freePatients } from '../support/patient.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

let platform: Platform;
let browser: Browser;
const phones: Phone[] = [];

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
});
afterAll(async () => {
  for (const phone of phones) phone.close();
  await browser?.close();
  await platform?.stop();
});

/** One doctor with one patient in a pane, and a sentence begun. */
async function inConsultation(account: string) {
  const [phone] = await freePatients(platform.url, 1);
  if (!phone) throw new Error('nobody is free');
  phones.push(phone);
  await phone.opensOrder('A complaint');
  const seat = await person(browser, { url: platform.url });
  const doc = doctor(seat);
  await doc.signsIn(account);
  await doc.opens('Cloud room');
  await doc.accepts(phone.name);
  await doc.writes(phone.name, 'Good morning');
  await doc.types(phone.name, 'Half a sentence');
  return { phone, seat, doc };
}

/** Somebody with the token (an administrator, a thief, another window) ends this sign-in at the platform. */
async function endedElsewhere(page: Page) {
  const [token, tenant] = await page.evaluate(() => [
    localStorage.getItem('ACCESS_TOKEN'),
    localStorage.getItem('TENANT_ID'),
  ]);
  await fetch(`${platform.url}/api/doctor/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'tenant-id': tenant ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  await page.getByRole('alertdialog', { name: 'Session expired' }).waitFor({ timeout: 10_000 });
}

async function logsIn(page: Page, account: string) {
  await page.getByRole('textbox', { name: 'Account' }).fill(account);
  await page.getByRole('textbox', { name: 'Password' }).fill('Cloudroom2026');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('a sign-in ended elsewhere: after "cancel" and logging in in place the doctor goes on in the middle of the sentence', async () => {
  const { phone, seat, doc } = await inConsultation('doctor01');
  await endedElsewhere(seat.page);
  await seat.page.getByRole('button', { name: 'Cancel' }).click();
  await doc.hasDraft(phone.name, 'Half a sentence');
  const bar = seat.page.getByRole('region', { name: 'Session expired' });
  await bar.getByRole('button', { name: 'Log in again' }).click();
  await logsIn(seat.page, 'doctor01');
  await bar.waitFor({ state: 'hidden' });
  await doc.hasDraft(phone.name, 'Half a sentence');
  await doc.writes(phone.name, 'And on we go');
  await phone.hears('And on we go');
});

test('a sign-in ended elsewhere: after "log in again" the same panes and drafts are there; another doctor sees none of it', async () => {
  const { phone, seat, doc } = await inConsultation('doctor02');
  await endedElsewhere(seat.page);
  await seat.page.getByRole('button', { name: 'Log in again' }).click();
  await seat.page.waitForURL('**/login*');
  await logsIn(seat.page, 'doctor02');
  await doc.pane(phone.name).waitFor();
  await doc.hasDraft(phone.name, 'Half a sentence');

  await endedElsewhere(seat.page);
  await seat.page.getByRole('button', { name: 'Log in again' }).click();
  await seat.page.waitForURL('**/login*');
  await logsIn(seat.page, 'doctor03');
  await doc.opens('Cloud room');
  await seat.page.getByRole('region', { name: 'Conversations' }).waitFor();
  expect(await seat.page.getByText('Half a sentence').count()).toBe(0);
  expect(await doc.pane(phone.name).count()).toBe(0);
});
