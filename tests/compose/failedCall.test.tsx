import { beforeAll, expect, test } from 'vitest';
import { catalogue } from '../../contract/catalogue.ts';
import { failedCallToast } from '../../src/compose/app/failedCall.ts';
import { provideTexts, setLanguage } from '../../src/locales/i18n.ts';
import { createErrorToastPolicy } from '../../src/services/errorToastPolicy.ts';
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
      .filter((name) => failedCallToast({ name, reason, isRead: false, text: null }).text === reason);
    expect(bare).toEqual([]);
  },
);

test('a toast about a failed call names the action and the reason, in both languages', async () => {
  const failed = { name: 'acceptOrder', reason: 'Lost.', isRead: false, text: null };
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
    toasts.show(failedCallToast({ name, reason: 'Lost.', isRead: true, text: null }));
  for (const name of ['acceptOrder', 'saveCase', 'saveCase'])
    toasts.show(failedCallToast({ name, reason: 'Lost.', isRead: false, text: null }));
  expect(shown.map(({ text }) => text)).toEqual([
    'Loading the waiting patients: Lost.',
    'Accepting the patient: Lost.',
    'Saving the record: Lost.',
  ]);
});

test('the call may have its own words for a failure, which no second toast repeats', async () => {
  await setLanguage('en');
  const shown: Toast[] = [];
  const toasts = createToasts({ now: () => 0 });
  toasts.setPresenter({ show: (toast) => void shown.push(toast), dismiss: () => {} });
  toasts.show(failedCallToast({ name: 'deleteTemplate', reason: 'Lost.', isRead: false, text: 'Cough stays: Lost.' }));
  toasts.show(failedCallToast({ name: 'listTemplates', reason: 'Lost.', isRead: true, text: null }));
  expect(shown.map(({ text }) => text)).toEqual(['Cough stays: Lost.']);
});

test('a failure in the call’s own words is shown beside that of a read that failed just before', async () => {
  await setLanguage('en');
  const shown: Toast[] = [];
  const toasts = createToasts({ now: () => 0 });
  toasts.setPresenter({ show: (toast) => void shown.push(toast), dismiss: () => {} });
  toasts.show(failedCallToast({ name: 'awaitList', reason: 'Lost.', isRead: true, text: null }));
  toasts.show(
    failedCallToast({ name: 'pageOrders', reason: 'Lost.', isRead: true, text: 'Nothing was exported: Lost.' }),
  );
  expect(shown.map(({ text }) => text)).toEqual(['Loading the waiting patients: Lost.', 'Nothing was exported: Lost.']);
});

const isWrite = (name: string) => catalogue[name as keyof typeof catalogue].method !== 'GET';

test.each(Object.keys(catalogue).filter((name) => isOfStaff(name) && isWrite(name)))(
  'a failed %s shows at most one toast, also if lists are loaded again after it',
  async (name) => {
    const { showsToast } = createErrorToastPolicy();
    const shown: Toast[] = [];
    const toasts = createToasts({ now: () => 0 });
    toasts.setPresenter({ show: (toast) => void shown.push(toast), dismiss: () => {} });
    for (const failed of [name, 'listTemplates', 'pageOrders', 'getPrescription']) {
      const operation = catalogue[failed as keyof typeof catalogue];
      if (showsToast(failed, operation, 'network', { quiet: true }))
        toasts.show(failedCallToast({ name: failed, reason: 'Lost.', isRead: !isWrite(failed), text: null }));
    }
    expect(shown).toHaveLength(1);
  },
);
