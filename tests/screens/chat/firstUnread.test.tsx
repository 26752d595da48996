import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SenderType } from '../../../contract/im.ts';
import type { ChatMessage } from '../../../src/domain/message.ts';
import type { Timeline } from '../../../src/domain/timeline.ts';
import { useFirstUnread } from '../../../src/screens/chat/unreadRows.ts';

const row = (seq: number, mine = false) =>
  ({
    key: `m${seq}`,
    seq,
    mine,
    body: { kind: 'text', text: 'a' },
    senderType: mine ? SenderType.doctor : SenderType.patient,
  }) as ChatMessage;
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => row(from + at));
const chat = (messages: readonly ChatMessage[], hasOlder: boolean): Timeline =>
  ({ messages, hasOlder, doctorReadUpTo: 3 }) as unknown as Timeline;

test('loading older unread messages moves the unread line to the first of them', () => {
  const { result, rerender } = renderHook(useFirstUnread, { initialProps: chat(rows(8, 10), true) });
  expect(result.current.line).toMatchObject({ key: 'm8', count: 3, whole: false });
  rerender(chat(rows(5, 10), true));
  expect(result.current.line).toMatchObject({ key: 'm5', count: 6, whole: false });
  rerender(chat(rows(2, 10), true));
  expect(result.current.line).toMatchObject({ key: 'm4', count: 7, whole: true });
});

test('later messages and reading do not move the unread line', () => {
  const { result, rerender } = renderHook(useFirstUnread, { initialProps: chat(rows(2, 6), false) });
  rerender({ ...chat(rows(2, 9), false), doctorReadUpTo: 9 });
  expect(result.current.line).toMatchObject({ key: 'm4', count: 3 });
});

test('a chat without unread messages at opening has no unread line later', () => {
  const { result, rerender } = renderHook(useFirstUnread, { initialProps: chat(rows(1, 3), false) });
  rerender(chat(rows(1, 5), false));
  expect(result.current.line).toBeNull();
});

test('only what the doctor writes after opening the chat answers the unread messages', () => {
  const opened = [...rows(2, 5), row(6, true), row(7)];
  const { result, rerender } = renderHook(useFirstUnread, { initialProps: chat(opened, false) });
  rerender(chat([...opened, row(8)], false));
  expect(result.current.isAnswered()).toBe(false);
  rerender(chat([...opened, row(8), row(9, true)], false));
  expect(result.current.isAnswered()).toBe(true);
  expect(result.current.line).toMatchObject({ key: 'm4' });
});
