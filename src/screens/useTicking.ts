import { useCallback, useSyncExternalStore } from 'react';
import { useApp } from './app.ts';

/** What a running clock says; drawn again only when that changes. `read` gives a text or number. */
export function useTicking<T extends string | number | boolean | null>(read: (now: number) => T): T {
  const { now$ } = useApp();
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = now$.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    [now$],
  );
  return useSyncExternalStore(subscribe, () => read(now$.value));
}

/** The platform's time as it is when the component is drawn, for what need not run. */
export const useNow = (): number => useApp().now$.value;
