import { createContext, type RefObject, useContext, useEffect, useRef } from 'react';
import { createKeybindingsHandler } from 'tinykeys';
import { type KeyMap, keysOf } from './keyMap.ts';
import { type ShortcutName, shortcutNames } from './shortcuts.ts';

/**
 * Handler of a shortcut. `key` is null if it was chosen in the palette; returning false leaves the key to an earlier
 * handler, and last to the browser.
 */
export type ShortcutRun = (key: KeyboardEvent | null) => unknown;

const isFunctionKey = /^F\d+$/;

const written = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"], [role="combobox"]';

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(written));

/** Single letters run only outside text fields and if the user allows them. */
const mayRun = (event: KeyboardEvent, letters: boolean): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  isFunctionKey.test(event.key) ||
  (letters && !isTextField(event.target));

const isBehindDialog = (page: Document): boolean => page.querySelector('[aria-modal="true"]') !== null;

/**
 * Registers the handlers of shortcuts; the latest one that accepts the key wins. Nothing runs during input method composition or under an
 * open dialog; single letters can be switched off (WCAG 2.2, 2.1.4).
 */
export function createKeyboard() {
  const handlers = new Map<ShortcutName, readonly ShortcutRun[]>();
  const listeners = new Set<() => void>();
  let names: readonly ShortcutName[] = [];
  let letters = true;

  const publish = () => {
    names = shortcutNames.filter((name) => (handlers.get(name) ?? []).length > 0);
    for (const listener of listeners) listener();
  };
  const run = (name: ShortcutName, key: KeyboardEvent | null): boolean => {
    return (handlers.get(name) ?? []).toReversed().some((does) => does(key) !== false);
  };
  const press = (name: ShortcutName, page: Document) => (event: KeyboardEvent) => {
    if (!mayRun(event, letters) || isBehindDialog(page)) return;
    if (run(name, event)) event.preventDefault();
  };

  return {
    /** Registers a handler; returns the function that removes it. */
    register(name: ShortcutName, does: ShortcutRun): () => void {
      handlers.set(name, [...(handlers.get(name) ?? []), does]);
      publish();
      return () => {
        handlers.set(
          name,
          (handlers.get(name) ?? []).filter((one) => one !== does),
        );
        publish();
      };
    },
    run: (name: ShortcutName) => run(name, null),
    /** Shortcuts that have a handler on this screen. */
    current: () => names,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    allowLetters(allowed: boolean) {
      letters = allowed;
    },
    /** Listens to the page's keys with the user's key map; returns the function that stops it. */
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

export type Keys = ReturnType<typeof createKeyboard>;

/** The keyboard and the functions that open its dialogs; null outside its provider, where shortcuts do nothing. */
type KeyboardUse = { readonly keys: Keys; readonly openHelp: () => void; readonly openPalette: () => void };

export const KeyboardContext = createContext<KeyboardUse | null>(null);

export const useKeyboard = (): KeyboardUse | null => useContext(KeyboardContext);

/** Handles a shortcut while the focus is inside an element, so that of several open forms only this one reacts. */
export function useShortcutInside(name: ShortcutName, element: RefObject<HTMLElement | null>, does: () => void): void {
  useShortcut(name, (key) => {
    const target = key?.target instanceof Node ? key.target : null;
    if (!element.current?.contains(target)) return false;
    does();
  });
}

/** Handles a shortcut while the component is mounted; null leaves it to the previous handler. */
export function useShortcut(name: ShortcutName, does: ShortcutRun | null): void {
  const keys = useKeyboard()?.keys;
  const latest = useRef(does);
  useEffect(() => {
    latest.current = does;
  });
  const answers = does !== null;
  useEffect(() => {
    if (keys && answers) return keys.register(name, (key) => latest.current?.(key));
  }, [keys, name, answers]);
}
