import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Live } from '../../streams/live.ts';

/** A render throttle: `due` is called on each change and calls `show` when it is time. */
export type Pace = {
  readonly start: (show: () => void) => { readonly due: () => void; readonly stop: () => void };
};
type Part = string | number | boolean | null;

/** The current value of a stream; renders on each change or as often as the pace allows. */
export function useLive<T>(live$: Live<T>, pace?: Pace): T;
/** Renders only when the selected part changes; `read` returns a primitive. */
export function useLive<T, P extends Part>(live$: Live<T>, read: (value: T) => P, pace?: Pace): P;
export function useLive<T>(live$: Live<T>, second?: Pace | ((value: T) => unknown), third?: Pace): unknown {
  const read = typeof second === 'function' ? second : (value: T) => value;
  const pace = typeof second === 'function' ? third : second;
  const shown = useRef({ live$, value: live$.value });
  if (shown.current.live$ !== live$) shown.current = { live$, value: live$.value };
  const subscribe = useCallback(
    (changed: () => void) => {
      const isShown = () => shown.current.value === live$.value;
      const paced = pace?.start(() => {
        if (isShown()) return;
        shown.current = { live$, value: live$.value };
        changed();
      });
      const next = paced ? () => isShown() || paced.due() : changed;
      const subscription = live$.subscribe({ next, error: changed });
      return () => {
        paced?.stop();
        subscription.unsubscribe();
      };
    },
    [live$, pace],
  );
  return useSyncExternalStore(subscribe, () => read(pace ? shown.current.value : live$.value));
}
