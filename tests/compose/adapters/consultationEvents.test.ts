import { Subject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import { AccountId, OrderId } from '../../../contract/ids.ts';
import type { AwaitingChanged } from '../../../contract/socket.ts';
import { forwardConsultationEvents } from '../../../src/compose/adapters/consultation.ts';

const orderId = OrderId.parse('1');
const me = AccountId.parse('11');

/** A window with one open consultation that records its events. */
function window(language: string) {
  const heard: object[] = [];
  const awaiting$ = new Subject<AwaitingChanged>();
  const consultation = { send: (event: object) => void heard.push(event) };
  const needs = {
    workspace: { getSnapshot: () => ({ context: { consultations: { [orderId]: consultation } } }) },
    applied$: new Subject(),
    hear: (name: string) => (name === 'awaiting:changed' ? awaiting$ : new Subject()),
    list: new Subject(),
    me,
    language: () => language,
  } as unknown as Parameters<typeof forwardConsultationEvents>[0];
  forwardConsultationEvents(needs, new Subscription());
  return { heard, tell: (by: AwaitingChanged['by']) => awaiting$.next({ orderId, change: 'taken', by, time: 1 }) };
}

test.each([
  ['en', { name: '周平', nameEn: 'Zhou Ping' }, 'Zhou Ping'],
  ['zh-CN', { name: '周平', nameEn: 'Zhou Ping' }, '周平'],
  ['en', { name: '周平' }, '周平'],
])('the colleague who accepted a patient is named in the reader’s language (%s)', (language, names, doctorName) => {
  const { heard, tell } = window(language);
  tell({ id: AccountId.parse('12'), ...names });
  expect(heard).toEqual([{ type: 'order.taken', doctorName }]);
});

test('an order that the same doctor accepted in another window is not reported as taken', () => {
  const { heard, tell } = window('en');
  tell({ id: me, name: '陈静' });
  expect(heard).toEqual([{ type: 'order.left' }]);
});
