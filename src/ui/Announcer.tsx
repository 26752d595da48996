import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { overlayHost } from './overlayHost.ts';

/** Says things to screen readers only, once each, politely. */
export function createAnnouncer() {
  let turn = 0;
  let said: readonly [string, string] = ['', ''];
  const listeners = new Set<() => void>();
  return {
    /** The two places take turns, so that the same words said twice are heard twice. */
    say(text: string) {
      turn = 1 - turn;
      said = turn === 0 ? [text, ''] : ['', text];
      for (const listener of listeners) listener();
    },
    current: () => said,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type AnnouncerStore = ReturnType<typeof createAnnouncer>;

/** The hidden place whose changes a screen reader speaks. Stands once in the page, outside of what a dialog hides. */
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
