const tryEveryMs = 15_000;

/** Calls back when a retry may succeed: the network is back, the page became visible, or time passed. */
export function linkWatch(window: EventTarget, page: EventTarget) {
  return (restored: () => void): (() => void) => {
    const timer = setInterval(restored, tryEveryMs);
    window.addEventListener('online', restored);
    page.addEventListener('visibilitychange', restored);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', restored);
      page.removeEventListener('visibilitychange', restored);
    };
  };
}
