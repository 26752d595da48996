import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { AnnouncerStore } from './announcer.ts';
import { modals } from './modals.ts';

/** The hidden place whose changes a screen reader speaks. Stands once in the page; a dialog takes it in while it is open. */
export function Announcer({ store }: { readonly store: AnnouncerStore }) {
  const [one, other] = useSyncExternalStore(store.subscribe, store.current);
  const place = useSyncExternalStore(modals.subscribe, modals.top) ?? document.body;
  return createPortal(
    <div className="ui-hidden" aria-live="polite">
      <p>{one}</p>
      <p>{other}</p>
    </div>,
    place,
  );
}
