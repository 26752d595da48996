import { BehaviorSubject, NEVER } from 'rxjs';
import { expect, test } from 'vitest';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId } from '../../contract/ids.ts';
import type { Activity, Alert, TabView } from '../../src/domain/alerts.ts';
import type { ChatSummary } from '../../src/domain/chatSummary.ts';
import { doctorAlerts, type OpenOrder } from '../../src/streams/alertSources.ts';
import type { Awaiting } from '../../src/streams/awaiting.ts';
import type { OpenQuestions } from '../../src/streams/questionList.ts';
import { conversationId, orderId } from '../support/conversations.ts';
import { consultOrder } from '../support/order.ts';
import { openQuestion } from '../support/questions.ts';

const asked = { seq: 1, sendTime: 1_000 };
const chat = (unread: number, unanswered: ChatSummary['unanswered']) => ({
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
    removed: [],
    state: 'live',
    loadedAt: 1,
  });
  const summaries = new BehaviorSubject(new Map([[conversationId, chat(1, [asked])]]));
  const questions = new BehaviorSubject<OpenQuestions>({ questions: [openQuestion()], state: 'live' });
  const opened: OpenOrder[] = [];
  const tabViews: TabView[] = [];
  const activities: Activity[] = [];
  const sources = {
    applied$: NEVER,
    changed$: NEVER,
    opened$: NEVER,
    openOrders: () => opened,
    summaries,
    list,
    questions,
  };
  const { isResolved } = doctorAlerts(sources, {
    now: () => 1,
    tabViews: () => tabViews,
    activities: { value: activities },
  });
  return { isResolved, summaries, list, questions, waiting, opened, tabViews, activities };
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
  ['read', chat(0, [asked])],
  ['answered', chat(1, [])],
])('a message alert lasts until the message is %s', (_, after) => {
  const { isResolved, summaries } = doctor();
  expect(isResolved(message)).toBe(false);
  summaries.next(new Map([[conversationId, after]]));
  expect(isResolved(message)).toBe(true);
});

test('the focused chat of a visible tab raises no alert', () => {
  const { isResolved, tabViews } = doctor();
  tabViews.push({ visible: false, orderId });
  expect([isResolved(message), isResolved(rejected)]).toEqual([false, false]);
  tabViews.push({ visible: true, orderId });
  expect([isResolved(message), isResolved(rejected)]).toEqual([true, true]);
});

test('the alert of a waiting patient lasts until somebody accepts them', () => {
  const { isResolved, list, waiting } = doctor();
  expect(isResolved(waits(waiting))).toBe(false);
  list.next({ ...list.value, waiting: [] });
  expect(isResolved(waits(waiting))).toBe(true);
});

test('the alert of a waiting patient ends once the doctor opens them or uses the list', () => {
  const one = doctor();
  one.opened.push({ id: one.waiting.id, conversationId, patientName: null });
  expect(one.isResolved(waits(one.waiting))).toBe(true);
  const other = doctor();
  other.activities.push({ path: '/cloudRoom', at: 2 });
  expect(other.isResolved(waits(other.waiting))).toBe(true);
});

test('the alert of a rejected prescription without a pane lasts until the doctor views prescriptions', () => {
  const { isResolved, activities } = doctor();
  expect(isResolved({ ...rejected, orderId: 'gone' as OrderId })).toBe(false);
  activities.push({ path: '/prescriptionRecord', at: 2 });
  expect(isResolved({ ...rejected, orderId: 'gone' as OrderId })).toBe(true);
});

test('an alert about a question lasts until it is answered or closed, or its chat has the focus', () => {
  const { isResolved, questions, tabViews } = doctor();
  const asked: Alert = { ...message, kind: 'question', subject: '71', message: null };
  expect(isResolved(asked)).toBe(false);
  tabViews.push({ visible: true, orderId });
  expect(isResolved(asked)).toBe(true);
  tabViews.pop();
  questions.next({ questions: [], state: 'live' });
  expect(isResolved(asked)).toBe(true);
});
