import { useCallback, useSyncExternalStore } from 'react';
import type { Live } from '../streams/live.ts';

/** The current value of a stream, and a render whenever it changes. */
export function useLive<T>(live$: Live<T>): T;
/** The same of one part of the value: drawn only when the part has changed. `read` gives a text or number. */
export function useLive<T, Part extends string | number | boolean | null>(
  live$: Live<T>,
  read: (value: T) => Part,
): Part;
export function useLive<T>(live$: Live<T>, read: (value: T) => unknown = (value) => value) {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = live$.subscribe({ next: changed, error: changed });
      return () => subscription.unsubscribe();
    },
    [live$],
  );
  return useSyncExternalStore(subscribe, () => read(live$.value));
}
