import { useEffect, useState } from 'react';

/** Code that the first view does not need. */
export type OnDemand<Code> = { readonly at: () => Code | null; readonly load: () => Promise<unknown> };

/** Wraps an `import()`; after a failure the next call tries again. */
export function onDemand<Code extends object>(importCode: () => Promise<Code>): OnDemand<Code> {
  let code: Code | null = null;
  let loading: Promise<Code> | null = null;
  async function fetchCode() {
    try {
      code = await importCode();
      return code;
    } catch (cause) {
      loading = null;
      throw cause;
    }
  }
  return {
    at: () => code,
    load() {
      loading ??= fetchCode();
      return loading;
    },
  };
}

const firstViewMs = 3_000;
const retryAfterMs = 10_000;

/** Runs when the first view has had its time and the browser is idle; returns the cancel function. */
export function whenIdle(run: () => void): () => void {
  let stop = () => {};
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback !== 'function') return run();
    const handle = requestIdleCallback(run);
    stop = () => cancelIdleCallback(handle);
  }, firstViewMs);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Runs when the network is back or after 10 s, because browsers do not always report it. */
function whenOnline(run: () => void): () => void {
  const timer = setTimeout(run, retryAfterMs);
  window.addEventListener('online', run);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
}

/**
 * When to load: `now` if the view waits for it, `soon` if it is optional, `idle` if it may be needed later and offline,
 * `not` if nothing needs it yet.
 */
type Need = 'now' | 'soon' | 'idle' | 'not';

/**
 * Returns the code, or null until it has loaded. With `now` a failed load throws to the error boundary; otherwise it is
 * retried every 10 s and when the network is back.
 */
export function useOnDemand<Code>(source: OnDemand<Code>, need: Need): Code | null {
  const [, arrived] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [failed, setFailed] = useState(0);
  const missing = source.at() === null;
  useEffect(() => {
    if (!missing || need === 'not') return;
    let gone = false;
    const failing = (cause: unknown) => {
      if (need === 'now') setFailure(cause ?? new Error('not loaded'));
      else if (!gone) setFailed((times) => times + 1);
    };
    const fetchIt = () => void source.load().then(() => arrived(true), failing);
    const isRetry = failed > 0 && need !== 'now';
    const stop = isRetry ? whenOnline(fetchIt) : need === 'idle' ? whenIdle(fetchIt) : fetchIt();
    return () => {
      gone = true;
      stop?.();
    };
  }, [source, need, missing, failed]);
  if (failure !== null && missing) throw failure;
  return source.at();
}
