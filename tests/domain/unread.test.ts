import { expect, test } from 'vitest';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import { MessageType, SenderType } from '../../contract/im.ts';
import { noAnswerOf, unanswered, waitingSince } from '../../src/domain/chatSummary.ts';
import { fromWire } from '../../src/domain/conversationEvents.ts';
import { unreadOf } from '../../src/domain/timeline.ts';
import { byChatRank, type ChatRank, inShownOrder } from '../../src/screens/cloudRoom/chatRows.ts';
import { message } from '../support/conversations.ts';
import { consultOrder } from '../support/order.ts';

const { doctor, patient, system } = SenderType;
const at = (seq: number, sendTime = seq * 1_000) => ({ seq, sendTime });
const chat = (...senders: number[]) => senders.map((by, index) => fromWire(message(index + 1, { by })));

test("only the patient's messages count as unread", () => {
  expect(unreadOf(chat(patient, doctor, patient, system, patient), 1)).toBe(2);
});

test('only what the patient wrote counts as unread, and no card that has the patient’s name on it', () => {
  const cards = [MessageType.patientCard, MessageType.prescriptionCard, MessageType.caseCard, MessageType.notice];
  const rows = cards.map((type, at) => fromWire({ ...message(at + 1), type, content: '{}' }));
  const complaint = { kind: 'patient', name: 'A', chiefComplaint: 'Cough', images: [] } as const;
  const shown = chat(patient).map((one) => ({ ...one, body: complaint }));
  expect([unreadOf(rows, 0), unreadOf(shown, 0)]).toEqual([0, 0]);
});

test.each([
  ['every message without an answer', chat(patient, doctor, patient, patient), [at(3), at(4)]],
  ['nothing after an answer', chat(patient, doctor), []],
  ['a notice of the system is no answer', chat(patient, system), [at(1)]],
])('unanswered: %s', (_, messages, times) => {
  expect(unanswered(messages)).toEqual(times);
});

test.each([
  ['the oldest message without an answer', null, 3_000],
  ['a prescription approved before it is no answer to it', 2, 3_000],
  ['an approved prescription answers what was written before it', 3, 4_000],
  ['nothing after the last message was answered by an approved prescription', 5, null],
])('waiting since: %s', (_, answerSeq, since) => {
  expect(waitingSince([at(3), at(4)], { answerSeq })).toBe(since);
});

test('whatever the clock did meanwhile, what follows an answer waits, since the earliest of its times', () => {
  const [before, after] = [9_000_000, 1_800_000];
  const order = { answerTime: before, answerSeq: 5 };
  expect(waitingSince([at(4, before), at(6, after), at(7, after + 1)], order)).toBe(after);
  expect(waitingSince([at(6, before), at(7, after)], order)).toBe(after);
});

test('of a platform that names no number an answer is known by its time', () => {
  expect(waitingSince([at(3), at(4)], { answerTime: 3_000 })).toBe(4_000);
  expect(waitingSince([at(3), at(4)], { answerTime: 4_000 })).toBe(null);
});

const running = consultOrder(1, { status: OrderStatus.active });
const said = { time: 9_000_000, by: '11', until: 9_000_000 };

test('"no answer needed" covers the messages up to its own, even if the clock went back since', () => {
  const covered = { ...running, answerSeq: 4, noAnswer: { ...said, seq: 4 } } as ConsultOrder;
  expect(noAnswerOf(covered, [at(4, 9_000_000)])).toEqual({ sayUpTo: null, said: true });
  expect(noAnswerOf(covered, [at(4, 9_000_000), at(5, 1_000)])).toEqual({ sayUpTo: 1_000, said: false });
});

test('"no answer needed" is not what a later approval said', () => {
  const approved = { ...running, answerSeq: 6, noAnswer: { ...said, seq: 4 } } as ConsultOrder;
  expect(noAnswerOf(approved, [at(4), at(5)])).toEqual({ sayUpTo: null, said: false });
});

test('a signed record stops no clock, because the patient hears nothing of it', () => {
  const order = { recordSignTime: 9_000 };
  expect(waitingSince([at(3)], order as { answerTime?: number })).toBe(3_000);
});

test('a read message without answer still waits', () => {
  const read = chat(doctor, patient);
  expect([unreadOf(read, 2), unanswered(read)]).toEqual([0, [at(2)]]);
});

test('a record that is sent answers; the card of a prescription that nobody has approved does not', () => {
  const [asked, sent] = chat(patient, doctor);
  if (!asked || !sent) throw new Error('two messages');
  const card = { kind: 'prescription', prescriptionId: 'p1' as never, prescriptionNo: 'RX1' } as const;
  const record = { kind: 'case', orderId: 'o1' as never, summary: 'Acute bronchitis' } as const;
  expect(unanswered([asked, { ...sent, body: card }])).toEqual([at(1)]);
  expect(unanswered([asked, { ...sent, body: record }])).toEqual([]);
});

test('a recalled answer does not count', () => {
  const [asked, sent] = chat(patient, doctor);
  if (!asked || !sent) throw new Error('two messages');
  expect(unanswered([asked, { ...sent, recalled: true }])).toEqual([at(1)]);
});

test('a recalled message is neither unread nor waiting', () => {
  const gone = chat(patient).map((one) => ({ ...one, recalled: true }));
  expect([unreadOf(gone, 0), unanswered(gone)]).toEqual([0, []]);
});

const rank = (id: string, more: Partial<ChatRank> = {}): ChatRank => ({
  id,
  pinned: false,
  waitingSince: null,
  lastActivity: 0,
  ...more,
});

test('chats are sorted by pin, then the longest wait for an answer, then the latest activity', () => {
  const rows = [
    rank('quiet', { lastActivity: 1 }),
    rank('waits', { waitingSince: 20 }),
    rank('recent', { lastActivity: 9 }),
    rank('waits longest', { waitingSince: 10 }),
    rank('pinned', { pinned: true }),
  ];
  expect(rows.sort(byChatRank).map(({ id }) => id)).toEqual(['pinned', 'waits longest', 'waits', 'recent', 'quiet']);
});

test('while the pointer is over the list rows keep their places and new ones come last', () => {
  const rows = ['new', 'b', 'a'].map((id) => ({ id }));
  expect(inShownOrder(rows, ['a', 'b']).map(({ id }) => id)).toEqual(['a', 'b', 'new']);
});
