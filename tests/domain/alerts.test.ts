import { expect, test } from 'vitest';
import type { OrderId } from '../../contract/ids.ts';
import { StoredAlertSettings, usualAlertSettings } from '../../src/domain/alertSettings.ts';
import { type Alert, isChatFocused, isListSeen, placeOfAlert } from '../../src/domain/alerts.ts';
import { maskedName } from '../../src/domain/maskedName.ts';

const order = 'o1' as OrderId;
const alert = (patch: Partial<Alert> = {}): Alert => ({
  kind: 'message',
  subject: 'c1',
  cause: '1',
  orderId: order,
  who: null,
  message: null,
  count: 1,
  at: 1_000,
  ...patch,
});

test.each([
  ['Zhang San', 'Z*'],
  ['maria', 'M*'],
  ['张三', '张*'],
  ['欧阳娜娜', '欧阳*'],
  ['  王 ', '王*'],
  ['', '*'],
])('the name %j is shown as %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked);
});

test('a chat is watched only where it has the focus in a tab that can be seen', () => {
  const other = { visible: true, orderId: 'o2' as OrderId };
  expect(isChatFocused(alert(), [other, { visible: false, orderId: order }])).toBe(false);
  expect(isChatFocused(alert(), [other, { visible: true, orderId: order }])).toBe(true);
  expect(isChatFocused(alert({ kind: 'waiting' }), [{ visible: true, orderId: order }])).toBe(false);
});

test('an alert is seen when the person later works on its list', () => {
  const waiting = alert({ kind: 'waiting' });
  expect(isListSeen(waiting, [{ path: '/cloudRoom', at: 1_001 }])).toBe(true);
  expect(isListSeen(waiting, [{ path: '/cloudRoom', at: 999 }])).toBe(false);
  expect(isListSeen(waiting, [{ path: '/orderRecord', at: 1_001 }])).toBe(false);
  expect(isListSeen(alert(), [{ path: '/cloudRoom', at: 1_001 }])).toBe(false);
});

test('an alert opens its chat; a review alert opens the queue, because opening the review would claim it', () => {
  expect(placeOfAlert(alert())).toBe('/cloudRoom?order=o1');
  expect(placeOfAlert(alert({ kind: 'review', orderId: null, subject: 'p1' }))).toBe('/prescriptionTask');
});

test('without stored settings the defaults apply', () => {
  expect([{}, null, 'x'].map((kept) => StoredAlertSettings.parse(kept))).toEqual([
    ...[usualAlertSettings, usualAlertSettings, usualAlertSettings],
  ]);
});

test('an invalid stored value resets only itself', () => {
  const kept = { sound: 'repeat', repeatEveryS: 1, volume: 300, quiet: { on: true, from: '25:00', to: '06:30' } };
  expect(StoredAlertSettings.parse(kept)).toEqual({
    ...usualAlertSettings,
    sound: 'repeat',
    quiet: { ...usualAlertSettings.quiet, on: true, to: '06:30' },
  });
});
