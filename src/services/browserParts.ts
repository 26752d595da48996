import { lockManager } from './locks.ts';

/** Reading a part that is forbidden throws in some browsers, and gives null or nothing in others. */
function allowed<T>(read: () => T | null | undefined): T | undefined {
  try {
    return read() ?? undefined;
  } catch {
    return undefined;
  }
}

/** What this browser lets the page use of the parts that privacy settings and sandboxes take away. */
export const browserParts = (window: Window & typeof globalThis) => ({
  indexedDB: allowed(() => window.indexedDB),
  BroadcastChannel: allowed(() => window.BroadcastChannel),
  locks: lockManager(allowed(() => window.navigator.locks)),
});
