import { expect, test } from 'vitest';
import { textParts } from '../../../src/screens/chat/textParts.ts';

const linksOf = (text: string) => textParts(text).flatMap((part) => (part.kind === 'link' ? part.text : []));

test.each([
  ['see https://a.example/x, then', 'https://a.example/x'],
  ['(https://a.example/x)', 'https://a.example/x'],
  ['https://a.example/wiki/Foo_(bar) is it', 'https://a.example/wiki/Foo_(bar)'],
  ['"https://a.example/x?a=1&b=2".', 'https://a.example/x?a=1&b=2'],
  ['<https://a.example/x>!', 'https://a.example/x'],
  ['请看https://a.example/x，谢谢', 'https://a.example/x'],
  ['请看https://a.example/x。谢谢', 'https://a.example/x'],
  ['（https://a.example/x）', 'https://a.example/x'],
  ['《https://a.example/x》、「https://a.example/x」', 'https://a.example/x', 'https://a.example/x'],
  ['“https://a.example/x”：', 'https://a.example/x'],
  ['https://a.example/x、https://b.example/y', 'https://a.example/x', 'https://b.example/y'],
  ['https://a.example/x…？', 'https://a.example/x'],
  ['http://192.168.1.4:8080/路径 好', 'http://192.168.1.4:8080/路径'],
])('a link ends where the language ends it: %s', (text, ...links) => {
  expect(linksOf(text)).toEqual(links);
});

test('nothing but http and https addresses is a link', () => {
  const text = 'javascript:alert(1) ftp://a.example data:text/html,x mail@a.example a.example https://';
  expect(linksOf(text)).toEqual([]);
});

test('the parts together are the text, also between two links without a space', () => {
  const text = '先https://a.example/x，再https://b.example/y。';
  expect(textParts(text).map((part) => part.text)).toEqual([
    '先',
    'https://a.example/x',
    '，再',
    'https://b.example/y',
    '。',
  ]);
});
