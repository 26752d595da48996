import { beforeAll, expect, test } from 'vitest';
import { catalogue } from '../../contract/catalogue.ts';
import { failedCallToast } from '../../src/compose/app/failedCall.ts';
import { provideTexts, setLanguage } from '../../src/locales/i18n.ts';
import { createToasts, type Toast } from '../../src/ui/Toasts.tsx';

beforeAll(async () => {
  for (const language of ['en', 'zh-CN'] as const) {
    provideTexts(language, 'core', (await import(`../../src/locales/${language}/core.ts`)).core);
    provideTexts(language, 'rest', (await import(`../../src/locales/${language}/rest.ts`)).rest);
  }
});

const isOfStaff = (name: string) => !name.startsWith('patient');
/** Calls that the workstation never makes. */
const unused = ['pageAudit', 'sendMessage', 'readMessages', 'pullMessages'];

test.each(['en', 'zh-CN'] as const)(
  'every call of the workstation has an action for its toast, in %s',
  async (language) => {
    await setLanguage(language);
    const reason = 'why';
    const bare = Object.keys(catalogue)
      .filter((name) => isOfStaff(name) && !unused.includes(name))
      .filter((name) => failedCallToast({ name, reason, isRead: false }).text === reason);
    expect(bare).toEqual([]);
  },
);

test('a toast about a failed call names the action and the reason, in both languages', async () => {
  const failed = { name: 'acceptOrder', reason: 'Lost.', isRead: false };
  await setLanguage('en');
  expect(failedCallToast(failed).text).toBe('Accepting the patient: Lost.');
  await setLanguage('zh-CN');
  expect(failedCallToast({ ...failed, reason: '连接中断。' }).text).toBe('接诊：连接中断。');
});

test('of reads that fail together for one reason one toast tells, of writes each', async () => {
  await setLanguage('en');
  const shown: Toast[] = [];
  const toasts = createToasts({ now: () => 0 });
  toasts.setPresenter({ show: (toast) => void shown.push(toast), dismiss: () => {} });
  for (const name of ['awaitList', 'getOrderNum'])
    toasts.show(failedCallToast({ name, reason: 'Lost.', isRead: true }));
  for (const name of ['acceptOrder', 'saveCase', 'saveCase'])
    toasts.show(failedCallToast({ name, reason: 'Lost.', isRead: false }));
  expect(shown.map(({ text }) => text)).toEqual([
    'Loading the waiting patients: Lost.',
    'Accepting the patient: Lost.',
    'Saving the record: Lost.',
  ]);
});
