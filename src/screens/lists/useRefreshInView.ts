import { useEffect } from 'react';

const usualMs = 30_000;

/** Polls while the page is visible, every 30 s by default, and when it becomes visible. */
export function useRefreshInView(refresh: () => void, everyMs = usualMs): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [refresh, everyMs]);
}
