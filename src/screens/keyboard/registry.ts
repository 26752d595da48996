import { createContext, useContext, useEffect, useRef } from 'react';
import { createKeybindingsHandler } from 'tinykeys';
import { isImeKey } from '../../ui/ime.ts';
import { type KeyMap, keysOf } from './keyMap.ts';
import { type ShortcutName, shortcutNames } from './shortcuts.ts';

/** What a shortcut does. `key` is null when it was chosen from the palette; false leaves the key to the browser. */
export type ShortcutRun = (key: KeyboardEvent | null) => unknown;

const isFunctionKey = /^F\d+$/;

const written = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"], [role="combobox"]';

const isWritten = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(written));

/** Whether a single letter may act: not while something is being written, and only if the person wants it. */
const acts = (event: KeyboardEvent, letters: boolean): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  isFunctionKey.test(event.key) ||
  (letters && !isWritten(event.target));

const isBehindDialog = (page: Document): boolean => page.querySelector('[aria-modal="true"]') !== null;

/**
 * Who answers which shortcut now. Screens come and go; the one that came last answers. Nothing fires while an input method
 * is composing, nor under an open dialog; single letters can be switched off (WCAG 2.2, 2.1.4).
 */
export function keyboard() {
  const answering = new Map<ShortcutName, readonly ShortcutRun[]>();
  const listeners = new Set<() => void>();
  let names: readonly ShortcutName[] = [];
  let letters = true;

  const publish = () => {
    names = shortcutNames.filter((name) => (answering.get(name) ?? []).length > 0);
    for (const listener of listeners) listener();
  };
  const run = (name: ShortcutName, key: KeyboardEvent | null): boolean => {
    const newest = answering.get(name)?.at(-1);
    return newest !== undefined && newest(key) !== false;
  };
  const press = (name: ShortcutName, page: Document) => (event: KeyboardEvent) => {
    if (isImeKey(event) || !acts(event, letters) || isBehindDialog(page)) return;
    if (run(name, event)) event.preventDefault();
  };

  return {
    /** Answers a shortcut until the returned function is called. */
    answer(name: ShortcutName, does: ShortcutRun): () => void {
      answering.set(name, [...(answering.get(name) ?? []), does]);
      publish();
      return () => {
        answering.set(
          name,
          (answering.get(name) ?? []).filter((one) => one !== does),
        );
        publish();
      };
    },
    run: (name: ShortcutName) => run(name, null),
    /** The shortcuts that do something on this screen. */
    current: () => names,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    allowLetters(allowed: boolean) {
      letters = allowed;
    },
    /** Hears the page's keys, the person's own where they have chosen some, until the returned function is called. */
    listen(page: Document, map: KeyMap): () => void {
      const bound = shortcutNames.flatMap((name) =>
        keysOf(name, map).map((keys) => [keys, press(name, page)] as const),
      );
      const handler = createKeybindingsHandler(Object.fromEntries(bound));
      page.addEventListener('keydown', handler);
      return () => page.removeEventListener('keydown', handler);
    },
  };
}

export type Keys = ReturnType<typeof keyboard>;

/** The keyboard of the page, and what opens its two dialogs. Null outside of it: shortcuts then do nothing. */
type KeyboardUse = { readonly keys: Keys; readonly openHelp: () => void; readonly openPalette: () => void };

export const KeyboardContext = createContext<KeyboardUse | null>(null);

export const useKeyboard = (): KeyboardUse | null => useContext(KeyboardContext);

/** Answers a shortcut while the component is there; null leaves it to whoever answered before. */
export function useShortcut(name: ShortcutName, does: ShortcutRun | null): void {
  const keys = useKeyboard()?.keys;
  const latest = useRef(does);
  useEffect(() => {
    latest.current = does;
  });
  const answers = does !== null;
  useEffect(() => {
    if (keys && answers) return keys.answer(name, (key) => latest.current?.(key));
  }, [keys, name, answers]);
}
