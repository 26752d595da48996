import { useEffect, useRef } from 'react';

/** Tells up to where the chat was seen: only while its end is on the screen, uncovered, in a visible tab. */
export function useSeen(onScreen: boolean, lastSeq: number, seen: (seq: number) => void): void {
  const tell = useRef(() => {});
  useEffect(() => {
    tell.current = () => {
      if (onScreen && lastSeq > 0 && document.visibilityState === 'visible') seen(lastSeq);
    };
    tell.current();
  }, [onScreen, lastSeq, seen]);
  useEffect(() => {
    const look = () => tell.current();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
