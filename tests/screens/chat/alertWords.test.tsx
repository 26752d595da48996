import { afterEach, expect, test } from 'vitest';
import type { OrderId } from '../../../contract/ids.ts';
import type { Alert } from '../../../src/domain/alerts.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { alertWords, type Openness } from '../../../src/screens/chat/alertWords.ts';

afterEach(() => setLanguage('en'));

const message: Alert = {
  kind: 'message',
  subject: 'c1',
  cause: '1',
  orderId: 'o1' as OrderId,
  who: 'Zhang San',
  count: 1,
  at: 1,
  message: { kind: 'text', text: 'It hurts' },
};
const titles = (alerts: readonly Alert[], openness: Openness = 'initial') =>
  alerts.map((alert) => alertWords(alert, openness).title);

test('name and text stay hidden unless the person enables them', () => {
  expect(alertWords(message, 'initial')).toEqual({ title: 'New message from Z*', body: '' });
  expect(alertWords(message, 'text')).toEqual({ title: 'Zhang San', body: 'It hurts' });
});

test('several messages of one patient are counted', () => {
  expect(titles([{ ...message, count: 3 }])).toEqual(['3 new messages from Z*']);
  expect(titles([{ ...message, count: 3 }], 'text')).toEqual(['Zhang San (3)']);
});

test('every kind of alert has a text, even if the patient is unknown', () => {
  const kinds = ['message', 'waiting', 'rejected', 'urgentReview', 'review'] as const;
  expect(titles(kinds.map((kind) => ({ ...message, kind, message: null })))).toEqual([
    ...['New message from Z*', 'Z* is waiting for a doctor', 'The prescription of Z* was rejected'],
    ...['An urgent prescription waits for review', 'A prescription waits for review'],
  ]);
  expect(
    titles(
      kinds.map((kind) => ({ ...message, kind, who: null })),
      'text',
    ),
  ).toEqual([
    ...['New message from a patient', 'a patient is waiting for a doctor', 'A prescription was rejected'],
    ...['An urgent prescription waits for review', 'A prescription waits for review'],
  ]);
});

test('while the screen is locked a notification contains no name and no text', () => {
  const kinds = ['message', 'waiting', 'rejected', 'review'] as const;
  const words = kinds.map((kind) => alertWords({ ...message, kind }, 'nothing'));
  expect(JSON.stringify(words)).not.toMatch(/Z\*|Zhang|hurts/);
  expect(words[0]).toEqual({ title: 'New message from a patient', body: '' });
});

test('in Chinese only the surname of the patient is shown', async () => {
  await setLanguage('zh-CN');
  expect(
    titles([
      { ...message, who: '欧阳娜' },
      { ...message, who: '王敏', count: 2 },
    ]),
  ).toEqual([...['欧阳*发来 1 条新消息', '王*发来 2 条新消息']]);
});
