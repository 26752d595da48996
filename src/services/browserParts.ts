import { lockManager } from './locks.ts';

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

/** Reads an API that may be forbidden: some browsers throw, others give null or undefined. */
function allowed<T>(read: () => T | null | undefined): T | undefined {
  try {
    return read() ?? undefined;
  } catch {
    return undefined;
  }
}

/** Browser APIs that privacy settings and sandboxes may remove. */
export const browserParts = (window: Window & typeof globalThis) => ({
  indexedDB: allowed(() => window.indexedDB),
  BroadcastChannel: allowed(() => window.BroadcastChannel),
  locks: lockManager(allowed(() => window.navigator.locks)),
});
