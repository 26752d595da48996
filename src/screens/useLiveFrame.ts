import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Live } from '../streams/live.ts';
import { onNextFrame } from './onNextFrame.ts';

/** The current value of a stream that may change many times a second: drawn at most once a frame. */
export function useLiveFrame<T>(live$: Live<T>): T {
  const shown = useRef({ live$, value: live$.value });
  if (shown.current.live$ !== live$) shown.current = { live$, value: live$.value };
  const subscribe = useCallback(
    (changed: () => void) => {
      let forget = () => {};
      const show = () => {
        if (shown.current.value === live$.value) return;
        shown.current = { live$, value: live$.value };
        changed();
      };
      const subscription = live$.subscribe(() => {
        forget = onNextFrame(show);
      });
      return () => {
        forget();
        subscription.unsubscribe();
      };
    },
    [live$],
  );
  return useSyncExternalStore(subscribe, () => shown.current.value);
}
