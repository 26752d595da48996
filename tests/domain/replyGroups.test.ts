import { expect, test } from 'vitest';
import {
  asShown,
  type GroupedReply,
  inGroups,
  putInPlaceOf,
  repliesAsCsv,
  repliesFromCsv,
  stepped,
} from '../../src/domain/replyGroups.ts';

const reply = (id: string, group: string | null = null): GroupedReply => ({ id, group, content: `text ${id}` });
const replies = [reply('a', 'Start'), reply('b'), reply('c', 'End'), reply('d', 'Start')];
const shown = (list: readonly GroupedReply[]) => asShown(list).map(({ id, group }) => `${group ?? ''}/${id}`);

test('replies are shown by group, those without a group first', () => {
  expect(inGroups(replies).map(({ name, replies: own }) => [name, own.map(({ id }) => id)])).toEqual([
    ['', ['b']],
    ['Start', ['a', 'd']],
    ['End', ['c']],
  ]);
  expect(inGroups([])).toEqual([]);
});

test('a reply that is put in the place of another joins its group', () => {
  expect(shown(putInPlaceOf(replies, 'b', 'd'))).toEqual(['Start/a', 'Start/d', 'Start/b', 'End/c']);
  expect(shown(putInPlaceOf(replies, 'c', 'a'))).toEqual(['/b', 'Start/c', 'Start/a', 'Start/d']);
  expect(putInPlaceOf(replies, 'a', 'a')).toBe(replies);
  expect(putInPlaceOf(replies, 'a', 'gone')).toBe(replies);
});

test('a step moves a reply within its group, and at the edge into the next group', () => {
  expect(shown(stepped(replies, 'd', -1))).toEqual(['/b', 'Start/d', 'Start/a', 'End/c']);
  expect(shown(stepped(replies, 'd', 1))).toEqual(['/b', 'Start/a', 'End/d', 'End/c']);
  expect(shown(stepped(replies, 'a', -1))).toEqual(['/b', '/a', 'Start/d', 'End/c']);
  expect(stepped(replies, 'b', -1)).toBe(replies);
  expect(stepped(replies, 'c', 1)).toBe(replies);
});

test('an exported file imports as the same replies, with quotes, line breaks and formulas', () => {
  const odd: GroupedReply[] = [
    { id: '1', group: 'A, b', title: 'Say "hello"', content: 'Two\nlines' },
    { id: '2', content: '=1+1' },
    { id: '3', title: "'quoted'", content: '- rest; drink' },
  ];
  expect(repliesFromCsv(repliesAsCsv(odd))).toEqual([
    { content: '=1+1' },
    { title: "'quoted'", content: '- rest; drink' },
    { group: 'A, b', title: 'Say "hello"', content: 'Two\nlines' },
  ]);
});

test('a file with other separators and columns in another order is read; one without texts is not', () => {
  expect(repliesFromCsv('Text;Title\r\nHello;One\r\n\r\n"Semi;colon";\r\n')).toEqual([
    { content: 'Hello', title: 'One' },
    { content: 'Semi;colon' },
  ]);
  expect(repliesFromCsv('text\tgroup\nHello\tG')).toEqual([{ content: 'Hello', group: 'G' }]);
  expect(repliesFromCsv('name,age\nLin,4\n')).toBeNull();
  expect(repliesFromCsv('')).toBeNull();
  expect(repliesFromCsv('text\nfine\n"broken"quote\n')).toBeNull();
  expect(repliesFromCsv('text\n')).toEqual([]);
});
