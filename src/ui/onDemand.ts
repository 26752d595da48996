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

/**
 * `now`: what is shown waits for it. `soon`: it is wanted, but nothing is lost without it. `resting`: it may be needed later,
 * without a connection too. `not`: nothing calls for it yet.
 */
type Need = 'now' | 'soon' | 'resting' | 'not';

/** The code, or null until it is there. What is needed now and cannot be fetched fails like any part that did not load. */
export function useOnDemand<Code>(source: OnDemand<Code>, need: Need): Code | null {
  const [, arrived] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const missing = source.at() === null;
  useEffect(() => {
    if (!missing || need === 'not') return;
    const fetchIt = () =>
      void source.ask().then(
        () => arrived(true),
        (cause) => need === 'now' && setFailure(cause ?? new Error('not loaded')),
      );
    return need === 'resting' ? whenResting(fetchIt) : fetchIt();
  }, [source, need, missing]);
  if (failure !== null && missing) throw failure;
  return source.at();
}
