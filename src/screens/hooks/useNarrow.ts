import { useSyncExternalStore } from 'react';

const narrow = () => window.matchMedia('(max-width: 47.99rem)');

function subscribe(changed: () => void) {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** True on phones and at 400 % zoom, where there is room for one column only. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches);
