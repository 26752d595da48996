import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
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

/** Whether something has happened in the last `restMs` milliseconds: `note` says that it happens, `end` that it is over. */
export function useRecent(restMs: number) {
  const [recent, setRecent] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = useCallback(() => {
    clearTimeout(timer.current);
    setRecent(false);
  }, []);
  const note = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setRecent(false), restMs);
    setRecent(true);
  }, [restMs]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { recent, note, end };
}
