import { useEffect } from 'react';

const everyMs = 30_000;

/** Refreshes what nobody pushes: every half minute while the page is in view, and when it comes back into view. */
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
