import { useEffect, useState } from 'react';

/** Code that the first view does without: fetched when it is first used, or once the page rests. */
export type OnDemand<Code> = { readonly at: () => Code | null; readonly ask: () => Promise<unknown> };

/** Wraps an `import()`. A failed fetch is tried again the next time the code is asked for. */
export function onDemand<Code extends object>(load: () => Promise<Code>): OnDemand<Code> {
  let code: Code | null = null;
  let asked: Promise<Code> | null = null;
  async function fetched() {
    try {
      code = await load();
      return code;
    } catch (cause) {
      asked = null;
      throw cause;
    }
  }
  return {
    at: () => code,
    ask() {
      asked ??= fetched();
      return asked;
    },
  };
}

const settledAfterMs = 3_000;
const againAfterMs = 10_000;

/** Runs once the first view has had its time and the browser rests. */
export function whenResting(run: () => void): () => void {
  let stop = () => {};
  const timer = setTimeout(() => {
    if (!('requestIdleCallback' in window)) return run();
    const handle = requestIdleCallback(run);
    stop = () => cancelIdleCallback(handle);
  }, settledAfterMs);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Runs when the network is back, or after a while: not every network says so. */
function whenBack(run: () => void): () => void {
  const timer = setTimeout(run, againAfterMs);
  window.addEventListener('online', run);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
}

/**
 * `now`: what is shown waits for it. `soon`: it is wanted, but nothing is lost without it. `resting`: it may be needed later,
 * without a connection too. `not`: nothing calls for it yet.
 */
type Need = 'now' | 'soon' | 'resting' | 'not';

/**
 * The code, or null until it is there. What is needed now and cannot be fetched fails like any part that did not load;
 * anything else is asked for again, every ten seconds and once the network is back.
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
    const fetchIt = () => void source.ask().then(() => arrived(true), failing);
    const isAgain = failed > 0 && need !== 'now';
    const stop = isAgain ? whenBack(fetchIt) : need === 'resting' ? whenResting(fetchIt) : fetchIt();
    return () => {
      gone = true;
      stop?.();
    };
  }, [source, need, missing, failed]);
  if (failure !== null && missing) throw failure;
  return source.at();
}
