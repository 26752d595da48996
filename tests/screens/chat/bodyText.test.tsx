import { afterEach, expect, test } from 'vitest';
import type { MessageBody } from '../../../src/domain/message.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { bodyText } from '../../../src/screens/chat/bodyText.ts';

afterEach(() => setLanguage('en'));

const accepted = (params: Record<string, string>): MessageBody => ({
  kind: 'notice',
  code: 'order.accepted',
  params,
  text: '陈静已接诊。',
});

test('a notice is in the reader’s language, including the doctor’s name', async () => {
  const notice = accepted({ doctor: '陈静', doctorEn: 'Chen Jing', doctorZh: '陈静' });
  expect(bodyText(notice)).toBe('Chen Jing has taken the consultation.');
  await setLanguage('zh-CN');
  expect(bodyText(notice)).toBe('陈静已接诊。');
});

test('a notice with only one form of the name shows that form', () => {
  expect(bodyText(accepted({ doctor: '陈静' }))).toBe('陈静 has taken the consultation.');
});

test('an unknown notice shows the platform’s text', () => {
  expect(bodyText({ kind: 'notice', code: 'order.unheardOf', params: {}, text: 'Something happened' })).toBe(
    'Something happened',
  );
});
