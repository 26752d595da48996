import { expect, test } from 'vitest';
import { placesOf, searchForm } from '../../clinical/words/searchForm.ts';
import { matchingKeys } from '../../src/domain/chatSearch.ts';
import type { ChatMessage } from '../../src/domain/message.ts';

const said = (key: string, text: string, recalled = false) =>
  ({ key, recalled, body: { kind: 'text', text } }) as ChatMessage;
const textOf = ({ body }: ChatMessage) => (body.kind === 'text' ? body.text : '');

test('a search ignores case, lists the oldest match first, and skips recalled messages', () => {
  const messages = [said('a', 'Fever'), said('b', 'no FEVER', true), said('c', 'the fever'), said('d', '发烧')];
  expect(matchingKeys(messages, searchForm(' fever '), textOf)).toEqual(['a', 'c']);
  expect(matchingKeys(messages, searchForm('烧'), textOf)).toEqual(['d']);
  expect(matchingKeys(messages, searchForm('  '), textOf)).toEqual([]);
});

test.each(['weiss', 'WEIß', 'ｗｅｉｓｓ', 'we\u0301iss'])(
  'a message with “Weiß” or “weíss” is found by %s',
  (typed) => {
    const messages = [said('a', 'Frau Weiß'), said('b', 'weíss'), said('c', 'Weis')];
    expect(matchingKeys(messages, searchForm(typed), textOf)).toEqual(['a', 'b']);
  },
);

const marked = (text: string, typed: string) =>
  placesOf(text, searchForm(typed)).map(({ from, to }) => text.slice(from, to));

test('each occurrence of a word in a text is marked once, as it is written there', () => {
  expect(placesOf('Aa aaa', 'aa')).toEqual([
    { from: 0, to: 2 },
    { from: 3, to: 5 },
  ]);
  expect(marked('İstanbul', 'stan')).toEqual(['stan']);
  expect(marked('Frau Weiß und weiss', 'eiss')).toEqual(['eiß', 'eiss']);
  expect(marked('Sjo\u0308gren ＳＪＯＧＲＥＮ', 'sjögren')).toEqual(['Sjo\u0308gren', 'ＳＪＯＧＲＥＮ']);
  expect(marked('two  words', 'two words')).toEqual(['two  words']);
  expect(marked('发烧了', '烧')).toEqual(['烧']);
  expect(marked('anything', ' ')).toEqual([]);
});
