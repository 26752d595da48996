import { map } from 'rxjs';
import { test } from 'vitest';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import type { AuditItem } from '../../contract/extension/audit.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { ConversationId, OrderId, PrescriptionId } from '../../contract/ids.ts';
import { type ConversationEvent, MessageStatus, SenderType } from '../../contract/im.ts';
import type { PrescriptionChanged } from '../../contract/socket.ts';
import {
  messageAlerts,
  questionAlerts,
  rejectedAlerts,
  reviewAlerts,
  waitingAlerts,
} from '../../src/streams/alertSources.ts';
import type { Awaiting } from '../../src/streams/awaiting.ts';
import type { Applied } from '../../src/streams/inbox.ts';
import type { PrescriptionQueue } from '../../src/streams/prescriptionQueue.ts';
import type { OpenQuestions } from '../../src/streams/questionList.ts';
import { conversationId, orderId, takenBack, written } from '../support/conversations.ts';
import { marbles } from '../support/marbles.ts';
import { consultOrder } from '../support/order.ts';
import { openQuestion } from '../support/questions.ts';

const needs = {
  now: () => 7,
  patientOf: (id: OrderId) => (id === orderId ? 'Zhang San' : null),
  orderIn: (id: ConversationId) => (id === conversationId ? orderId : null),
};
const applied = (event: ConversationEvent): Applied => ({ conversationId, event });

test(
  'a patient’s message raises an alert; messages of the doctor and the system and recalled ones do not',
  marbles(({ hot, expectObservable }) => {
    const applied$ = hot('p-d-s-r', {
      p: applied(written(1, { text: 'Hello' })),
      d: applied(written(2, { by: SenderType.doctor })),
      s: applied(written(3, { by: SenderType.system })),
      r: applied(takenBack(4, 1)),
    });
    expectObservable(messageAlerts(applied$, needs)).toBe('a', {
      a: {
        kind: 'message',
        subject: conversationId,
        cause: '1',
        orderId,
        who: 'Zhang San',
        count: 1,
        at: 7,
        message: { kind: 'text', text: 'Hello' },
      },
    });
  }),
);

const list = (waiting: readonly ConsultOrder[], state: Awaiting['state'] = 'live'): Awaiting => ({
  waiting,
  running: [],
  removed: [],
  state,
  loadedAt: 1,
});

test(
  'a new waiting patient raises an alert; patients in the first list or after a reconnect do not',
  marbles(({ hot, expectObservable }) => {
    const [one, two, three] = [consultOrder(1), consultOrder(2), consultOrder(3)];
    const list$ = hot('l-a-b-s-a-c', {
      l: list([], 'loading'),
      a: list([one]),
      b: list([one, two]),
      s: list([one, two], 'stale'),
      c: list([one, three]),
    });
    expectObservable(waitingAlerts(list$, needs).pipe(map(({ who }) => who))).toBe('----w-----h', {
      w: 'Patient 2',
      h: 'Patient 3',
    });
  }),
);

const asked = (state: OpenQuestions['state'], ...ids: string[]): OpenQuestions => ({
  questions: ids.map((id) => openQuestion({ id })),
  state,
});

test(
  'a question that is asked while the doctor is there alerts once; those that waited before do not',
  marbles(({ hot, expectObservable }) => {
    const open$ = hot('l-a-b-s-b', {
      l: asked('loading'),
      a: asked('live', '70'),
      b: asked('live', '70', '71'),
      s: asked('stale', '70', '71'),
    });
    expectObservable(questionAlerts(open$, needs).pipe(map(({ subject, who }) => `${subject} ${who}`))).toBe('----q', {
      q: '71 Zhang San',
    });
  }),
);

const item = (id: string, auditStatus: number = AuditStatus.waiting) => ({ id, auditStatus }) as AuditItem;
const queue = (state: PrescriptionQueue['state'], ...items: AuditItem[]): PrescriptionQueue => ({
  items: new Map(items.map((one) => [one.id, one])),
  removed: [],
  state,
});

