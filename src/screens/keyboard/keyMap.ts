import { useMemo } from 'react';
import * as z from 'zod/mini';
import { useSetting, useSettingText } from '../hooks/useSetting.ts';
import { type ShortcutName, shortcutNames, shortcuts } from './shortcuts.ts';

/** True if the Command key replaces Ctrl. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const sendKeys = ['enter', 'modEnter'] as const;

/** Sends a message: Enter, or Ctrl+Enter (⌘+Enter on a Mac), so that Enter starts a new line. */
export type SendKey = (typeof sendKeys)[number];

/** The user's setting, stored on the platform. */
export const useSendKey = () => useSetting<SendKey>('keys.send', 'enter', sendKeys);

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Whether these keys send a message; Enter with Shift or Alt never does. */
export const isSend = ({ key, shiftKey, altKey, ctrlKey, metaKey }: Pressed, chosen: SendKey): boolean =>
  key === 'Enter' && !shiftKey && !altKey && (chosen === 'enter' || ctrlKey || metaKey);

/** The key of a shortcut with one letter, also with Caps Lock; with Shift it is another key. */
export const letterOf = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string =>
  shiftKey ? key : key.toLowerCase();

/** Label of the send keys with Ctrl. */
export const modEnter = () => (isMac() ? '⌘+Enter' : 'Ctrl+Enter');

/** Labels of the keys that depend on the send setting. */
export const shownWriting = (chosen: SendKey): Partial<Record<ShortcutName, string>> =>
  chosen === 'enter' ? {} : { send: modEnter(), newLine: 'Enter' };

/** Shortcuts that the user has changed, in tinykeys syntax; an empty string switches one off. */
export type KeyMap = Readonly<Partial<Record<ShortcutName, string>>>;

const StoredKeyMap = z.record(z.string(), z.string().check(z.maxLength(40)));

/** Parses the stored key map; invalid entries are dropped. */
export function readKeyMap(text: string): KeyMap {
  try {
    const stored = StoredKeyMap.safeParse(JSON.parse(text));
    if (!stored.success) return {};
    const known = shortcutNames.flatMap((name) => {
      const keys = stored.data[name];
      return keys === undefined ? [] : [[name, keys] as const];
    });
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

/** Whether the keys can be changed; keys handled by the focused element cannot. */
export const isChangeable = (name: ShortcutName): boolean => shortcuts[name].keys.length > 0;

/** The current keys of a shortcut. */
export const keysOf = (name: ShortcutName, map: KeyMap): readonly string[] => {
  const own = map[name];
  if (own === undefined) return shortcuts[name].keys;
  return own === '' ? [] : [own];
};

const isModifier = /^(Control|Shift|Alt|Meta|AltGraph)/;
const isFunctionKey = /^F\d{1,2}$/;
/** Keys that dialogs, forms and the browser need. */
const taken = new Set(['Escape', 'Tab', 'Enter', 'Space', 'Backspace', 'Delete']);

/** The pressed combination; null unless it has a modifier or is a function key. */
export function combinationOf(event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (code === '' || isModifier.test(code) || taken.has(code)) return null;
  if (!ctrlKey && !metaKey && !altKey && !isFunctionKey.test(code)) return null;
  const modifiers = [ctrlKey || metaKey ? '$mod' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : ''].filter(Boolean);
  return [...modifiers, code].join('+');
}

/** The shortcut that already has these keys, or null. */
export const holderOf = (keys: string, map: KeyMap): ShortcutName | null =>
  shortcutNames.find((name) => keysOf(name, map).includes(keys)) ?? null;

const named: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Semicolon: ';',
  Minus: '-',
  Equal: '=',
};
const readable = (code: string): string => named[code] ?? code.replace(/^(Key|Digit|Numpad)/, '');

/** Label of a shortcut's keys on this kind of computer; empty if it is off. */
export function shownKeys(name: ShortcutName, map: KeyMap, mac: boolean): string {
  const own = map[name];
  const shown =
    own === undefined ? shortcuts[name].shown : own.replace('$mod', 'Mod').split('+').map(readable).join('+');
  return shown.replace('Mod', mac ? '⌘' : 'Ctrl');
}

/** The user's key map, stored on the platform. */
export function useKeyMap() {
  const [stored, store] = useSettingText('keys.map', '{}');
  const map = useMemo(() => readKeyMap(stored), [stored]);
  const save = (next: KeyMap) => store(JSON.stringify(next));
  return {
    map,
    /** Sets other keys, none (an empty string), or with null the default keys. */
    change(name: ShortcutName, keys: string | null) {
      const { [name]: _, ...others } = map;
      save(keys === null ? others : { ...others, [name]: keys });
    },
    reset: () => save({}),
  };
}
