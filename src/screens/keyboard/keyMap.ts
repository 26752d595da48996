import { useMemo } from 'react';
import * as z from 'zod/mini';
import { useSetting, useSettingText } from '../useSetting.ts';
import { type ShortcutName, shortcutNames, shortcuts } from './shortcuts.ts';

/** Whether the command key stands where others have Ctrl. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const sendKeys = ['enter', 'modEnter'] as const;

/** What sends a message: Enter, or Enter with Ctrl (⌘ on a Mac), so that Enter alone starts a new line. */
export type SendKey = (typeof sendKeys)[number];

/** The person's own choice, which follows them from machine to machine. */
export const useSendKey = () => useSetting<SendKey>('keys.send', 'enter', sendKeys);

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Whether these keys send. With Shift or Alt, Enter never does. */
export const isSend = ({ key, shiftKey, altKey, ctrlKey, metaKey }: Pressed, chosen: SendKey): boolean =>
  key === 'Enter' && !shiftKey && !altKey && (chosen === 'enter' || ctrlKey || metaKey);

/** How people read the keys with Ctrl. */
export const modEnter = () => (isMac() ? '⌘+Enter' : 'Ctrl+Enter');

/** The keys of the reply box that go by the choice. */
export const shownWriting = (chosen: SendKey): Partial<Record<ShortcutName, string>> =>
  chosen === 'enter' ? {} : { send: modEnter(), newLine: 'Enter' };

/** The keys a person has chosen instead of the usual ones, as tinykeys reads them; empty where a shortcut is off. */
export type KeyMap = Readonly<Partial<Record<ShortcutName, string>>>;

const Kept = z.record(z.string(), z.string().check(z.maxLength(40)));

/** The map as it is kept with the person's settings; what cannot be read, or names no shortcut, is left out. */
export function readKeyMap(text: string): KeyMap {
  try {
    const kept = Kept.safeParse(JSON.parse(text));
    if (!kept.success) return {};
    const known = shortcutNames.flatMap((name) => {
      const keys = kept.data[name];
      return keys === undefined ? [] : [[name, keys] as const];
    });
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

/** Whether a shortcut can be given other keys: not those that belong to the part that has the focus. */
export const isChangeable = (name: ShortcutName): boolean => shortcuts[name].keys.length > 0;

/** The keys that run a shortcut now. */
export const keysOf = (name: ShortcutName, map: KeyMap): readonly string[] => {
  const own = map[name];
  if (own === undefined) return shortcuts[name].keys;
  return own === '' ? [] : [own];
};

const isModifier = /^(Control|Shift|Alt|Meta|AltGraph)/;
const isFunctionKey = /^F\d{1,2}$/;
/** Keys that a dialog, a form or the browser cannot do without. */
const taken = new Set(['Escape', 'Tab', 'Enter', 'Space', 'Backspace', 'Delete']);

/** The combination that is being pressed; null while it is none that could be a shortcut: a modifier, or a function key, is needed. */
export function combinationOf(event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (code === '' || isModifier.test(code) || taken.has(code)) return null;
  if (!ctrlKey && !metaKey && !altKey && !isFunctionKey.test(code)) return null;
  const modifiers = [ctrlKey || metaKey ? '$mod' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : ''].filter(Boolean);
  return [...modifiers, code].join('+');
}

/** Who has these keys already; null when nobody. */
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

/** The keys of a shortcut as people read them on this kind of computer; empty where it is off. */
export function shownKeys(name: ShortcutName, map: KeyMap, mac: boolean): string {
  const own = map[name];
  const shown =
    own === undefined ? shortcuts[name].shown : own.replace('$mod', 'Mod').split('+').map(readable).join('+');
  return shown.replace('Mod', mac ? '⌘' : 'Ctrl');
}

/** The person's own keys, which follow them from machine to machine. */
export function useKeyMap() {
  const [kept, keep] = useSettingText('keys.map', '{}');
  const map = useMemo(() => readKeyMap(kept), [kept]);
  const save = (next: KeyMap) => keep(JSON.stringify(next));
  return {
    map,
    /** Gives a shortcut other keys, none, or (null) the usual ones again. */
    change(name: ShortcutName, keys: string | null) {
      const { [name]: _, ...others } = map;
      save(keys === null ? others : { ...others, [name]: keys });
    },
    reset: () => save({}),
  };
}
