import { useCallback, useEffect, useRef, useState } from 'react';
import { useApp } from '../app/app.ts';
import { useLive } from './useLive.ts';

/** A value derived from the clock; renders only when it changes, so `read` must return a primitive. */
export const useTicking = <T extends string | number | boolean | null>(read: (now: number) => T): T =>
  useLive(useApp().now$, read);

/** The platform's time at render, without updates. */
export const useNow = (): number => useApp().now$.value;

const hourMs = 3_600_000;

/** The hour that has begun, for what is counted in days; renders once an hour. */
export const useHour = (): number => useTicking((now) => now - (now % hourMs));

/** Whether something happened in the last `restMs` milliseconds; `note` reports it and `end` ends it early. */
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
