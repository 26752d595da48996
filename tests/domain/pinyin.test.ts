import { expect, test } from 'vitest';
import { initialsOf, isFoundIn } from '../../src/domain/pinyin.ts';

test.each([
  ['王小明', 'wxm'],
  ['欧阳娜娜', 'oynn'],
  ['张Anna', 'zanna'],
  ['头痛 3 天', 'tt 3 t'],
  ['阿莫西林', 'amxl'],
])('%s is found by the letters %s', (text, letters) => {
  expect(initialsOf(text)).toBe(letters);
});

test('a search finds the literal text in any case, and pinyin initials', () => {
  expect(isFoundIn('WXM', ['王小明', null])).toBe(true);
  expect(isFoundIn('小明', ['王小明'])).toBe(true);
  expect(isFoundIn('min', ['Wang Min'])).toBe(true);
  expect(isFoundIn('zs', ['王小明', undefined])).toBe(false);
});

test.each([
  ['曾小明', ['zxm', 'cxm']],
  ['单雄', ['sx', 'dx']],
  ['万俟雪', ['mqx']],
  ['请勿重复用药', ['cfyy', 'qwcf']],
  ['体重', ['tz']],
  ['调整剂量', ['tzjl', 'dzjl']],
  ['阿胶', ['ej']],
  ['人参、白术', ['rs', 'bz']],
  ['荨麻疹', ['xmz', 'qmz']],
])('%s is found by each of its readings', (text, queries) => {
  expect(queries.filter((query) => !isFoundIn(query, [text]))).toEqual([]);
});

test('a reading that a character does not have finds nothing', () => {
  expect(isFoundIn('wxm', ['曾小明'])).toBe(false);
  expect(isFoundIn('zxmm', ['曾小明'])).toBe(false);
});

test('an empty search finds everything', () => {
  expect(isFoundIn('  ', [null])).toBe(true);
});
