import { expect, test } from 'vitest';
import { matchingKeys, matchOffsets, normalisedQuery } from '../../src/domain/chatSearch.ts';
import type { ChatMessage } from '../../src/domain/timeline.ts';

const said = (key: string, text: string, recalled = false) =>
  ({ key, recalled, body: { kind: 'text', text } }) as ChatMessage;
const textOf = ({ body }: ChatMessage) => (body.kind === 'text' ? body.text : '');

test('a search ignores case, lists the oldest match first, and skips recalled messages', () => {
  const messages = [said('a', 'Fever'), said('b', 'no FEVER', true), said('c', 'the fever'), said('d', '发烧')];
  expect(matchingKeys(messages, normalisedQuery(' fever '), textOf)).toEqual(['a', 'c']);
  expect(matchingKeys(messages, normalisedQuery('烧'), textOf)).toEqual(['d']);
  expect(matchingKeys(messages, normalisedQuery('  '), textOf)).toEqual([]);
});

test('each occurrence of a word in a text is marked once', () => {
  expect(matchOffsets('Aa aaa', 'aa')).toEqual([0, 3]);
  expect(matchOffsets('İstanbul', 'stan')).toEqual([]);
});
