import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { checkReply, textReply } from '../../src/domain/reply.ts';

test('the limit counts what the person sees: an emoji is one character', () => {
  expect(checkReply('😀'.repeat(limits.textLength))).toMatchObject({ left: 0, sendable: true });
  expect(checkReply('😀'.repeat(limits.textLength + 1))).toMatchObject({ left: -1, sendable: false });
});

test('a text from four fifths of the limit shows the remaining length', () => {
  expect(checkReply('a'.repeat(limits.textLength * 0.8 - 1)).nearLimit).toBe(false);
  expect(checkReply('a'.repeat(limits.textLength * 0.8)).nearLimit).toBe(true);
});

test('a text with an unfilled variable is not sent', () => {
  expect(checkReply('Dear {{patient.nickname}}')).toMatchObject({ open: ['{{patient.nickname}}'], sendable: false });
});

test('a text of spaces is not a message', () => {
  expect(checkReply(' \n ').sendable).toBe(false);
});

test('a text is sent as the JSON of its type', () => {
  expect(textReply('你好')).toEqual({ type: 101, content: '{"content":"你好"}' });
});
