import { BehaviorSubject, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId, PrescriptionId } from '../../contract/ids.ts';
import type { PrescriptionChanged } from '../../contract/socket.ts';
import type { Activity, Alert, TabView } from '../../src/domain/alerts.ts';
import type { ChatSummary } from '../../src/domain/chatSummary.ts';
import { doctorAlerts, type OpenOrder, reviewerAlerts } from '../../src/streams/alertSources.ts';
import type { Awaiting } from '../../src/streams/awaiting.ts';
import type { Applied } from '../../src/streams/inbox.ts';
import type { PrescriptionQueue } from '../../src/streams/prescriptionQueue.ts';
import type { OpenQuestions } from '../../src/streams/questionList.ts';
import { conversationId, orderId, written } from '../support/conversations.ts';
import { consultOrder } from '../support/order.ts';
import { openQuestion } from '../support/questions.ts';
import { reviewItem } from '../support/reviewItems.ts';

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
  const [applied$, changed$, opened$] = [new Subject<Applied>(), new Subject<PrescriptionChanged>(), new Subject()];
  const sources = {
    applied$,
    changed$,
    opened$,
    openOrders: () => opened,
    summaries,
    list,
    questions,
  };
  const { isResolved, raised$, moved$ } = doctorAlerts(sources, {
    now: () => 1,
    tabViews: () => tabViews,
    activities: { value: activities },
  });
  const raised: string[] = [];
  raised$.subscribe(({ kind, subject, who, orderId: of }) => raised.push(`${kind} ${subject} ${who} ${of}`));
  const moves: string[] = [];
  moved$.subscribe(() => moves.push('moved'));
  return {
    ...{ isResolved, summaries, list, questions, waiting, opened, tabViews, activities, raised, moves },
    ...{ applied$, changed$, opened$ },
  };
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

test('a message of a conversation that is no longer known needs no attention', () => {
  const { isResolved, summaries } = doctor();
  summaries.next(new Map());
  expect(isResolved(message)).toBe(true);
  summaries.next(new Map([[conversationId, { ...chat(1, [asked]), unanswered: null as never }]]));
  expect(isResolved(message)).toBe(true);
});

test('while its list is not live, the alert of a waiting patient or a question lasts', () => {
  const { isResolved, list, questions, waiting } = doctor();
  list.next({ ...list.value, waiting: [], state: 'stale' });
  questions.next({ questions: [], state: 'stale' });
  const open: Alert = { ...message, kind: 'question', subject: '71', message: null };
  expect([isResolved(waits(waiting)), isResolved(open)]).toEqual([false, false]);
});

test('another patient who waits or is open, and another question, end no alert', () => {
  const { isResolved, list, opened, questions, waiting } = doctor();
  list.next({ ...list.value, waiting: [consultOrder(3), waiting] });
  opened.push({ id: orderId, conversationId, patientName: null });
  questions.next({ questions: [openQuestion({ id: '70' }), openQuestion({ id: '71' })], state: 'live' });
  const open: Alert = { ...message, kind: 'question', subject: '71', message: null };
  expect([isResolved(waits(waiting)), isResolved(open)]).toEqual([false, false]);
});

test('an alert names the patient, of a consultation that runs, waits or is only open', () => {
  const { list, opened, raised, applied$, changed$ } = doctor();
  const running = { ...consultOrder(1), id: orderId, conversationId, status: 20 };
  const rejectedRx = (version: number, of: OrderId) =>
    ({ id: 'p1' as PrescriptionId, orderId: of, status: 11, auditStatus: AuditStatus.rejected, version }) as const;
  list.next({ ...list.value, running: [{ ...consultOrder(4), status: 20 }, running] });
  applied$.next({ conversationId, event: written(2) });
  changed$.next(rejectedRx(2, consultOrder(2).id));
  opened.push({ id: 'o9' as OrderId, conversationId, patientName: 'Wang Min' });
  changed$.next(rejectedRx(3, 'o9' as OrderId));
  changed$.next(rejectedRx(4, 'o8' as OrderId));
  expect(raised).toEqual([
    `message ${conversationId} Patient 1 ${orderId}`,
    'rejected p1 Patient 2 o2',
    'rejected p1 Wang Min o9',
    'rejected p1 null o8',
  ]);
});

test('a rejection that the conversation tells belongs to the order of that conversation', () => {
  const { list, raised, applied$ } = doctor();
  const told = (id: string, version: number) =>
    ({
      conversationId: id,
      event: {
        ...{
          kind: 'prescription',
          conversationId: id,
          seq: 5,
          prescriptionId: 'p1',
          prescriptionNo: 'RX1',
          status: 11,
        },
        ...{ auditStatus: AuditStatus.rejected, version },
      },
    }) as Applied;
  list.next({ ...list.value, running: [{ ...consultOrder(1), id: orderId, conversationId, status: 20 }] });
  applied$.next(told(conversationId, 2));
  applied$.next(told('c9', 3));
  expect(raised).toEqual([`rejected p1 Patient 1 ${orderId}`, 'rejected p1 null null']);
});

test('patients who join and questions alert; every change of a list looks at the alerts again', () => {
  const { list, questions, summaries, opened$, raised, moves } = doctor();
  const before = moves.length;
  list.next({ ...list.value, waiting: [...list.value.waiting, consultOrder(3)] });
  questions.next({ questions: [openQuestion(), openQuestion({ id: '72' })], state: 'live' });
  summaries.next(new Map());
  opened$.next(null);
  expect(raised).toEqual(['waiting o3 Patient 3 o3', expect.stringMatching(/^question 72 /)]);
  expect(moves.length - before).toBe(4);
});

test('the alert of a prescription ends when it is claimed, leaves the queue, or the queue is looked at', () => {
  const queueOf = (...items: ReturnType<typeof reviewItem>[]): PrescriptionQueue => ({
    items: new Map(items.map((one) => [one.id, one])),
    removed: [],
    state: 'live',
  });
  const queue = new BehaviorSubject(queueOf(reviewItem(1, 1)));
  const activities: Activity[] = [];
  const { isResolved, raised$, moved$ } = reviewerAlerts(queue, {
    now: () => 1,
    tabViews: () => [],
    activities: { value: activities },
  });
  const raised: Alert[] = [];
  raised$.subscribe((alert) => raised.push(alert));
  let moves = 0;
  moved$.subscribe(() => {
    moves += 1;
  });
  queue.next(queueOf(reviewItem(1, 1), reviewItem(2, 1)));
  const [alert] = raised;
  if (!alert) throw new Error('no alert was raised');
  expect([alert.kind, alert.subject, raised.length, moves, isResolved(alert)]).toEqual(['review', 'rx2', 1, 2, false]);
  queue.next(queueOf(reviewItem(2, 1, { auditStatus: AuditStatus.claimed })));
  expect(isResolved(alert)).toBe(true);
  queue.next(queueOf(reviewItem(1, 1)));
  expect(isResolved(alert)).toBe(true);
  queue.next(queueOf(reviewItem(2, 1)));
  expect(isResolved(alert)).toBe(false);
  activities.push({ path: '/prescriptionTask', at: 2 });
  expect(isResolved(alert)).toBe(true);
});
