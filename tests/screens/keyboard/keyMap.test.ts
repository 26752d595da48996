import { expect, test } from 'vitest';
import { combinationOf, holderOf, keysOf, readKeyMap, shownKeys } from '../../../src/screens/keyboard/keyMap.ts';

const pressed = (code: string, modifiers: object = {}) => ({
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

test('only keys with Ctrl, Alt or ⌘ and function keys can be shortcuts, so that typing never triggers one', () => {
  expect(combinationOf(pressed('KeyQ'))).toBeNull();
  expect(combinationOf(pressed('KeyQ', { shiftKey: true }))).toBeNull();
  expect(combinationOf(pressed('AltLeft', { altKey: true }))).toBeNull();
  expect(combinationOf(pressed('Tab', { altKey: true }))).toBeNull();
  expect(combinationOf(pressed('KeyQ', { altKey: true, shiftKey: true }))).toBe('Alt+Shift+KeyQ');
  expect(combinationOf(pressed('KeyQ', { metaKey: true }))).toBe('$mod+KeyQ');
  expect(combinationOf(pressed('F9'))).toBe('F9');
});

test('the user’s own keys replace the default ones, and an empty choice switches a shortcut off', () => {
  const map = readKeyMap('{"acceptNext":"Alt+KeyQ","finish":"","nobody":"F9"}');
  expect([keysOf('acceptNext', map), keysOf('finish', map), keysOf('reply', map)]).toEqual([
    ['Alt+KeyQ'],
    [],
    ['Alt+KeyL'],
  ]);
  expect([holderOf('Alt+KeyQ', map), holderOf('Alt+KeyN', map)]).toEqual(['acceptNext', null]);
  expect([
    shownKeys('acceptNext', map, false),
    shownKeys('finish', map, false),
    shownKeys('palette', map, true),
  ]).toEqual(['Alt+Q', '', '⌘+K']);
});

test.each(['', 'nonsense', '[]', '{"finish":7}'])('an invalid key map keeps the default keys: %s', (text) => {
  expect(readKeyMap(text)).toEqual({});
});
