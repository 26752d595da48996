import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChatMessage, Timeline } from '../../../src/domain/timeline.ts';
import { useFirstUnread } from '../../../src/screens/chat/unreadRows.ts';

const row = (seq: number, mine = false) => ({ key: `m${seq}`, seq, mine }) as ChatMessage;
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => row(from + at));
const chat = (messages: readonly ChatMessage[], hasOlder: boolean): Timeline =>
  ({ messages, hasOlder, doctorReadUpTo: 3 }) as unknown as Timeline;

test('unread messages that begin further back than what is loaded move the line back as they come', () => {
  const { result, rerender } = renderHook(useFirstUnread, { initialProps: chat(rows(8, 10), true) });
  expect(result.current.line).toMatchObject({ key: 'm8', count: 3, whole: false });
  rerender(chat(rows(5, 10), true));
  expect(result.current.line).toMatchObject({ key: 'm5', count: 6, whole: false });
  rerender(chat(rows(2, 10), true));
  expect(result.current.line).toMatchObject({ key: 'm4', count: 7, whole: true });
});

test('what comes later is not among the unread messages of the opening, and reading moves no line', () => {
  const { result, rerender } = renderHook(useFirstUnread, { initialProps: chat(rows(2, 6), false) });
  rerender({ ...chat(rows(2, 9), false), doctorReadUpTo: 9 });
  expect(result.current.line).toMatchObject({ key: 'm4', count: 3 });
});

test('a chat that was read has no line, whatever comes', () => {
  const { result, rerender } = renderHook(useFirstUnread, { initialProps: chat(rows(1, 3), false) });
  rerender(chat(rows(1, 5), false));
  expect(result.current.line).toBeNull();
});

test('what the doctor writes after the opening answers what was unread; what they wrote before does not', () => {
  const opened = [...rows(2, 5), row(6, true), row(7)];
  const { result, rerender } = renderHook(useFirstUnread, { initialProps: chat(opened, false) });
  rerender(chat([...opened, row(8)], false));
  expect(result.current.isAnswered()).toBe(false);
  rerender(chat([...opened, row(8), row(9, true)], false));
  expect(result.current.isAnswered()).toBe(true);
  expect(result.current.line).toMatchObject({ key: 'm4' });
});
