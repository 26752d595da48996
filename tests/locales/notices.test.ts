import { expect, test } from 'vitest';
import { noticeCodes } from '../../server/messages/notices.ts';
import { chat as chatEn } from '../../src/locales/en/chat.ts';
import { chat as chatZh } from '../../src/locales/zh-CN/chat.ts';

const wordsFor = (code: string, tree: object): unknown =>
  code.split('.').reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], tree);

test('every notice of the platform in a conversation has a text in both languages', () => {
  const missing = noticeCodes.filter((code) =>
    [chatEn.notice, chatZh.notice].some((tree) => typeof wordsFor(code, tree) !== 'string'),
  );
  expect(missing).toEqual([]);
});
