import { useEffect, useState } from 'react';

/** Code that the first view does without: fetched when it is first used, or once the page has nothing else to do. */
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

/** Runs when the browser rests, at the latest after 2 s. */
function whenResting(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 2_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}

/**
 * The code, or null until it is there. Whoever may need it later has it fetched ahead, so that a dialog opens without a
 * connection too; what is needed and cannot be fetched fails like any other part that could not be loaded.
 */
export function useOnDemand<Code>(source: OnDemand<Code>, needed: boolean): Code | null {
  const [, arrived] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const missing = source.at() === null;
  useEffect(() => {
    if (!missing) return;
    const fetchIt = () =>
      void source.ask().then(
        () => arrived(true),
        (cause) => needed && setFailure(cause ?? new Error('not loaded')),
      );
    return needed ? fetchIt() : whenResting(fetchIt);
  }, [source, needed, missing]);
  if (failure !== null && missing) throw failure;
  return source.at();
}
