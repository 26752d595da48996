import { lockManager } from './locks.ts';

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
