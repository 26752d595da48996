import { useSyncExternalStore } from 'react';
import type { AnnouncerStore } from './announcer.ts';

/** The hidden place whose changes a screen reader speaks. Stands once in the page, outside of everything that comes and goes. */
export function Announcer({ store }: { readonly store: AnnouncerStore }) {
  const [one, other] = useSyncExternalStore(store.subscribe, store.current);
  return (
    <div className="ui-hidden" aria-live="polite">
      <p>{one}</p>
      <p>{other}</p>
    </div>
  );
}
