import { createContext, useContext, useEffect, useRef } from 'react';
import type { Keys, ShortcutRun } from './registry.ts';
import type { ShortcutName } from './shortcuts.ts';

/** The keyboard of the page, and what opens its two dialogs. Null outside of it: shortcuts then do nothing. */
export type KeyboardUse = { readonly keys: Keys; readonly openHelp: () => void; readonly openPalette: () => void };

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
