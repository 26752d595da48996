import { expect, test } from 'vitest';
import { reviewQueue } from '../../../src/locales/en/reviewQueue.ts';
import { frame } from '../../../src/locales/zh-CN/frame.ts';
import { keys as chineseKeys } from '../../../src/locales/zh-CN/keys.ts';
import { combinationOf, holderOf, keysOf, readKeyMap, shownKeys } from '../../../src/screens/keyboard/keyMap.ts';
import { shortcutsOf } from '../../../src/screens/keyboard/shortcuts.ts';

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

test('the help of a reviewer has every letter that the line below the queue names', () => {
  const named = Object.values(reviewQueue.keys).flatMap((text) => text.match(/\b[A-Z]\b/g) ?? []);
  const listed = shortcutsOf('review', 'reviewer').map((name) => shownKeys(name, {}, false));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((letter) => !listed.includes(letter))).toEqual([]);
  expect(listed).toContain('Ctrl+Enter');
});

test('the help names the pages to which the keys lead as the navigation does', () => {
  const { goQueue, goRecords } = chineseKeys.names;
  expect([goQueue, goRecords]).toEqual([
    `前往${frame.nav.cloudRoom}或${frame.nav.reviewQueue}`,
    `前往${frame.nav.prescriptions}或${frame.nav.myReviews}`,
  ]);
});
