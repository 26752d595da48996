import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Live } from '../streams/live.ts';

/** What stands beside busy chats is drawn so often at most, in ms: each time costs the chats a part of a frame. */
export const besideChatsMs = 500;

/** The current value of a stream, drawn at once and then at most every `ms`: for lists beside a busy chat. */
export function useLiveEvery<T>(live$: Live<T>, ms: number): T;
/** The same of one part of the value: drawn only when the part has changed. `read` gives a text or number. */
export function useLiveEvery<T, Part extends string | number | boolean | null>(
  live$: Live<T>,
  ms: number,
  read: (value: T) => Part,
): Part;
export function useLiveEvery<T>(live$: Live<T>, ms: number, read: (value: T) => unknown = (value) => value) {
  const shown = useRef({ live$, value: live$.value });
  if (shown.current.live$ !== live$) shown.current = { live$, value: live$.value };
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let due = false;
      const show = () => {
        due = false;
        timer = setTimeout(() => {
          timer = undefined;
          if (due) show();
        }, ms);
        shown.current = { live$, value: live$.value };
        changed();
      };
      const subscription = live$.subscribe(() => {
        if (shown.current.value === live$.value) return;
        if (timer === undefined) show();
        else due = true;
      });
      return () => {
        clearTimeout(timer);
        subscription.unsubscribe();
      };
    },
    [live$, ms],
  );
  return useSyncExternalStore(subscribe, () => read(shown.current.value));
}
