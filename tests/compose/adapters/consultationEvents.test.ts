import { BehaviorSubject, Subject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import { AccountId, OrderId } from '../../../contract/ids.ts';
import type { AwaitingChanged, HospitalChanged, RecordChanged } from '../../../contract/socket.ts';
import { forwardConsultationEvents } from '../../../src/compose/adapters/consultation.ts';

const orderId = OrderId.parse('1');
const me = AccountId.parse('11');

/** A window with one open consultation that records its events. */
function window(language: string) {
  const received: object[] = [];
  const awaiting$ = new Subject<AwaitingChanged>();
  const records$ = new Subject<RecordChanged>();
  const hospital$ = new Subject<HospitalChanged>();
  const current$ = new BehaviorSubject(true);
  const language$ = new BehaviorSubject(language);
  const getSnapshot = () => ({ context: { order: null } });
  const consultation = { send: (event: object) => void received.push(event), getSnapshot };
  const pushed: Record<string, unknown> = {
    'awaiting:changed': awaiting$,
    'record:changed': records$,
    'hospital:changed': hospital$,
  };
  const needs = {
    workspace: { getSnapshot: () => ({ context: { consultations: { [orderId]: consultation } } }) },
    applied$: new Subject(),
    events: (name: string) => pushed[name] ?? new Subject(),
    current$,
    list: new Subject(),
    me,
    language$,
  } as unknown as Parameters<typeof forwardConsultationEvents>[0];
  forwardConsultationEvents(needs, new Subscription());
  const taken = (by: AwaitingChanged['by']) => awaiting$.next({ orderId, change: 'taken', by, time: 1 });
  return { received, taken, records$, hospital$, current$, language$ };
}

test.each([
  ['en', { name: '周平', nameEn: 'Zhou Ping' }, 'Zhou Ping'],
  ['zh-CN', { name: '周平', nameEn: 'Zhou Ping' }, '周平'],
  ['en', { name: '周平' }, '周平'],
])('the colleague who accepted a patient is named in the reader’s language (%s)', (language, names, doctorName) => {
  const { received, taken } = window(language);
  taken({ id: AccountId.parse('12'), ...names });
  expect(received).toEqual([{ type: 'order.taken', doctorName }]);
});

test('an order that the same doctor accepted in another window is not reported as taken', () => {
  const { received, taken } = window('en');
  taken({ id: me, name: '陈静' });
  expect(received).toEqual([{ type: 'order.left' }]);
});

test('a record that another device signed reaches its open consultation', () => {
  const { received, records$ } = window('en');
  records$.next({ orderId, version: 3, status: 1, time: 1 });
  expect(received).toEqual([{ type: 'record.changed', version: 3, status: 1 }]);
});

test('changed checks of the hospital run again in open consultations; its other changes start none', () => {
  const { received, hospital$ } = window('en');
  for (const part of ['dictionaries', 'settings', 'checks'] as const) hospital$.next({ part, time: 1 });
  expect(received).toEqual([{ type: 'facts.changed' }]);
});

test('after a gap open consultations read their record and facts again', () => {
  const { received, current$ } = window('en');
  current$.next(false);
  expect(received).toEqual([]);
  current$.next(true);
  expect(received).toEqual([{ type: 'record.changed', version: null, status: null }, { type: 'facts.changed' }]);
});

test('after a change of language open consultations read their record again', () => {
  const { received, language$ } = window('en');
  language$.next('en');
  expect(received).toEqual([]);
  language$.next('zh-CN');
  expect(received).toEqual([{ type: 'record.changed', version: null, status: null }]);
});
