import { expect, test } from 'vitest';
import { MessageType, SenderType } from '../../../contract/im.ts';
import type { ChatMessage } from '../../../src/domain/message.ts';
import { answeredAfter, arrivedAfter, firstUnreadAt, lastSeqOf } from '../../../src/screens/chat/unreadRows.ts';

const body = { kind: 'text', text: 'a' } as const;
const row = (seq: number | null, mine = false, more: Partial<ChatMessage> = {}) =>
  ({ seq, mine, body, senderType: mine ? SenderType.doctor : SenderType.patient, ...more }) as ChatMessage;
const chat = [row(1), row(2, true), row(3), row(4, true), row(5), row(null, true)];

test('the first unread message is the patient’s first one after the read position', () => {
  expect(firstUnreadAt(chat, 0)).toBe(0);
  expect(firstUnreadAt(chat, 1)).toBe(2);
  expect(firstUnreadAt(chat, 4)).toBe(4);
  expect(firstUnreadAt(chat, 5)).toBe(-1);
});

test('a notice or the card of the complaint is neither new nor unread', () => {
  const complaint = { kind: 'patient', name: 'A', chiefComplaint: 'Cough', images: [] } as const;
  const notice = { kind: 'unknown', type: MessageType.notice } as const;
  const opened = [row(1, false, { body: complaint }), row(2, false, { body: notice, senderType: SenderType.system })];
  expect([firstUnreadAt(opened, 0), arrivedAfter(opened, 0)]).toEqual([-1, 0]);
});

test('own messages never count as new', () => {
  expect(arrivedAfter(chat, 1)).toBe(2);
  expect(arrivedAfter(chat, 5)).toBe(0);
});

test('any later message of the doctor counts as an answer once the platform has stored it', () => {
  expect(answeredAfter(chat.slice(0, 5), 3)).toBe(true);
  expect(answeredAfter(chat.slice(0, 5), 4)).toBe(false);
  expect(answeredAfter(chat, 5)).toBe(false);
});

test('the end of a chat is its last stored message', () => {
  expect(lastSeqOf(chat)).toBe(5);
  expect(lastSeqOf([row(null, true)])).toBe(0);
});
