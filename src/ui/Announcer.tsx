import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { overlayHost } from './overlayHost.ts';

/** Announces text to screen readers only, politely. */
export function createAnnouncer() {
  let turn = 0;
  let said: readonly [string, string] = ['', ''];
  const listeners = new Set<() => void>();
  const set = (next: typeof said) => {
    said = next;
    for (const listener of listeners) listener();
  };
  return {
    /** Alternates between two elements because a screen reader ignores text that does not change. */
    say(text: string) {
      turn = 1 - turn;
      set(turn === 0 ? [text, ''] : ['', text]);
    },
    /** Removes the last announcement, which may name a patient, when the screen is locked or the person signs out. */
    forget() {
      if (said[0] || said[1]) set(['', '']);
    },
    current: () => said,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type AnnouncerStore = ReturnType<typeof createAnnouncer>;

/** The visually hidden live region; it is outside the elements that a dialog hides from screen readers. */
export function Announcer({ store }: { readonly store: AnnouncerStore }) {
  const [one, other] = useSyncExternalStore(store.subscribe, store.current);
  return createPortal(
    <div className="ui-hidden" aria-live="polite">
      <p>{one}</p>
      <p>{other}</p>
    </div>,
    overlayHost.current,
  );
}
