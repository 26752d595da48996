import { useCallback, useSyncExternalStore } from 'react';
import type { Live } from '../streams/live.ts';

/** The current value of a stream, and a render whenever it changes. */
export function useLive<T>(live$: Live<T>): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = live$.subscribe({ next: changed, error: changed });
      return () => subscription.unsubscribe();
    },
    [live$],
  );
  return useSyncExternalStore(subscribe, () => live$.value);
}
