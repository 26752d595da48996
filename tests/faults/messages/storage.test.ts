import { expect, test } from 'vitest';
import { type Language, screenshot } from '../../support/browser.ts';
import { doctor } from '../../support/doctor.ts';
import { journey } from '../../support/journey.ts';

const { patient, person } = journey();

const words: Record<Language, string> = {
  en: 'This browser could not save your work.',
  'zh-CN': '浏览器未能保存您的内容。',
};

test.each<[Language, string]>([
  ['en', 'doctor01'],
  ['zh-CN', 'doctor02'],
])(
  'if the browser refuses storage, the page reports it in %s, and messages still arrive',
  async (language, account) => {
    const phone = await patient();
    await phone.opensOrder('A complaint');
    const user = await person({ language });
    await user.context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'SecurityError');
      };
    });
    const doc = doctor(user);
    await doc.beginsWork(account, [phone]);
    const bar = user.page.getByRole('status').filter({ hasText: words[language] });
    await bar.waitFor();
    await doc.writes(phone.name, 'Take two tablets');
    await phone.hears('Take two tablets');
    await doc.sees(phone.name, 'Take two tablets', 'Sent');
    expect(await bar.count()).toBe(1);
    await screenshot(user.page, `test-results/refused-storage-${language}.png`);
  },
);
