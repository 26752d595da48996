import { useEffect } from 'react';

/** Tells up to where the chat was seen: only while its end is on the screen, uncovered, in a visible tab. */
export function useSeen(onScreen: boolean, lastSeq: number, seen: (seq: number) => void): void {
  useEffect(() => {
    if (!onScreen || lastSeq === 0) return;
    const tell = () => {
      if (document.visibilityState === 'visible') seen(lastSeq);
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [onScreen, lastSeq, seen]);
}
