import { expect, test } from 'vitest';
import { MessageType, SenderType } from '../../contract/im.ts';
import { unanswered, waitingSince } from '../../src/domain/chatSummary.ts';
import { fromWire } from '../../src/domain/conversationEvents.ts';
import { unreadOf } from '../../src/domain/timeline.ts';
import { byChatRank, type ChatRank, inShownOrder } from '../../src/screens/cloudRoom/chatRows.ts';
import { message } from '../support/conversations.ts';

const { doctor, patient, system } = SenderType;
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
  ['every message without an answer', chat(patient, doctor, patient, patient), [3_000, 4_000]],
  ['nothing after an answer', chat(patient, doctor), []],
  ['a notice of the system is no answer', chat(patient, system), [1_000]],
])('unanswered: %s', (_, messages, times) => {
  expect(unanswered(messages)).toEqual(times);
});

test.each([
  ['the oldest message without an answer', null, 3_000],
  ['a prescription approved before it is no answer to it', 2_999, 3_000],
  ['an approved prescription answers what was written before it', 3_000, 4_000],
  ['nothing after the last message was answered by an approved prescription', 4_001, null],
])('waiting since: %s', (_, answerTime, since) => {
  expect(waitingSince([3_000, 4_000], { answerTime })).toBe(since);
});

test('a signed record stops no clock, because the patient hears nothing of it', () => {
  const order = { recordSignTime: 9_000 };
  expect(waitingSince([3_000], order as { answerTime?: number })).toBe(3_000);
});

test('a read message without answer still waits', () => {
  const read = chat(doctor, patient);
  expect([unreadOf(read, 2), unanswered(read)]).toEqual([0, [2_000]]);
});

test('a record that is sent answers; the card of a prescription that nobody has approved does not', () => {
  const [asked, sent] = chat(patient, doctor);
  if (!asked || !sent) throw new Error('two messages');
  const card = { kind: 'prescription', prescriptionId: 'p1' as never, prescriptionNo: 'RX1' } as const;
  const record = { kind: 'case', orderId: 'o1' as never, summary: 'Acute bronchitis' } as const;
  expect(unanswered([asked, { ...sent, body: card }])).toEqual([1_000]);
  expect(unanswered([asked, { ...sent, body: record }])).toEqual([]);
});

test('a recalled answer does not count', () => {
  const [asked, sent] = chat(patient, doctor);
  if (!asked || !sent) throw new Error('two messages');
  expect(unanswered([asked, { ...sent, recalled: true }])).toEqual([1_000]);
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
