import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Phone } from '../../../simulator/phone.ts';
import { type Language, openBrowser, person, screenshot } from '../../support/browser.ts';
import { doctor } from '../../support/doctor.ts';
import '../../support/needsChromium.ts';
import { freePatients } from '../../support/patient.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';

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

const words: Record<Language, string> = {
  en: 'This browser could not save your work.',
  'zh-CN': '浏览器未能保存您的内容。',
};

test.each<[Language, string]>([
  ['en', 'doctor01'],
  ['zh-CN', 'doctor02'],
])(
  'a browser that refuses to keep anything says so in %s, and what is written arrives all the same',
  async (language, account) => {
    const [phone] = await freePatients(platform.url, 1);
    if (!phone) throw new Error('nobody is free');
    phones.push(phone);
    await phone.opensOrder('A complaint');
    const seat = await person(browser, { url: platform.url, language });
    await seat.context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'SecurityError');
      };
    });
    const doc = doctor(seat);
    await doc.signsIn(account);
    await doc.opens('Cloud room');
    await doc.accepts(phone.name);
    const bar = seat.page.getByRole('status').filter({ hasText: words[language] });
    await bar.waitFor();
    await doc.writes(phone.name, 'Take two tablets');
    await phone.hears('Take two tablets');
    await doc.sees(phone.name, 'Take two tablets', 'Sent');
    expect(await bar.count()).toBe(1);
    await screenshot(seat.page, `test-results/refused-storage-${language}.png`);
  },
);
