import { BehaviorSubject, NEVER } from 'rxjs';
import { expect, test } from 'vitest';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId } from '../../contract/ids.ts';
import type { Alert, Gaze, Touch } from '../../src/domain/alerts.ts';
import { doctorAlerts, type OpenOrder } from '../../src/streams/alertSources.ts';
import type { Awaiting } from '../../src/streams/awaiting.ts';
import { conversationId, orderId } from '../support/conversations.ts';
import { consultOrder } from '../support/order.ts';

const chat = (unread: number, unanswered: readonly number[]) => ({
  conversationId,
  last: null,
  failed: 0,
  unsent: 0,
  unread,
  unanswered,
});

/** A doctor with one running conversation and one waiting patient. */
function doctor() {
  const waiting = consultOrder(2);
  const list = new BehaviorSubject<Awaiting>({
    waiting: [waiting],
    running: [],
    departed: [],
    state: 'live',
    loadedAt: 1,
  });
  const summaries = new BehaviorSubject(new Map([[conversationId, chat(1, [1_000])]]));
  const opened: OpenOrder[] = [];
  const gazes: Gaze[] = [];
  const touches: Touch[] = [];
  const sources = {
    applied$: NEVER,
    changed$: NEVER,
    opened$: NEVER,
    openOrders: () => opened,
    summaries,
    list,
  };
  const { isOver } = doctorAlerts(sources, { now: () => 1, gazes: () => gazes, touches: { value: touches } });
  return { isOver, summaries, list, waiting, opened, gazes, touches };
}

const message: Alert = {
  kind: 'message',
  subject: conversationId,
  cause: '1',
  orderId,
  who: 'Zhang San',
  count: 1,
  at: 1,
  message: { kind: 'text', text: 'It hurts' },
};
const waits = ({ id, patient }: ConsultOrder): Alert => ({
  kind: 'waiting',
  subject: id,
  cause: '1',
  orderId: id,
  who: patient.name,
  message: null,
  count: 1,
  at: 1,
});
const rejected: Alert = { ...message, kind: 'rejected', subject: 'p1', message: null };

test.each([
  ['read', chat(0, [1_000])],
  ['answered', chat(1, [])],
])('a message alert lasts until the message is %s', (_, after) => {
  const { isOver, summaries } = doctor();
  expect(isOver(message)).toBe(false);
  summaries.next(new Map([[conversationId, after]]));
  expect(isOver(message)).toBe(true);
});

test('the focused chat of a visible tab raises no alert', () => {
  const { isOver, gazes } = doctor();
  gazes.push({ visible: false, orderId });
  expect([isOver(message), isOver(rejected)]).toEqual([false, false]);
  gazes.push({ visible: true, orderId });
  expect([isOver(message), isOver(rejected)]).toEqual([true, true]);
});

test('the alert of a waiting patient lasts until somebody accepts them', () => {
  const { isOver, list, waiting } = doctor();
  expect(isOver(waits(waiting))).toBe(false);
  list.next({ ...list.value, waiting: [] });
  expect(isOver(waits(waiting))).toBe(true);
});

test('the alert of a waiting patient ends once the doctor opens them or uses the list', () => {
  const one = doctor();
  one.opened.push({ id: one.waiting.id, conversationId, patientName: null });
  expect(one.isOver(waits(one.waiting))).toBe(true);
  const other = doctor();
  other.touches.push({ path: '/cloudRoom', at: 2 });
  expect(other.isOver(waits(other.waiting))).toBe(true);
});

test('the alert of a rejected prescription without an open pane lasts until the doctor views the prescriptions', () => {
  const { isOver, touches } = doctor();
  expect(isOver({ ...rejected, orderId: 'gone' as OrderId })).toBe(false);
  touches.push({ path: '/prescriptionRecord', at: 2 });
  expect(isOver({ ...rejected, orderId: 'gone' as OrderId })).toBe(true);
});
