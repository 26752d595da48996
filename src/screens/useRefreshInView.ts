import { useEffect } from 'react';

const everyMs = 30_000;

/** Polls every 30 s while the page is visible, and when it becomes visible. */
export function useRefreshInView(refresh: () => void): void {
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
  }, [refresh]);
}
