import { useLayoutEffect } from 'react';

const ignoredForMs = 1_000;
const keyEvents = ['keydown', 'keypress', 'keyup'] as const;

/** Whether a person types now, so that what appears by itself interrupts them. */
export const isTyping = (): boolean => document.activeElement?.matches('input, textarea, [contenteditable]') === true;

/**
 * Ignores all keys for one second after something has appeared that the person did not ask for, because they are meant for
 * what was there before. A key that is held down since then stays without effect.
 */
export function useIgnoredKeys(appeared: boolean): void {
  useLayoutEffect(() => {
    if (!appeared) return;
    let isOver = false;
    const ignore = (event: KeyboardEvent) => {
      if (isOver && !event.repeat) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const timer = setTimeout(() => {
      isOver = true;
    }, ignoredForMs);
    for (const type of keyEvents) window.addEventListener(type, ignore, true);
    return () => {
      clearTimeout(timer);
      for (const type of keyEvents) window.removeEventListener(type, ignore, true);
    };
  }, [appeared]);
}