test(
  'a prescription that joins the queue alerts the auditors, unless one of them has claimed it',
  marbles(({ hot, expectObservable }) => {
    const queue$ = hot('l-a-b-c', {
      l: queue('loading'),
      a: queue('live', item('1')),
      b: queue('live', item('1', AuditStatus.claimed), item('2')),
      c: queue('live', item('1'), item('2'), item('3', AuditStatus.claimed)),
    });
    expectObservable(reviewAlerts(queue$, needs).pipe(map(({ subject }) => subject))).toBe('----2', { 2: '2' });
  }),
);

test(
  'emergencies and prescriptions for children alert as urgent',
  marbles(({ hot, expectObservable }) => {
    const urgent = [{ ...item('2'), rxType: 1 }, { ...item('3'), child: true }, item('4')];
    const queue$ = hot('a-b', { a: queue('live', item('1')), b: queue('live', item('1'), ...urgent) });
    const kinds$ = reviewAlerts(queue$, needs).pipe(map(({ kind, subject }) => `${kind} ${subject}`));
    expectObservable(kinds$).toBe('--(234)', { 2: 'urgentReview 2', 3: 'urgentReview 3', 4: 'review 4' });
  }),
);

test(
  'a rejection alerts its doctor once despite repeated events, and a later rejection alerts again',
  marbles(({ hot, expectObservable }) => {
    const told = (version: number, auditStatus: number): PrescriptionChanged => ({
      id: 'p1' as PrescriptionId,
      orderId,
      status: 11,
      auditStatus,
      version,
    });
    const applied$ = hot('e', {
      e: applied({
        kind: 'prescription',
        conversationId,
        seq: 5,
        prescriptionId: 'p1' as PrescriptionId,
        prescriptionNo: 'RX1',
        status: 11,
        auditStatus: AuditStatus.rejected,
        version: 2,
      }),
    });
    const changed$ = hot('-2-w-4', {
      2: told(2, AuditStatus.rejected),
      w: told(3, AuditStatus.waiting),
      4: told(4, AuditStatus.rejected),
    });
    const alert = {
      kind: 'rejected',
      subject: 'p1',
      cause: '2',
      orderId,
      who: 'Zhang San',
      message: null,
      count: 1,
      at: 7,
    };
    expectObservable(rejectedAlerts(applied$, changed$, needs)).toBe('a----b', {
      a: alert,
      b: { ...alert, cause: '4' },
    });
  }),
);

test(
  'an alert for an unknown patient has no name',
  marbles(({ hot, expectObservable }) => {
    const applied$ = hot('p', { p: applied(written(1)) });
    const nobody = { ...needs, patientOf: () => null };
    expectObservable(messageAlerts(applied$, nobody).pipe(map(({ who }) => who))).toBe('n', { n: null });
  }),
);

test(
  'a message that was taken back before it arrived alerts nobody',
  marbles(({ hot, expectObservable }) => {
    const event = written(1);
    if (event.kind !== 'message') throw new Error('no message');
    const applied$ = hot('p', {
      p: applied({ ...event, message: { ...event.message, status: MessageStatus.recalled } }),
    });
    expectObservable(messageAlerts(applied$, needs)).toBe('');
  }),
);

test(
  'alerts of a waiting patient and a question say which version or question they are about',
  marbles(({ hot, expectObservable }) => {
    const list$ = hot('a-b', { a: list([]), b: list([consultOrder(2, { version: 6 })]) });
    const open$ = hot('a-b', { a: asked('live'), b: asked('live', '71') });
    const about = ({ kind, cause, orderId: of }: { kind: string; cause: string; orderId: unknown }) =>
      `${kind} ${cause} ${of}`;
    expectObservable(waitingAlerts(list$, needs).pipe(map(about))).toBe('--w', { w: 'waiting 6 o2' });
    expectObservable(questionAlerts(open$, needs).pipe(map(about))).toBe('--q', {
      q: `question 71 ${openQuestion().orderId}`,
    });
  }),
);
