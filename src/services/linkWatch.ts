const tryEveryMs = 15_000;

/** Calls back when asking the platform again may help: the network came back, the page came to the front, time went by. */
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
