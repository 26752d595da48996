import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { AnnouncerStore } from './announcer.ts';
import { overlayHost } from './overlayHost.ts';

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
